import * as fc from "fast-check";
import { expect, it } from "vitest";
import { changed, greeted, type PageState, published } from "../../page/state.ts";
import { render } from "../../src/core/topics/render.ts";
import { PageHub } from "../../src/extensions/page/page-hub.ts";
import { PlayerFeed } from "../../src/extensions/page/player-feed.ts";
import type { Change, Hello, PlayerView, TopicChanges } from "../../src/extensions/page/wire.ts";
import { audio } from "../core/sample-player.ts";
import { refreshOf, settled } from "../core/samples.ts";
import { type SessionFields, sessionWith } from "../core/session-with.ts";
import { FakePage, FakePlayer } from "../extensions/page/fake-page.ts";
import { StreamReader } from "../extensions/page/stream-reader.ts";

const listener = {
  forgeryToken: "",
  canSignOut: false,
  deniedToGuest: undefined,
  playerId: "den",
  isPacked: false,
  cut: () => {},
};

/** A topic that was emptied is missing for those who come later. */
function withValue(topics: readonly (readonly [string, string])[]): object {
  return Object.fromEntries(topics.filter(([, payload]) => payload !== ""));
}

/** What follows from the present alone: neither when something happened, nor which commands came. */
function present({ identity, library, lists, presence, topics }: PlayerView): object {
  const sizes = [lists.playlist, lists.queue].map(({ size, current }) => [size, current]);
  return {
    identity,
    library,
    sizes,
    presence: { ...presence, since: 0 },
    topics: withValue(Object.entries(topics)),
  };
}

it("a page that has followed everything shows what is there now", async () => {
  using fake = new FakePage();
  const { clock, players, traffic } = fake;
  const { services } = fake.page.options;
  const whats = ["selects", "falls silent", "answers", "restarts", "leaves", "obeys", "moves"] as const;
  const step = fc.record({
    who: fc.constantFrom("den", "loft"),
    what: fc.constantFrom(...whats),
    waitMs: fc.constantFrom(0, 5, 100),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (story) => {
      players.splice(0);
      using hub = new PageHub({ services, clock, about: () => ({}) as Hello["bridge"], check: () => null });
      const reader = new StreamReader({ body: hub.open(listener) ?? null });
      let state: PageState = greeted(await reader.nextOf("hello"), 0);
      const change = (player: FakePlayer, fields: SessionFields): void => {
        const before = player.state;
        player.state = sessionWith(before, fields);
        const { address, id, name } = player;
        hub.changed(player, render({ base: "house", id, name, address, ...traffic }, before, player.state));
      };
      const come = (id: string): void => {
        const player = new FakePlayer(id);
        players.push(player);
        hub.arranged();
        change(player, settled());
      };
      const leave = (player: FakePlayer): void => void players.splice(players.indexOf(player), 1);
      const rooms = new Map<string, string>();
      const events: Readonly<Record<(typeof whats)[number], (player: FakePlayer) => void>> = {
        selects: (player) => {
          const tag = player.state.player.audio?.input.current?.tag === "BT" ? "XMOS" : "BT";
          change(player, { player: { ...player.state.player, audio: audio(tag) } });
        },
        "falls silent": (player) => change(player, { availability: "offline", failures: 3 }),
        answers: (player) => change(player, settled()),
        restarts: (player) => {
          leave(player);
          come(player.id);
        },
        leaves: (player) => {
          leave(player);
          hub.arranged();
        },
        obeys: (player) => hub.settled(player, refreshOf(), { kind: "applied" }),
        moves: ({ id }) => {
          if (!rooms.delete(id)) rooms.set(id, "Attic");
          hub.roomsChanged(new Map(rooms));
        },
      };
      for (const { who, what, waitMs } of story) {
        const player = players.find(({ id }) => id === who) as FakePlayer | undefined;
        if (player === undefined) come(who);
        else events[what](player);
        await clock.advance(waitMs);
      }
      await clock.advance(100);
      hub[Symbol.dispose]();
      for (const { name, data } of await reader.rest()) {
        if (name === "change") state = changed(state, data as Change, listener.playerId);
        if (name === "topics") state = published(state, data as TopicChanges);
      }
      const feeds = players.map(
        (player) => new PlayerFeed(player, rooms.get(player.id), { services, clock }),
      );
      expect(state.players.map(present)).toEqual(feeds.map((feed) => present(feed.view())));
      const shown = feeds.find(({ player }) => player.id === listener.playerId)?.allTopics() ?? {};
      const listed = [...state.topics].map(([leaf, { value }]) => [leaf, value] as const);
      expect(withValue(listed)).toEqual(withValue(Object.entries(shown)));
    }),
  );
});
