import * as fc from "fast-check";
import { expect, it } from "vitest";
import { PlayerAddressBook } from "../../src/bridge/player-address-book.ts";
import type { PlayerRunners } from "../../src/bridge/player-runners.ts";
import type { PlayerSession } from "../../src/bridge/player-session.ts";
import { group } from "../core/sample-player.ts";

/** A player that comes, or comes again after a move; one that goes has no address. */
const happening = fc.record({
  id: fc.constantFrom("den", "attic", "bath"),
  subnet: fc.constantFrom(1, 2, undefined),
  sees: fc.constantFrom("the same", "another", "no group"),
});

/** A session that keeps what it is told. */
function sessionOf(id: string, subnet: number, sees: string) {
  const host = `10.0.${subnet}.${id.length}:11000`;
  const self = sees === "another" ? `192.0.2.${id.length}:11000` : host;
  const neighbors: ReadonlyMap<string, string> = new Map();
  const session = {
    id,
    address: `http://${host}`,
    state: { bridge: { neighbors }, player: sees === "no group" ? {} : { group: { ...group, self } } },
    apply: ({ bridge }: { readonly bridge: { readonly neighbors: typeof neighbors } }): void => {
      session.state.bridge = bridge;
    },
    names: sees === "no group" ? [] : [...new Set([self, host])],
  };
  return session;
}

it("each player that can be grouped knows the addresses of all that run, whoever comes, moves or goes", () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 20 }), (story) => {
      const sessions = new Map<string, ReturnType<typeof sessionOf>>();
      const runners = {
        get sessions() {
          return [...sessions.values()];
        },
      } as unknown as PlayerRunners;
      const book = new PlayerAddressBook(runners);
      const changed = (session: object): void => book.changed(session as PlayerSession);
      for (const { id, subnet, sees } of story) {
        if (subnet === undefined) {
          sessions.delete(id);
          book.arranged();
          for (const left of sessions.values()) changed(left);
        } else {
          const session = sessionOf(id, subnet, sees);
          sessions.set(id, session);
          changed(session);
        }
        // Of each player, the first name is the one by which others know it.
        const all = [...sessions.values()].toSorted((one, other) => one.id.length - other.id.length);
        const known = all.map(({ state: { bridge } }) => [
          bridge.neighbors.size,
          ...all.map(({ id: owner }) =>
            [...bridge.neighbors].flatMap(([name, one]) => (one === owner ? [name] : [])),
          ),
        ]);
        const wanted = all.map((one) => {
          const told = all.map(({ names }) => (one.names.length === 0 ? [] : names));
          return [told.flat().length, ...told];
        });
        expect(known).toEqual(wanted);
      }
    }),
  );
});
