import type { FamilyCall } from "../../core/controls/call.ts";
import type { PlayerState, ResourceLeaf, ResourceName } from "../../core/resources/player.ts";
import type { PublicTexts, QueueView, SearchMethod } from "../family.ts";
import type { Fields } from "./fields.ts";

/** What an answer in words means. `lacking`: the player has no such operation. */
export const meanings = ["done", "refused", "lacking", "busy", "absent"] as const;

export type Meaning = (typeof meanings)[number];

/** Where players of a make may answer. */
export interface Place {
  readonly scheme: "http" | "https";
  readonly port: number;
}

/** The last answers by their sources; one that the player did not give has no fields. */
export type Answers<Source extends string> = Readonly<Record<Source, Fields>>;

/** A player apart from its answers. Each client has one of its own, by which a table can remember something of the player. */
export interface Player {
  readonly origin: string;
  readonly host: string;
  /** The port of its make, which stands in the names of the players of a group. */
  readonly port: number;
  /** How much of its queue is published. */
  readonly queueView: QueueView;
  now(): number;
}

/** A service that players have over UPnP, beside the interface of their make: where it is controlled, without credentials. */
export interface Service {
  readonly type: string;
  readonly path: string;
  /** In the order in which they are tried. */
  readonly places: readonly [Place, ...Place[]];
}

/** An action of the service, with its arguments. */
export interface Action {
  readonly action: string;
  readonly fields?: Readonly<Record<string, string | number>>;
}

/** A path of the player, or an action of its service. */
export type Request = string | Action;

/** A request that reads. */
export interface Source<Name extends string> {
  /** What is asked; of several, the first that the player does not lack. */
  readonly get: Request | readonly Request[] | ((answers: Answers<Name>) => readonly Request[]);
  /** Reads a body; by default as the make does. */
  readonly parse?: (body: Buffer) => unknown;
  /** Without it, the player still has the resources that are made from it. */
  readonly isOptional?: true;
  /** How long its answer counts: until then it is not asked for again, unless something was sent to the player. */
  readonly keepMs?: number | ((answers: Answers<Name>) => number);
  /** It is asked for again when this changes, which is made from sources before it. */
  readonly mark?: (answers: Answers<Name>) => unknown;
  /** It is asked of the leader of the group, and only by its members. */
  readonly ofLeader?: true;
  /** Whether a recording of it may contain titles. */
  readonly hasTitles?: true;
}

/** A part of the state of a player, from one answer or several. */
export interface MadeResource<Name extends string, Value> {
  readonly from: readonly Name[];
  /** How often it is read, while something plays and else. */
  readonly everyMs?: readonly [active: number, resting: number];
  /** Undefined if these answers show that the player lacks it. */
  readonly value: (answers: Answers<Name>, player: Player) => Value | undefined;
}

/** A request that acts, or several of which the first counts that the player does not lack. */
export type Step = Request | { readonly anyOf: readonly Request[] };

/** The requests of a call, one after another; undefined for one that cannot be made now. */
type MadeCall<Name extends string, Call> = (
  call: Call,
  answers: Answers<Name>,
) => Step | readonly Step[] | undefined;

/** How players of a make form groups. Players are named by their hosts. */
export interface Grouping {
  /** Sent to the player that joins. */
  readonly join: (primary: string) => Step;
  /** Sent to the primary, of one member or of the whole group. */
  readonly remove: (member: string) => Step;
  readonly end: Step;
}

/** A make of players that are polled over HTTP, as a table. */
export interface Make<Name extends string> {
  readonly name: string;
  /** In the order in which they are tried; the first one is usual. */
  readonly places: readonly [Place, ...Place[]];
  /** Whether players made their certificates themselves, so that any will do. */
  readonly acceptsSelfSigned?: true;
  readonly service?: Service;
  readonly discovery: readonly SearchMethod[];
  /** Reads a body; JSON by default. */
  readonly parse?: (body: Buffer) => unknown;
  /** What short answers in words mean; the first pattern that matches counts. */
  readonly words?: readonly (readonly [pattern: RegExp, meaning: Meaning])[];
  /** The least time between two reads of one source. */
  readonly gapMs?: number;
  readonly sources: Readonly<Record<Name, Source<Name>>>;
  readonly resources: {
    readonly [R in ResourceName]?: MadeResource<Name, NonNullable<PlayerState[R]>>;
  } & { readonly model: object; readonly music: object };
  readonly calls: {
    readonly [N in FamilyCall["operation"]]?: MadeCall<Name, FamilyCall & { readonly operation: N }>;
  };
  /** The host of the player that a member of a group follows: it is asked for what plays, and told what to play. */
  readonly leader?: (answers: Answers<Name>) => string | undefined;
  readonly grouping?: Grouping;
  /** Those of the properties that not every make tells which this one tells. */
  readonly extraTopics?: readonly ResourceLeaf[];
  readonly publicTexts?: PublicTexts;
}
