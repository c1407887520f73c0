import { expect, it } from "vitest";
import { bridgePayload, playerPayload } from "../../../src/extensions/home-assistant/discovery/payload.ts";
import { entry, routing } from "../../core/sample-player.ts";
import {
  about,
  byId,
  byMac,
  deviceOf,
  filmByMac,
  keysIn,
  macless,
  nothingKnown,
  seconds,
  settledBench,
  startBench,
} from "../../home-assistant/discovery-bench.ts";
import { incoming } from "../../support/bridge/incoming.ts";
import { everything, offering, target } from "../../home-assistant/players.ts";
import {
  arranges,
  born,
  connect,
  lose,
  restarts,
  shows,
  type Step,
  type Stories,
  toldBy,
} from "../../home-assistant/told-by.ts";

const cinema = { id: "cinema", name: "Cinema" };
const study = { id: "study", name: "Study" };
const withMac = { ...cinema, mac: "80:0a:80:5e:00:53" };
const settings = {
  prefix: "homeassistant",
  isEnabled: true,
  hasMediaPlayers: false,
  language: "auto",
} as const;

const shown =
  (id: string, session = everything): Step =>
  ({ publish }) =>
    publish(id, session);
/** Others have written this, which the broker still has. */
const retains =
  (topic: string, payload: object | string): Step =>
  ({ broker }) => {
    broker.retained.set(topic, typeof payload === "string" ? payload : JSON.stringify(payload));
  };
const announcedAs = (id: string) =>
  playerPayload({ ...target, id, identity: `player2mqtt_${id}` }, everything);
const byOther = (payload: object | string): string =>
  (typeof payload === "string" ? payload : JSON.stringify(payload)).replaceAll(
    "/bridge/state",
    "/bridge-b/state",
  );
/** Another member of the fleet has the player while the connection is lost. */
const comesBackLate: Step = ({ broker, homeAssistant }) => {
  const other = byOther(broker.retained.get(byMac) ?? "");
  broker.retained.set(byMac, other);
  homeAssistant.received(incoming(byMac, other, { retain: true }));
  homeAssistant.connected();
};
/** The announcement of an earlier version, in which the film was no device of its own. */
const hadFilmWithin: Step = ({ broker }) => {
  const [player, film] = [byMac, filmByMac].map((topic) => JSON.parse(broker.retained.get(topic) ?? ""));
  const components = { ...player.components, ...film.components };
  broker.retained.set(byMac, JSON.stringify({ ...player, components }));
  broker.retained.delete(filmByMac);
};

/** Somebody writes what the integration reads about the bridge, by default the same. */
const writesAbout =
  (text?: string): Step =>
  ({ broker, homeAssistant }) =>
    homeAssistant.received(incoming(about, text ?? broker.retained.get(about) ?? ""));

const foreign = [
  retains(deviceOf("other"), { origin: { name: "other" } }),
  retains(deviceOf("elsewhere"), bridgePayload("upstairs", "1")),
  retains(deviceOf("sibling"), bridgePayload("player2mqtt", "1", "bridge-2")),
];

