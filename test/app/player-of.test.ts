import { expect, it } from "vitest";
import { PlayerList } from "../../src/app/player-of.ts";
import { Counters } from "../../src/core/session/counters.ts";
import { families } from "../../src/families/index.ts";
import { OpenPlayers } from "../../src/families/open-players.ts";
import { loadWith } from "../config/load-with.ts";

/** The player `den` of a list, with these settings. */
function playerOf(list: PlayerList, settings: object) {
  const players = JSON.stringify([{ id: "den", url: "http://player", ...settings }]);
  return list.of(loadWith({ args: { players } }))[0];
}

it.each([
  ["controls", "plugTopic", "plugs/new"],
  ["controls", "plugOff", "0"],
  ["controls", "maxVolume", 40],
  ["controls", "powerOff", "standby"],
  ["commands", "deadlineMs", 9000],
  ["publish", "positionIntervalMs", 9000],
  ["queue", "window", 9],
  ["device", "gapMs", 90],
])("a player is another one with another %s.%s, and only then", (section, setting, value) => {
  const list = new PlayerList(families, new Counters(), new OpenPlayers());
  const before = { controls: { plugTopic: "plugs/old", plugOff: "OFF" } };
  const [first, same, other] = [
    before,
    before,
    { ...before, [section]: { ...(section === "controls" && before.controls), [setting]: value } },
  ].map((settings) => playerOf(list, settings));
  expect(same).toBe(first);
  expect(other).not.toBe(first);
  expect(first?.plug?.topic).toBe("plugs/old");
  expect(other?.plug?.topic).toBe(setting === "plugTopic" ? "plugs/new" : "plugs/old");
});

it("a player stays the same one in another room, which is for the page alone", () => {
  const list = new PlayerList(families, new Counters(), new OpenPlayers());
  const [first, other] = ["Den", "Attic"].map((room) => playerOf(list, { room }));
  expect(other).toBe(first);
});

it("every player is another one with another size of messages, to which its queue is cut", () => {
  const list = new PlayerList(families, new Counters(), new OpenPlayers());
  const players = '[{"id":"den","url":"http://player"}]';
  const [first, same, other] = ["50000", "50000", "20000"].map(
    (maxPayload) => list.of(loadWith({ args: { players, "mqtt.maxPayload": maxPayload } }))[0],
  );
  expect(same).toBe(first);
  expect(other).not.toBe(first);
});

it("a player has what its settings say, each at its place", () => {
  const poll = {
    audio: "",
    video: "0 * * * * *",
    state: "",
    queue: "",
    playlist: "",
    videoVolume: "",
    pace: "gentle",
  };
  const device = { gapMs: 90, offlineAfter: 4 };
  const publish = { positionIntervalMs: 70, settings: ["gain"], confirmedSettings: ["bass"] };
  const library = { enabled: true, requestsPerHour: 9, slowMs: 800 };
  const read = { path: "/a", pointer: "/b" };
  const settings = {
    name: "Den",
    mac: "02:5e:11:00:00:01",
    follow: false,
    operations: [{ name: "loud", kind: "text", read }],
    poll: { ...poll, idleFactor: 7 },
    device,
    commands: { deadlineMs: 9000, inboxSize: 5 },
    publish: { ...publish, pictures: true, pictureMaxBytes: 12_345 },
    controls: {
      maxVolume: 40,
      sleepOff: true,
      powerOff: "standby",
      raw: ["/a"],
      wakeMacs: ["02:5e:11:00:00:02"],
      presets: { One: ["wake"] },
      plugTopic: "plug",
      plugOn: "1",
      plugOff: "0",
    },
    library,
  };
  const list = new PlayerList(families, new Counters(), new OpenPlayers());
  expect(playerOf(list, {})).toMatchObject({ maxPictureBytes: 0, plug: undefined });
  expect(playerOf(list, settings)).toEqual({
    id: "den",
    name: "Den",
    address: "http://player",
    profile: undefined,
    mac: "02:5e:11:00:00:01",
    follow: false,
    policy: {
      ...device,
      idleFactor: 7,
      pace: { factor: 3, scheduled: new Set(["video"]) },
      positionIntervalMs: 70,
    },
    poll: settings.poll,
    deadlineMs: 9000,
    inboxSize: 5,
    maxPictureBytes: 12_345,
    maxVolumePercent: 40,
    sleepOff: true,
    offAction: "standby",
    wakeMacs: ["02:5e:11:00:00:02"],
    rawPaths: ["/a"],
    library,
    settingTags: ["gain"],
    confirmedSettings: ["bass"],
    declaredTags: ["loud"],
    presets: [{ name: "One", goesOn: false, steps: [{ target: "power", request: "on" }] }],
    plug: { topic: "plug", on: "1", off: "0" },
    longestStepMs: expect.any(Number),
    open: expect.any(Function),
  });
});
