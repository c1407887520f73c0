import type { CallName, FamilyCall, Reply } from "../core/controls/call.ts";
import type { BrowseName } from "../core/library.ts";
import type { PlayerDevice } from "../core/ports.ts";
import type { PlayerModel } from "../core/resources/model.ts";
import type { ResourceLeaf, ResourceName } from "../core/resources/player.ts";
import type { FamilyRules } from "../core/session/family-rules.ts";
import type { DeviceError } from "../core/errors.ts";
import type { Phrase } from "../lib/phrase.ts";
import type { DeclaredOperation } from "./declared-operations.ts";
import type { HttpOptions } from "./http/connection.ts";
import type { PathGetter } from "./http/get-path.ts";

/** Which part of a music queue is published, and with which fields. */
export interface QueueView {
  readonly publish: "window" | "all" | "none";
  readonly window: number;
  readonly fields: "essential" | "all";
  readonly maxPayloadBytes: number;
}

/** How to reach one player. A family ignores the settings that it does not have. */
export interface PlayerOptions extends Omit<HttpOptions, "headers" | "acceptsSelfSigned"> {
  readonly queue: QueueView;
  /** The tags of the player's own settings that are read, or all; none by default. */
  readonly settingTags?: readonly string[] | "all";
  /** What its owner has declared beyond what the family knows. */
  readonly operations?: readonly DeclaredOperation[];
  /** The prefix of its paths, or `auto` to detect it. */
  readonly pathPrefix: string;
  /** The key that some firmware demands. */
  readonly psk: string | undefined;
  /** Whether to prefer reads that are known from a single source, as with `controls.experimental`. */
  readonly usesUnverified?: boolean;
  /** Paths that replace the usual ones, by the name of the operation. */
  readonly paths?: Readonly<Partial<Record<string, string>>>;
  /** How often at least the position is told while it advances, where no answer tells it. */
  readonly positionIntervalMs?: number;
  /** What the player was recognized as, which saves the family from finding it out again. */
  readonly model?: PlayerModel;
}

/** A search method: a question to a multicast group or to everybody, and how to read the answers. */
export interface SearchMethod {
  readonly name: string;
  /** The address of a multicast group, or `broadcast` for that of each network. */
  readonly group: string;
  readonly port: number;
  readonly question: Buffer;
  /** The hosts of possible players in an answer, which anybody may have sent; with a port if it is not that of the family. */
  hostsIn(answer: Buffer, sender: string): readonly string[];
}

export interface FamilyDevice extends PathGetter, Omit<PlayerDevice, "perform" | "assume"> {
  /**
   * Makes a call once. `unsupported` means that the player has no such operation, whatever the argument, and takes the
   * control away; a player that refuses only this input, key or address has `refused` the call, with its reason.
   */
  perform(call: FamilyCall, signal: AbortSignal): Promise<Reply>;
  /** What can be recorded of the player. Absent where answers are not recorded. */
  recordable?(includesLibrary: boolean, signal: AbortSignal): Promise<Recordable>;
}

export interface Recordable {
  readonly facts: Readonly<Record<string, string>>;
  readonly requests: readonly RecordedRequest[];
}

/** A request that only reads. */
export interface RecordedRequest {
  readonly path: string;
  /** How often to send it: several times if its answer keeps changing. */
  readonly times: number;
  /** Whether the answer may contain titles. */
  readonly hasTitles: boolean;
}

/** What the answers of a family's players contain that does not reveal anything about their owners. */
export interface PublicTexts {
  /** In lower case. */
  readonly words: readonly string[];
  /** The keys of titles, besides the usual ones. */
  readonly titleKeys?: RegExp;
  /** Whether a text is a path of the player's own interface. */
  isOwnPath(text: string): boolean;
}

/** Why a configured player does not answer, and what to do about it. */
export interface Diagnosis {
  readonly check: string;
  readonly what: Phrase;
  readonly advice: Phrase;
}

/** The operations of a family, whose paths can be configured. */
export interface OperationPaths {
  readonly operations: readonly { readonly name: string; readonly path: string }[];
  /** The operation that changes the player and has this path; undefined if `name` may be read there. */
  changeAt(path: string, name: string): string | undefined;
}

/** A make of players: how to find and recognize one, how to open it, and what the core has to know about it. */
export interface Family {
  /** The word for it in settings and in `info`. */
  readonly name: string;
  /** The port of a player whose address has none. */
  readonly defaultPort: number;
  /** How its players may answer; `http` by default. */
  readonly schemes?: readonly ("http" | "https")[];
  /** The ports on which a sleeping player listens for a packet that wakes it. */
  readonly wakePorts: readonly number[];
  /** How players are found on the network. A method may find other devices, too. */
  readonly discovery: readonly SearchMethod[];
  readonly rules: FamilyRules;
  /** The resources, the calls and the requests to a library that its players may have; nothing else is requested. */
  readonly resources: readonly ResourceName[];
  readonly calls: readonly CallName[];
  /** Those of the properties that not every make tells with the same resources which its players tell. */
  readonly extraTopics: readonly ResourceLeaf[];
  readonly browses: readonly BrowseName[];
  /** Used only with `controls.experimental`, since it is known from a single source. */
  readonly unverified: Pick<Family, "resources" | "calls" | "browses">;
  /** The settings of `familySettings` that its players have. */
  readonly settings: readonly FamilySetting[];
  /** The maximum duration of one request or command, including slow players. */
  longestStepMs(timeoutMs: number): number;
  /**
   * The model of the player at an address; undefined if no player of this family answers there. Only reads. Throws
   * DeviceError if nothing answers at all.
   */
  identify(options: PlayerOptions, signal: AbortSignal): Promise<PlayerModel | undefined>;
  /** Opens a player. Nothing is requested yet. */
  open(options: PlayerOptions): FamilyDevice;
  /** A player in words; by default, its model and firmware. */
  describe?(model: PlayerModel | undefined, options: PlayerOptions): Phrase;
  /** Why a player that gave only unusable answers does not answer as configured; undefined if the family cannot tell. */
  diagnose?(
    options: PlayerOptions,
    failure: DeviceError,
    signal: AbortSignal,
  ): Promise<Diagnosis | undefined>;
  /** The operations whose paths can be configured; absent without the setting `controls.paths`. */
  readonly paths?: OperationPaths;
  readonly publicTexts?: PublicTexts;
}

/** The settings of a player that not every family has. */
export const familySettings = ["pathPrefix", "psk", "controls.paths", "publish.settings"] as const;

export type FamilySetting = (typeof familySettings)[number];
