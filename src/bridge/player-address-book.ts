import type { PlayerRunners } from "./player-runners.ts";
import type { PlayerSession } from "./player-session.ts";

/** Tells the players of a bridge each other's addresses, by which their groups name them. */
export class PlayerAddressBook {
  readonly #runners: PlayerRunners;
  #known: ReadonlyMap<string, string> = new Map();
  readonly #facts = new Map<string, string>();

  constructor(runners: PlayerRunners) {
    this.#runners = runners;
  }

  /** A player changed, or came: all are told if that changes its addresses. */
  changed(session: PlayerSession): void {
    const addresses = addressesOf(session);
    const facts = addresses.join(" ");
    if (facts !== (this.#facts.get(session.id) ?? "")) {
      this.#facts.set(session.id, facts);
      const others = [...this.#known].filter(([, id]) => id !== session.id);
      this.#known = new Map([...others, ...addresses.map((address) => [address, session.id] as const)]);
      for (const other of this.#runners.sessions) if (other !== session) this.#tell(other);
    }
    this.#tell(session);
  }

  arranged(): void {
    const ids = new Set(this.#runners.sessions.map(({ id }) => id));
    for (const id of this.#facts.keys()) if (!ids.has(id)) this.#facts.delete(id);
    const kept = [...this.#known].filter(([, id]) => ids.has(id));
    if (kept.length < this.#known.size) this.#known = new Map(kept);
  }

  /** Only players that can be grouped need it. */
  #tell(session: PlayerSession): void {
    const { bridge, player } = session.state;
    if (player.group !== undefined && bridge.neighbors !== this.#known)
      session.apply({ kind: "learned", bridge: { neighbors: this.#known } });
  }
}

/** `host:port` as other players see it, and as it is configured. */
function addressesOf({ address, state }: PlayerSession): readonly string[] {
  const { group } = state.player;
  return group === undefined ? [] : [...new Set([group.self, address.replace(/^\w+:\/\//, "")])];
}
