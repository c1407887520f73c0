import type { CountedBroker, SchedulePort } from "../core/ports.ts";
import type { Counters } from "../core/session/counters.ts";
import type { BridgeRecord } from "../core/topics/bridge-record.ts";
import type { DatedMessage } from "../core/topics/message.ts";
import type { Phrase } from "../lib/phrase.ts";
import type { Extension, ExtensionContext } from "./extension.ts";
import type { SessionListener } from "./player-session.ts";

export interface BridgeContext extends ExtensionContext {
  readonly version: string;
  /** The makes of the owner, by their names; none by default. */
  readonly makes?: readonly string[];
  readonly broker: CountedBroker;
  readonly schedule: SchedulePort;
  readonly counters: Counters;
  readonly extensions: ReadonlySet<Extension>;
  /** The client ids of this bridge, the present one last: a record with one of them is of this or an earlier connection. */
  readonly clientIds: ReadonlySet<string>;
  /** Whether an unlisted player is gone for good; otherwise it may only be off. */
  readonly isListComplete: () => boolean;
  readonly events: BridgeEvents;
}

/** What the parts report to their bridge. The bridge also listens to the link, whose events have other names. */
export interface BridgeEvents extends SessionListener {
  /** Players stopped. The broker sends retained messages to those that are created next again. */
  playersLeft(): void;
  /** The players that run here changed; new ones have made no request yet. */
  playersAssigned(): void;
  /** The departed players, whose topics are cleared, changed. */
  departedChanged(): void;
  subscriptionsChanged(): void;
  /** A command that waited is carried out, or fails with this reason. */
  decided(message: DatedMessage, refusal?: Phrase): void;
  /** This bridge begins to act for its players, or to stand by. */
  roleChanged(): void;
  /** Whose the players are changed. */
  membersChanged(): void;
  /** The other bridges below our base topic changed. */
  othersChanged(): void;
  announce(): void;
  publishState(): void;
  publishInfo(): void;
  /** A bug, or a broker that cannot be used: the bridge ends with this error. */
  endWith(error: unknown): void;
}

/** Whether a record is of this bridge, by this or an earlier client id. */
export function isOurs(
  { clientIds }: Pick<BridgeContext, "clientIds">,
  { clientId }: Pick<BridgeRecord, "clientId">,
): boolean {
  return clientId !== undefined && clientIds.has(clientId);
}
