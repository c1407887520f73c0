import type { Outcome, SelectCommand } from "./command.ts";
import type { AudioRouting, Routing, RoutingEntry, Selector } from "./player.ts";
import type { Session } from "./session.ts";

/** What is to be done about a command: send it, or tell its outcome at once. */
export type Judgement =
  | { readonly kind: "send"; readonly entry: RoutingEntry; readonly wasCurrent: boolean }
  | { readonly kind: "settle"; readonly outcome: Outcome };

/** A selection that was sent and whose effect the player has not shown. */
export interface PendingSelection {
  readonly command: SelectCommand;
  readonly tag: string;
  readonly wasCurrent: boolean;
  /** From when on the player's own list is the last word: it may trail a selection by about a second. */
  readonly verifyAt: number;
  /** Whether the player has told its list since the selection was sent: what was known before proves nothing. */
  readonly isSeen: boolean;
  /** When the list was last asked for on behalf of this selection. */
  readonly checkedAt: number | undefined;
  /** Why the selection may have failed, where its answer was not a list. */
  readonly doubt: string | undefined;
}

/** A selection is read back after so long: what a player answers is no proof, and its list may trail. */
export const readBackMs = 1000;

/** A player that is off and just failed is not asked again for so long: a flood of commands must not become a storm of requests. */
export const afterFailureMs = 1000;

/** Decides about a command from what is known, before anything is sent. */
export function judge(session: Session, command: SelectCommand, now: number): Judgement {
  if (now >= command.expiresAt) return settle({ kind: "expired" });
  if (session.resources.audio.support === "unsupported") {
    return rejected("this player has no audio routing");
  }
  const { failure } = session;
  if (session.availability === "offline" && failure !== undefined && now - failure.at < afterFailureMs) {
    return settle({ kind: "failed", reason: failure.reason });
  }
  const audio = session.player.audio;
  if (audio === undefined) {
    return settle({ kind: "failed", reason: "the player has not told what it offers" });
  }
  const routing = audio[command.target];
  const found = find(routing, command.request);
  if (found === undefined) {
    return rejected(
      `unknown tag: the player has no ${command.target} ${quote(command.request)}, it offers ${offer(routing)}`,
    );
  }
  if (!found.enabled) {
    return rejected(
      `disabled ${command.target}: ${quote(found.tag)} cannot be used now, the player offers ${offer(routing)}`,
    );
  }
  return { kind: "send", entry: found, wasCurrent: routing.current?.tag === found.tag };
}

/** Whether the routing shows the selection; by tag, since an index says little about a list that changes. */
export function shows(audio: AudioRouting | undefined, selector: Selector, tag: string): boolean {
  return audio?.[selector].current?.tag === tag;
}

function find(routing: Routing, request: string): RoutingEntry | undefined {
  const { entries } = routing;
  const lower = request.toLowerCase();
  return (
    entries.find((entry) => entry.tag === request) ??
    entries.find((entry) => entry.displayName === request) ??
    only(entries.filter((entry) => entry.tag.toLowerCase() === lower)) ??
    only(entries.filter((entry) => entry.displayName.toLowerCase() === lower))
  );
}

function only<T>(found: readonly T[]): T | undefined {
  return found.length === 1 ? found[0] : undefined;
}

function offer(routing: Routing): string {
  const usable = routing.entries.filter((entry) => entry.enabled).map((entry) => entry.tag);
  return usable.length === 0 ? "nothing" : usable.join(", ");
}

function quote(text: string): string {
  return JSON.stringify(text.length > 64 ? `${text.slice(0, 63)}…` : text);
}

function settle(outcome: Outcome): Judgement {
  return { kind: "settle", outcome };
}

function rejected(reason: string): Judgement {
  return settle({ kind: "rejected", reason });
}
