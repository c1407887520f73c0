import * as fc from "fast-check";
import { expect, it } from "vitest";
import { bridgePayload } from "../../../src/extensions/home-assistant/discovery/payload.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { entry, ownSettings, routing } from "../../core/sample-player.ts";
import { having } from "../../core/samples.ts";
import { sessionWith } from "../../core/session-with.ts";
import {
  type BenchPlayer,
  birth,
  byMac,
  deviceOf,
  type DiscoveryBench,
  keysIn,
  restartBench,
  seconds,
  startBench,
} from "../../home-assistant/discovery-bench.ts";
import { everything, offering, withFirmware } from "../../home-assistant/players.ts";
import { incoming } from "../../support/bridge/incoming.ts";

const cinema = { id: "cinema", name: "Cinema" };
const states: readonly Session[] = [
  everything,
  withFirmware("v2"),
  offering(routing([entry("Line")], "Line")),
  having(everything, { video: { support: "unsupported" } }),
  sessionWith(everything, { settingTags: ["gain"], player: { ...everything.player, settings: ownSettings } }),
];
/** The announcements of others, which are none of its business. */
const others = {
  [deviceOf("other")]: "[]",
  [deviceOf("elsewhere")]: JSON.stringify(bridgePayload("up", "1")),
};

function remember({ broker }: DiscoveryBench): void {
  for (const [topic, payload] of Object.entries(others)) broker.retained.set(topic, payload);
}

/** The entities of each device that Home Assistant has: leaving one out removes nothing, and two changes need two seconds. */
function entitiesFrom({ broker, clock }: DiscoveryBench): Map<string, Set<string>> {
  const shown = new Map<string, Set<string>>();
  const changed = new Map<string, { readonly at: number; readonly payload: string }>();
  broker.listen(({ topic, payload }) => {
    if (!topic.endsWith("/config")) return;
    const before = changed.get(topic);
    const isChanged = before !== undefined && ![payload, ""].includes(before.payload) && payload !== "";
    if (isChanged && clock.now() - before.at < 2000) throw new Error("two payloads too soon");
    changed.set(topic, { at: clock.now(), payload });
    const keys = shown.get(topic) ?? new Set();
    const { components = {} } = JSON.parse(payload || "{}") as {
      readonly components?: Record<string, object>;
    };
    for (const [key, component] of Object.entries(components))
      if (Object.keys(component).length > 1) keys.add(key);
      else keys.delete(key);
    if (payload === "") shown.delete(topic);
    else shown.set(topic, keys);
  });
  return shown;
}

const whats = [
  "is lost",
  "returns",
  "forgets",
  "clears",
  "overwrites",
  "birth",
  "restarts",
  "is updated",
  "leaves",
  "is renamed",
  "is too large",
  "fits",
] as const;
const step = fc.record({
  what: fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...whats) }, fc.constant("changes" as const)),
  state: fc.constantFrom(...states),
  waitMs: fc.constantFrom(0, 100, 900, 2500, 12_000),
});

it("a bridge that has lived through everything announces the same as one that starts now", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 14 }),
      fc.boolean(),
      async (story, forgets) => {
        let players: readonly BenchPlayer[] = [cinema];
        let bench = startBench({ players });
        const { broker, clock } = bench;
        const shown = entitiesFrom(bench);
        let isConnected = false;
        const connect = async (): Promise<void> => {
          if (isConnected) return;
          remember(bench);
          await bench.connect();
          isConnected = true;
        };
        const arrange = (now: readonly BenchPlayer[]): void => bench.arrange((players = now));
        const hear = (topic: string, payload: string): void => {
          if (isConnected) bench.homeAssistant.received(incoming(topic, payload));
        };
        const events: Record<(typeof story)[number]["what"], (state: Session) => unknown> = {
          changes: (state) => players.length > 0 && bench.publish("cinema", state),
          "is lost": () => {
            isConnected = false;
            bench.homeAssistant.disconnected();
          },
          returns: connect,
          forgets: () => {
            if (isConnected) return;
            broker.retained.clear();
            shown.clear();
          },
          clears: () => {
            if (broker.retained.delete(byMac)) hear(byMac, "");
            shown.delete(byMac);
          },
          overwrites: () => {
            broker.retained.set(byMac, "{}");
            shown.delete(byMac);
            hear(byMac, "{}");
          },
          birth: () => hear(birth, "online"),
          restarts: async () => {
            bench = await restartBench(bench, { players });
            isConnected = true;
          },
          // Its earlier version had one more entity.
          "is updated": async (state) => {
            const own = broker.retained.get(byMac) ?? '"old"';
            const more = '"components":{"old":{"platform":"sensor","unique_id":"o"},';
            if (!own.includes('"old"')) {
              broker.retained.set(byMac, own.replace('"components":{', more));
              shown.get(byMac)?.add("old");
            }
            await events.restarts(state);
          },
          leaves: () => arrange([]),
          "is renamed": () => arrange([{ ...cinema, name: players[0]?.name === "Den" ? "Cinema" : "Den" }]),
          "is too large": () => (broker.maxPayloadBytes = 1000),
          fits: () => (broker.maxPayloadBytes = 100_000),
        };
        await connect();
        for (const { what, state, waitMs } of story) {
          await events[what](state);
          await clock.advance(waitMs);
        }
        events.fits(everything);
        events["is lost"](everything);
        if (forgets) events.forgets(everything);
        await connect();
        const last = story.at(-1)?.state ?? everything;
        const fresh = startBench({ players });
        remember(fresh);
        await fresh.connect();
        for (const one of [bench, fresh]) {
          if (players.length > 0) one.publish("cinema", last);
          await one.clock.advance(seconds(90));
          one.homeAssistant.stop();
          expect(one.clock.pending).toBe(0);
        }
        // What others have written over an announcement is theirs once the player has left.
        const announced = ({ broker: { retained } }: DiscoveryBench): Map<string, string> =>
          new Map(
            [...retained].filter(([topic, text]) => !topic.startsWith("player2mqtt/") && text !== "{}"),
          );
        expect(announced(bench)).toEqual(announced(fresh));
        for (const [topic, keys] of shown)
          expect([...keys].toSorted()).toEqual(keysIn(broker.retained.get(topic)).toSorted());
      },
    ),
  );
});