const announced: Stories = {
  "announces the choices of a film once its earlier version's announcement has lost them": [
    { 0: [hadFilmWithin, restarts(), shows()] },
    "2 about as it was, 2 states as it was, 2 player v1 removing, 4 player v1, 4 film as it was, player is announced",
  ],
  "follows a player whose id was changed by a restart": [
    { 0: [restarts({ players: [study] }), shown("study")] },
    "2 about as it was, 2 player v1 Study study, 2 film study, player is announced",
  ],
  "follows a player whose id was changed by a reload": [
    { 0: [arranges(study), shown("study")] },
    "0 player v1 Study study, 0 film study, player is announced",
  ],
  "removes its announcements under an earlier prefix, and those of no other bridge": [
    { 0: [...foreign, restarts({ prefix: "ha", formerPrefixes: ["homeassistant"] }), shows()] },
    "0 bridge gone, 0 player gone, 0 film gone, 0 media player gone, 2 about as it was, 2 ha: bridge, 2 states as it was, 2 ha: player v1, 2 ha: film, 4 × removing an announcement, player is announced",
    { hasMediaPlayers: true },
  ],
  "removes its announcements when it gets another prefix": [
    { 0: ({ homeAssistant }) => void homeAssistant.reconfigure({ ...settings, prefix: "other" }) },
    "0 bridge gone, 0 player gone, 0 film gone",
  ],
  "keeps what a removed player has while one that is off may be the same": [
    { 0: [restarts({ players: [study] }), shown("study", nothingKnown)], 2000: shown("study") },
    "2 about as it was, 2000 player v1 Study study, 2000 film study, player is announced",
  ],
  "removes what a removed player had as soon as the others have answered and are not the same": [
    { 0: [restarts({ players: [study] }), shown("study", nothingKnown)], 20: shown("study", macless) },
    "2 about as it was, 20 player study v1 Study study, 20 film study study, 20 player gone, 20 film gone, 2 × removing an announcement, player is announced",
  ],
  "takes its players from mqtt_media_player once that is disabled": [
    { 0: [restarts(), shows()] },
    "2 about as it was, 2 media player gone, 2 states as it was, removing an announcement, player is announced",
    { hasMediaPlayers: true },
  ],
  "removes all of its announcements, and no others, when discovery is disabled": [
    { 0: [...foreign, restarts({ isEnabled: false }), shows()], 10: born },
    "2 about gone, 2 bridge gone, 2 player gone, 2 film gone, 2 media player gone, 2 states as it was, 4 × removing an announcement",
    { hasMediaPlayers: true },
  ],
  "knows a player by its earlier announcement if that reports no MAC any more": [
    { 0: [restarts(), shows(macless)] },
    "2 about as it was, 2 states as it was, 2 player v1, player is announced",
  ],
  "corrects what another client writes about it, and no echo of its own": [
    { 0: writesAbout(), 10: writesAbout("{}"), 20: writesAbout("") },
    "11 about as it was, 21 about as it was",
  ],
  "removes the announcements of a bridge that has left the fleet": [
    { 0: restarts({ players: [] }), 10: restarts({ players: [], answersFor: () => true }) },
    "2 about, 2 bridge, 12 about as it was, 12 about-1 gone, 12 player bridge-1 gone, 12 player gone, 12 film gone, 3 × removing an announcement",
    { bridge: "bridge-1", answersFor: (bridge) => bridge === "bridge-1" },
  ],
  "removes a player that leaves while it runs": [
    { 0: arranges() },
    "0 player gone, 0 film gone, 2 × removing an announcement",
  ],
  "keeps a player that another bridge may have now": [{ 0: arranges() }, "", { mayReturn: () => true }],
  "announces a renamed player under its new name, and follows its next session": [
    { 0: arranges({ ...cinema, name: "Big screen" }), 5: shows(offering(routing([entry("Line")], "Line"))) },
    "0 player v1 Big screen, 0 film, 5 player v1 Big screen, 7 player v1 Big screen",
  ],
  "takes a player back that another member had during a disconnect": [
    { 0: [lose, comesBackLate, arranges()], 5: [arranges(cinema), shows()] },
    "2 about as it was, 2 bridge as it was, 5 player as it was, player is announced",
    { mayReturn: () => true },
  ],
  "removes a stale announcement that appears with a later connection": [
    { 0: [lose, retains(byId, announcedAs("cinema")), connect] },
    "2 about as it was, 2 player cinema gone, removing an announcement",
  ],
};

