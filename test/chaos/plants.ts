import type { Trouble } from "./episodes.ts";
import type { PlannedDeed } from "./fleet-scene.ts";

/** A change of the sources that makes a bug. */
interface Edit {
  /** A text that occurs exactly once in all sources. */
  readonly find: string;
  readonly put: string;
}

export interface Plant extends Edit {
  readonly name: string;
  readonly means: string;
  /** What is changed besides. */
  readonly further?: readonly Edit[];
  /** Matches the findings that are due to it: a busy machine may break other promises at the same time. */
  readonly finding: RegExp;
  /** The fault after a storm that shows it, or a fleet; undefined if the storms do. */
  readonly shownBy?: Trouble | "fleet";
  /** What happens to the members of a fleet, so that it shows surely. */
  readonly deeds?: readonly PlannedDeed[];
}

/** Bugs that the harness has to find. Their anchors are short, so that they survive a change around them. */
export const plants: readonly Plant[] = [
  {
    name: "two-obey",
    means: "an older bridge does not give way to another one of its name",
    find: "return term > this.term || (",
    put: "return term > 1e9 && (",
    finding: /outcome.*and \{|does not take over|was asked for/,
    shownBy: "bridge moved",
  },
  {
    name: "lease-for-ever",
    means: "a member goes on although its lease has passed",
    find: " && this.#options.now() < this.#validUntil;",
    put: ";",
    finding: /one request: /,
    shownBy: "fleet",
    // Long enough for the others to take its players.
    deeds: ["b", "a"].flatMap((member) => [
      ["freezes", member, 11_000],
      ["wakes", member, 5000],
    ]),
  },
  {
    name: "lease-cut-short",
    means: "a member is taken for gone too early, and nothing is asked of the store",
    find: "if (seen !== undefined && seen.revision >= holder.revision) return seen.holder?.lease !== holder.lease;",
    put: "if (seen !== undefined) return this.#options.now() - seen.since >= holder.leaseMs / 2;",
    further: [{ find: "- since < holder.leaseMs;", put: "- since < holder.leaseMs / 2;" }],
    finding: /one request: |asked: .* by \w+ and /,
    shownBy: "fleet",
    // It wakes while its lease holds, and the others have taken some of its players: not every time.
    deeds: Array.from({ length: 5 }, (): PlannedDeed[] => [
      ["freezes", "a", 0],
      ["freezes", "b", 2400],
      ["wakes", "a", 0],
      ["wakes", "b", 4000],
    ]).flat(),
  },
  {
    name: "left-open",
    means: "who takes a player over does not answer what its member left behind",
    find: ' || (state === "left" && at <= before)',
    put: "",
    finding: /outcomes: /,
    shownBy: "fleet",
    deeds: [["dies", "b", 12_000]],
  },
  {
    name: "call-again",
    means: "a call that failed is sent again",
    find: "? [] : pending.calls.slice(1),",
    put: "? [] : isFault && !pending.isUncertain ? pending.calls : pending.calls.slice(1),",
    finding: /no command wanted that/,
  },
  {
    name: "unproven-applied",
    means: "a command is applied as soon as it was sent",
    find: "if (isComplete && (isObserved || effect.provenByOffline) && effect.isShown(session)) {",
    put: "if (calls.length === 0 || ((isObserved || effect.provenByOffline) && effect.isShown(session))) {",
    finding: /^applied/,
  },
  {
    name: "no-expiry",
    means: "a command is obeyed however old it is",
    find: 'if (now >= expiryOf(session.pending, command)) return { kind: "settle", outcome: { kind: "expired" } };',
    put: "",
    finding: /no outcome|no command wanted that/,
    shownBy: "bridge stands still",
  },
  {
    name: "player-forgotten",
    means: "one player is left out of the snapshot after a reconnect",
    find: "for (const session of this.sessions) session.announce();",
    put: "for (const session of this.sessions.slice(1)) session.announce();",
    finding: /\/video\/\S+ is ""/,
    shownBy: "broker gone",
  },
  {
    name: "outcome-dropped",
    means: "an outcome is dropped while the broker is away",
    find: "if (!message.retain || this.#connection !== undefined) this.#outbox.add(message);",
    put: "if (this.#connection !== undefined) this.#outbox.add(message);",
    finding: /no outcome/,
    shownBy: "broker gone",
  },
  {
    name: "two-requests",
    means: "a player gets two requests at once",
    find: "return this.#readUnder(this.#prefix, resource, signal);",
    put: 'if (resource === "audio") this.#readUnder(this.#prefix, "audio", signal).catch(() => {});\n return this.#readUnder(this.#prefix, resource, signal);',
    further: [
      {
        find: "if (this.#exchanges.push(exchange) === 1) this.#beginFirst();",
        put: "this.#exchanges.push(exchange);\n exchange.begin();",
      },
      { find: "if (index === 0) this.#beginFirst();", put: "" },
      { find: "maxSockets: 1,", put: "maxSockets: 4," },
    ],
    finding: /requests at once/,
  },
  {
    name: "second-outcome",
    means: "a command has two outcomes",
    find: "for (const { command, outcome } of settled) this.publishOutcome(command, outcome);",
    put: 'for (const { command, outcome } of settled) { this.publishOutcome(command, outcome); this.publishOutcome(command, { kind: "unchanged" }); }',
    finding: /"outcome":"applied".* and \{.*"outcome":"unchanged"/,
  },
  {
    name: "no-will",
    means: "the bridge sets no will",
    find: "...(will === undefined\n      ? {}",
    put: "...(will === undefined || true\n      ? {}",
    finding: /the bridge is online, wanted offline/,
    shownBy: "bridge killed",
  },
  {
    name: "open-at-stop",
    means: "commands that are open at the stop have no outcome",
    find: "for (const command of open) this.publishOutcome(command, this.#abandonedOutcome);",
    put: "void open;",
    finding: /after the stop: .*no outcome/,
    shownBy: "bridge restarted",
  },
];

export function plantNamed(name: string): Plant {
  const plant = plants.find((one) => one.name === name);
  if (plant === undefined) throw new Error(`there is no plant ${name}`);
  return plant;
}
