import type { KnownPlayer } from "../../../src/core/controls/known-player.ts";
import { toPhrase } from "../../../src/lib/phrase.ts";
import type { Call } from "../../../src/core/controls/call.ts";
import { type ControlName, controls } from "../../../src/core/controls/table.ts";
import type { Effect } from "../../../src/core/controls/effect.ts";
import type { MusicState } from "../../../src/core/resources/music.ts";
import type { PlayerState, ResourceName } from "../../../src/core/resources/player.ts";
import type { VideoStatus } from "../../../src/core/resources/video.ts";
import type { Session } from "../../../src/core/session/session.ts";
import type { GroupState } from "../../../src/core/resources/group.ts";
import { film, group, music, player } from "../sample-player.ts";
import { having, settled } from "../samples.ts";
import type { SessionFields } from "../session-with.ts";

/** What comes of a request, in short: its calls, such as "setVolume 40", or its immediate outcome. */
export function decided(name: ControlName, request: string, session: Session = settled()): string {
  const decision = controls[name].parse(request).decide(session, 0);
  if (decision.kind === "act") return decision.effect.calls.map(({ call }) => inShort(call)).join(", ");
  const { outcome } = decision;
  return "reason" in outcome ? `${outcome.kind}: ${outcome.reason}` : outcome.kind;
}

function inShort({ operation, ...values }: Call): string {
  return [operation, ...Object.values(values)].join(" ").trim();
}

export function effectOf(name: ControlName, request: string, session: Session = settled()): Effect {
  const decision = controls[name].parse(request).decide(session, 0);
  if (decision.kind !== "act") throw new Error(`${name} ${request} is ${decision.outcome.kind}`);
  return decision.effect;
}

/** A player that has told everything but these parts. */
export function without(...parts: readonly (keyof PlayerState)[]): Session {
  const rest = Object.entries(player).filter(([part]) => !parts.some((one) => one === part));
  return settled({ player: Object.fromEntries(rest) });
}

/** A player that has told everything, with this instead. */
export const showing = (change: PlayerState, more: SessionFields = {}): Session =>
  settled({ player: { ...player, ...change }, ...more });

export const withVideo = (change: Partial<VideoStatus>): Session =>
  showing({ video: { ...film, ...change } });

export const withMusic = (change: Partial<MusicState>): Session =>
  showing({ music: { ...music, ...change } });

/** The session of a player that turned out to lack these resources. */
export const lacking = (session: Session, ...names: ResourceName[]): Session =>
  having(session, Object.fromEntries(names.map((name) => [name, { support: "unsupported" as const }])));

/** Players that a bridge knows, by their addresses. */
export const neighbors = new Map([
  ["10.0.0.1:11000", "den"],
  ["10.0.0.2:11000", "attic"],
  ["10.0.0.3:11010", "bath"],
]);

export const inGroup = (change: Partial<GroupState> = {}, more: SessionFields = {}): Session =>
  showing({ group: { ...group, ...change } }, { neighbors, ...more });

/** The state that the player shows instead of the effect, in English. */
export function shown(effect: Pick<Effect, "shown">, player: KnownPlayer): string {
  return toPhrase(effect.shown(player)).text;
}