const unknown: Stories = {
  "keeps the id as identity of a player that reported no MAC at first": [
    { 0: [connect, shows(macless)], 5: [restarts(), shows()] },
    "2 about, 2 bridge, 2 states, 2 player cinema v1, 2 film cinema, 7 about as it was, 7 states as it was, 2 × player is announced",
  ],
  "moves a player to its configured MAC by a reload, and removes what it had first": [
    { 0: [connect, shows(macless)], 20: [arranges(withMac), shows(macless)] },
    "2 about, 2 bridge, 2 states, 2 player cinema v1, 2 film cinema, 20 player cinema gone, 20 film cinema gone, 22 player v1, 22 film, 2 × player is announced",
  ],
  "moves a player to its configured MAC by a restart, and removes what it had first": [
    { 0: [connect, shows(macless)], 20: [restarts({ players: [withMac] }), shows(macless)] },
    "2 about, 2 bridge, 2 states, 2 player cinema v1, 2 film cinema, 22 about as it was, 22 player cinema gone, 22 film cinema gone, 22 states as it was, 24 player v1, 24 film, 2 × player is announced",
  ],
  "keeps what was stale before a disconnect, if another bridge has claimed it since": [
    {
      0: [retains(deviceOf("player2mqtt_loft"), announcedAs("loft")), connect],
      10: [lose, retains(deviceOf("player2mqtt_loft"), byOther(announcedAs("loft"))), connect, shows()],
    },
    "2 about, 2 bridge, 12 about as it was, 12 states, 12 player v1, 12 film, player is announced",
  ],
};

it.each(Object.entries(announced))("a bridge %s", async (_, [story, told, options]) => {
  expect(await toldBy(await settledBench(options), story)).toBe(told);
});

it.each(Object.entries(unknown))("a bridge that begins %s", async (_, [story, told, options]) => {
  expect(await toldBy(startBench(options), story)).toBe(told);
});

it("a player is held as long as Home Assistant may have entities of it", async () => {
  const { arrange, homeAssistant } = await settledBench({ mayReturn: () => true });
  arrange([]);
  expect(homeAssistant.holds("cinema")).toBe(true);
  for (const topic of [byMac, filmByMac]) homeAssistant.received(incoming(topic, ""));
  expect(homeAssistant.holds("cinema")).toBe(false);
  homeAssistant.disconnected();
  expect(homeAssistant.holds("cinema")).toBe(true);
});

it("a player with a configured MAC is announced even while offline", async () => {
  const bench = startBench({ players: [{ id: "cinema", name: "Cinema", mac: "80:0a:80:5e:00:53" }] });
  await bench.connect();
  bench.publish("cinema", nothingKnown);
  await bench.clock.advance(seconds(12));
  expect(keysIn(bench.broker.retained.get(byMac))).toEqual([
    "connectivity",
    "refresh",
    "command_outcome",
    "last_outcome",
  ]);
});

it("a player with another player's MAC gets its identity from its id", async () => {
  const players = [
    { id: "cinema", name: "Cinema" },
    { id: "clone", name: "Clone" },
  ];
  const bench = startBench({ players });
  await bench.connect();
  bench.publish("cinema", everything);
  bench.publish("clone", everything);
  // A shared MAC would merge the two devices.
  expect(bench.broker.retained.get(deviceOf("player2mqtt_clone"))).not.toContain('"connections"');
  expect(bench.broker.retained.get(byMac)).toContain('"connections"');
});

it("the extension subscribes to the topics it needs, even while discovery is disabled", () => {
  const wanted = [
    { filter: "homeassistant/device/+/config", wantsRetained: true },
    { filter: "homeassistant/media_player/+/config", wantsRetained: true },
    { filter: "homeassistant/status", wantsRetained: false },
    { filter: "player2mqtt-discovery/player2mqtt_bridge", wantsRetained: true, isOptional: true },
  ];
  expect(startBench().homeAssistant.subscriptions).toEqual(wanted);
  expect(startBench({ isEnabled: false }).homeAssistant.subscriptions).toEqual(wanted);
});

it("an extension with other settings needs a successor, which knows the prefixes before it", () => {
  const first = startBench({ prefix: "a" }).homeAssistant;
  expect(first.reconfigure({ ...settings, prefix: "a" })).toBe(true);
  expect(first.reconfigure({ ...settings, prefix: "b" })).toBe(false);
  // It was changed and changed back, and removes nothing under its own.
  const second = startBench({ prefix: "b", formerPrefixes: first.prefixesBefore("b") }).homeAssistant;
  expect([first.prefixesBefore("b"), second.prefixesBefore("a")]).toEqual([["a"], ["b"]]);
});
