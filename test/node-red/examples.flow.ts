import { expect, describe, inject, it } from "vitest";
import { startSimulator } from "../../simulator/zidoo/start-simulator.ts";
import { eventually } from "../support/eventually.ts";
import { startReceiver } from "../support/receiver-stand-in.ts";
import { brokerNode, plainFlows, readFlow } from "./example-flow.ts";
import { base, quick } from "./nodes-flow.ts";
import { setStage, type Stage } from "./stage.ts";

const payloads = (stage: Stage, name: string) => stage.nodeRed.shownBy(name);
const whole = { "queue.publish": "all" };
const notifyTopic = "notify/player2mqtt";

/** Waits until a node shows this. */
const shows = (stage: Stage, node: string, text: string | RegExp) =>
  expect.poll(() => stage.nodeRed.status(node).text).toMatch(text);
/** Whether a flow waits before it does something. */
const clockIs = (stage: Stage, node: string, fill: "blue" | undefined) =>
  expect.poll(() => stage.nodeRed.status(node).fill).toBe(fill);

/** Outcomes in their order, also of what was not done, or not in time. */
const outcomes = (stage: Stage) =>
  stage.nodeRed.shown
    .filter(({ by }) => ["outcome", "not done", "no outcome", "no outcome in time"].includes(by))
    .map(({ payload }) => payload);

async function press(stage: Stage, button: string, outcome: object): Promise<void> {
  const before = outcomes(stage).length;
  await stage.nodeRed.press(button);
  await expect.poll(() => outcomes(stage).slice(before)).toMatchObject([outcome]);
}

describe.each<[flow: string, button: string, options: RegExp]>([
  ["selector", "input: Bluetooth", /HDMI: HDMI main.*BT: Bluetooth/],
  ["Selector", "to Bluetooth", /HDMI main.*Bluetooth/],
  ["selector-mqtt5", "input by tag: BT", /^$/],
])("the selector %s", (flow, button, options) => {
  it("chooses by tag and by name, and shows its outcomes alone, also after the broker was away", async () => {
    await using stage = await setStage({ flow });
    await stage.startAll();
    const lists = () => payloads(stage, "options").map((list) => JSON.stringify(list));
    await expect.poll(() => lists().toSorted().join()).toMatch(options);
    // The one version knows its outcomes by their transactions, the other by a response topic.
    const foreign =
      '{"tag": "USB", "transaction": "somebody else", "command": "audio/input", "outcome": "applied"}';
    for (const topic of [`${base}/audio/input/set`, "node-red/replies/player"])
      await stage.observer.publish(topic, foreign);
    await expect.poll(() => stage.observer.on(`${base}/result`)).toHaveLength(1);
    await press(stage, "input by tag: BT", { tag: "BT", outcome: "applied" });
    await press(stage, "input by name: Built-in player", { tag: "XMOS", outcome: "applied" });
    await press(stage, "output by name: Line out", { tag: "RCA", outcome: "applied" });
    await press(stage, "output by tag: HDMI", { tag: "HDMI", outcome: "applied" });
    await press(stage, "output by tag: HDMI", { tag: "HDMI", outcome: "unchanged" });
    stage.player.behaviors.add("status:805@setOutInputList*1");
    await press(stage, "output by name: Line out", { request: "Line out", outcome: "failed" });
    await stage.restartBroker();
    await press(stage, "output by name: Line out", { tag: "RCA", outcome: "applied" });
    await stage.nodeRed.press(button);
    await expect.poll(() => stage.player.player.audio.input?.tag).toBe("BT");
  });
});

it.each(["selector", "selector-mqtt5"])(
  "the selector %s says so when no outcome comes in time",
  async (flow) => {
    const variables = { OUTCOME_SECONDS: "0.2" };
    await using stage = await setStage({ flow, variables });
    await stage.deploy();
    await stage.nodeRed.press("input by tag: BT");
    await expect.poll(() => outcomes(stage)).toMatchObject([{ tag: "BT", outcome: "timeout", seconds: 0.2 }]);
  },
);

describe.each<[flow: string, music: string, film: RegExp]>([
  ["remote", "music playing", /^video playing, music paused$/],
  ["Remote", "▶ Nadia Quill – Amber Ferry", /^▶ .*Lighthouse/],
])("the remote %s", (flow, music, film) => {
  it("plays, pauses, seeks and skips music, and sets its volume, also after the broker was away", async () => {
    await using stage = await setStage({ flow, preset: "audio", settings: quick });
    const { player } = stage.player;
    await stage.startAll();
    await shows(stage, "what plays", music);
    // The outcomes of others are not shown.
    await stage.observer.publish(`${base}/volume/set`, "30");
    await expect.poll(() => stage.observer.on(`${base}/result`)).toHaveLength(1);
    await press(stage, "pause", { command: "music/playback", request: "pause", outcome: "applied" });
    expect(player.music.state).toBe("paused");
    await press(stage, "play", { request: "play", outcome: "applied" });
    await press(stage, "next", { request: "next", outcome: "applied" });
    await press(stage, "forward 30 s", { command: "music/position", request: "+30", outcome: "applied" });
    expect(player.music.positionMs).toBeGreaterThan(29_000);
    // 60 of 200 is 30 percent.
    await press(stage, "volume up", { command: "volume", request: "+5", outcome: "applied" });
    await press(stage, "mute", { command: "mute", request: "on", outcome: "applied" });
    expect([player.music.index, player.volume?.level, player.isMuted]).toEqual([1, 70, true]);
    await press(stage, "sound on", { command: "mute", request: "off", outcome: "applied" });
    await press(stage, "keys: Home, then Down", { command: "key", outcome: "applied" });
    expect([player.isMuted, player.keys]).toEqual([false, ["Key.Home", "Key.Down"]]);
    const look = stage.nodeRed.status("what plays").text ?? "";
    stage.cable.unplug();
    await expect.poll(() => stage.nodeRed.status("what plays").text).not.toBe(look);
    stage.cable.plugIn();
    await shows(stage, "what plays", look);
    await press(stage, "previous", { request: "previous", outcome: "applied" });
  });

  it("goes to the film while one plays, and says what a video player lacks", async () => {
    await using stage = await setStage({ flow, settings: quick });
    stage.player.player.music.pause();
    await stage.startAll();
    await shows(stage, "what plays", film);
    await press(stage, "forward 30 s", { command: "video/position", outcome: "applied" });
    await press(stage, "pause", { command: "video/playback", outcome: "applied" });
    expect(stage.player.player.video.state).toBe("paused");
    await press(stage, "volume up", { outcome: "rejected", reason: "this player has no volume" });
  });
});

it("the remote sends nothing to a player that is lost but what wakes it", async () => {
  const settings = { ...quick, "controls.wakeAddress": "127.0.0.1:9" };
  const variables = { OUTCOME_SECONDS: "0.5" };
  await using stage = await setStage({ flow: "remote", preset: "audio", settings, variables });
  await stage.startAll();
  await shows(stage, "what plays", "music playing");
  stage.player.behaviors.add("hang@getState");
  await press(stage, "pause", { command: "music/playback", outcome: "timeout", seconds: 0.5 });
  stage.player.behaviors.clear();
  await stage.player.sleep();
  await shows(stage, "what plays", "player offline");
  const sent = () => stage.observer.seen.filter(({ topic }) => topic.endsWith("/set")).length;
  const before = sent();
  await press(stage, "pause", { outcome: "not sent", reason: "the player is offline" });
  await stage.nodeRed.press("power on");
  await expect.poll(() => stage.observer.on(`${base}/power/set`)).toHaveLength(1);
  await stage.player.wake();
  await expect
    .poll(() => outcomes(stage))
    .toContainEqual(expect.objectContaining({ command: "power", request: "on", outcome: "applied" }));
  await stage.stopBridge();
  await shows(stage, "what plays", "bridge offline");
  await press(stage, "power on", { outcome: "not sent", reason: "the bridge is offline" });
  expect(sent()).toBe(before + 1);
});

/** The node that shows what plays, and the commands for an output that is chosen already, which do nothing. */
describe.each<[flow: string, node: string, playing: RegExp, idle: RegExp, unneeded: readonly string[]]>([
  ["automation", "started, or over?", /^playing$/, /^idle$/, []],
  ["Cinema", "what plays", /Lighthouse|Moss/, /Nadia Quill/, ["HDMI", "HDMI"]],
])("the cinema %s", (flow, node, playing, idle, unneeded) => {
  const lightTopic = "zigbee2mqtt/living-room";
  const bright = '{"state":"ON","brightness":120,"linkquality":90}';
  const dark = '{"state":"OFF"}';
  const brightAgain = '{"state":"ON","brightness":120}';
  const clock = "for long enough";

  /** A player with a film that has not begun, unless it is to play, and a light that is on. */
  async function setCinema(more: Readonly<Record<string, string>> = {}, plays = false): Promise<Stage> {
    const variables = { CINEMA_OUTPUT: "HDMI2", STOPPED_SECONDS: "0.2", PAUSED_SECONDS: "600", ...more };
    const stage = await setStage({ flow, variables });
    const { video } = stage.player.player;
    if (plays) video.play();
    else video.stop();
    await stage.observer.publish(lightTopic, bright, { retain: true });
    await stage.startAll();
    await shows(stage, node, plays ? playing : idle);
    return stage;
  }
  const lightIs = (stage: Stage, ...commands: readonly string[]) =>
    expect.poll(() => stage.observer.on(`${lightTopic}/set`)).toEqual(commands);
  const outputIs = (stage: Stage, tag: string) =>
    eventually(() => {
      expect(stage.player.player.audio.output?.tag).toBe(tag);
      expect(stage.observer.on(`${base}/audio/output`).at(-1)).toBe(tag);
    });
  const outputCommands = (stage: Stage) =>
    stage.observer.on(`${base}/audio/output/set`).map((text) => {
      const { tag, value } = JSON.parse(text) as { readonly tag?: string; readonly value?: string };
      return tag ?? value;
    });

  it("switches when a film starts and puts everything back when it is over, not while it is paused or another one follows", async () => {
    await using stage = await setCinema({ STOPPED_SECONDS: "4" });
    const { video } = stage.player.player;
    video.play();
    await outputIs(stage, "HDMI2");
    await lightIs(stage, dark);
    await stage.observer.publish(lightTopic, '{"state":"OFF","brightness":120}', { retain: true });
    for (const [leave, goOn] of [
      [() => video.pause(), () => video.play()],
      [() => video.stop(), () => video.playEntry(1)],
    ] as const) {
      leave();
      await clockIs(stage, clock, "blue");
      goOn();
      await clockIs(stage, clock, undefined);
    }
    video.stop();
    await outputIs(stage, "HDMI");
    await lightIs(stage, dark, brightAgain);
    expect(outputCommands(stage)).toEqual(["HDMI2", "HDMI"]);
    await expect
      .poll(() => outcomes(stage))
      .toMatchObject([
        { tag: "HDMI2", outcome: "applied" },
        { tag: "HDMI", outcome: "applied" },
      ]);
  });

  it("does nothing at deploy, nor after the broker was away, while a film plays", async () => {
    await using stage = await setCinema({}, true);
    // It is answered after what the deploy would have sent.
    await stage.observer.publish(`${base}/refresh/set`, "");
    await expect.poll(() => stage.observer.on(`${base}/result`)).toHaveLength(1);
    await lightIs(stage);
    expect(outputCommands(stage)).toEqual([]);
    await stage.restartBroker();
    // Nothing was switched, so there is nothing to put back.
    stage.player.player.video.stop();
    await shows(stage, node, idle);
    await lightIs(stage);
    expect(outputCommands(stage)).toEqual([]);
    await stage.observer.publish(lightTopic, bright, { retain: true });
    stage.player.player.video.play();
    await outputIs(stage, "HDMI2");
    await lightIs(stage, dark);
  });

  it("puts everything back when a pause is long or the player falls asleep", async () => {
    await using stage = await setCinema({ PAUSED_SECONDS: "0.5" });
    const { video } = stage.player.player;
    video.play();
    await outputIs(stage, "HDMI2");
    video.pause();
    await outputIs(stage, "HDMI");
    await lightIs(stage, dark, brightAgain);
    video.play();
    await outputIs(stage, "HDMI2");
    await stage.player.sleep();
    await lightIs(stage, dark, brightAgain, dark, brightAgain);
    expect(outputCommands(stage).slice(0, 3)).toEqual(["HDMI2", "HDMI", "HDMI2"]);
  });

  it.each([
    ["that somebody has chosen in the meantime", "HDMI2", "RCA", ["HDMI2"]],
    ["that is chosen already", "HDMI", "HDMI", unneeded],
  ])("leaves an output alone %s", async (_what, output, chosen, commands) => {
    await using stage = await setCinema({ CINEMA_OUTPUT: output });
    const { video, audio } = stage.player.player;
    video.play();
    await outputIs(stage, output);
    await lightIs(stage, dark);
    audio.selectOutput(chosen);
    await outputIs(stage, chosen);
    video.stop();
    await lightIs(stage, dark, brightAgain);
    expect(outputCommands(stage)).toEqual(commands);
  });
});

describe("the watchdog", () => {
  /** Almost two seconds: a slow machine needs one to connect. */
  const soon = { GONE_MINUTES: "0.03" };
  const [look, clock] = ["here, or gone?", "for so long"];

  it("tells once that bridge, player or broker is gone, and once that it is back", async () => {
    await using stage = await setStage({ flow: "watchdog", variables: soon });
    const expected: string[] = [];
    const tells = (who: string, what: "gone" | "back") => {
      expected.push(`The ${who} ${what === "back" ? "is back" : "has been gone for 0.03 minutes"}.`);
      return expect.poll(() => payloads(stage, "message")).toEqual(expected);
    };
    await stage.deploy();
    await tells("bridge", "gone");
    await stage.startBridge();
    await tells("bridge", "back");
    await stage.stopBridge();
    await tells("bridge", "gone");
    // Deployed anew, it tells nothing again.
    await stage.deploy();
    await shows(stage, look, "bridge offline, player online");
    for (const fill of ["blue", undefined] as const) await clockIs(stage, clock, fill);
    await stage.startBridge();
    await tells("bridge", "back");
    await stage.player.sleep();
    await tells("player player", "gone");
    await stage.player.wake();
    await tells("player player", "back");
    await expect.poll(() => stage.observer.on(notifyTopic)).toEqual(expected);
    await stage.broker.stop();
    await tells("bridge", "gone");
    await stage.broker.start();
    await tells("bridge", "back");
  });

  it("says nothing of a short absence", async () => {
    await using stage = await setStage({ flow: "watchdog" });
    await stage.startAll();
    await shows(stage, look, "bridge online, player online");
    await stage.player.sleep();
    await shows(stage, look, "bridge online, player offline");
    await clockIs(stage, clock, "blue");
    await stage.player.wake();
    await shows(stage, look, "bridge online, player online");
    await stage.stopBridge();
    await shows(stage, look, "bridge offline, player online");
    await stage.startBridge();
    await shows(stage, look, "bridge online, player online");
    // Nothing can follow.
    await clockIs(stage, clock, undefined);
    expect(payloads(stage, "message")).toEqual([]);
  });

  it("tells of a bridge that never came where the broker was connected before, and of an unknown player", async () => {
    await using stage = await setStage({ flow: "watchdog", variables: { ...soon, PLAYER_ID: "kitchen" } });
    const own = [
      brokerNode("own broker", stage.cable.port),
      { id: "own tab", type: "tab", label: "What was there before" },
      { id: "own node", type: "mqtt in", z: "own tab", broker: "own broker", topic: "#", x: 100, y: 100 },
    ];
    await stage.nodeRed.deployNodes(own);
    await stage.nodeRed.connected();
    const moved = readFlow("watchdog").map((node) =>
      node.type.startsWith("mqtt ") ? { ...node, broker: "own broker" } : node,
    );
    const added = moved.filter(({ type }) => type !== "mqtt-broker");
    await stage.nodeRed.deployNodes([...own, ...added], "nodes");
    const gone = "The bridge has been gone for 0.03 minutes.";
    await expect.poll(() => payloads(stage, "message")).toEqual([gone]);
    await stage.startBridge();
    const unknown = "The player kitchen has been gone for 0.03 minutes.";
    await expect.poll(() => payloads(stage, "message")).toEqual([gone, "The bridge is back.", unknown]);
  });
});

it("the Watchdog tells once that the player is gone, once that it is back, and what happens", async () => {
  await using stage = await setStage({ flow: "Watchdog", variables: { GONE_MINUTES: "0.01" } });
  await stage.startAll();
  await expect.poll(() => stage.nodeRed.status("online or not").fill).toBe("green");
  await stage.player.sleep();
  const gone = "player player: player gone for 0.01 minutes";
  await expect.poll(() => payloads(stage, "message")).toEqual([gone]);
  await stage.player.wake();
  await expect.poll(() => stage.observer.on(notifyTopic)).toEqual([gone, "player player: back"]);
  expect(payloads(stage, "event")).toContainEqual(
    expect.objectContaining({ event: "availability", player: "player" }),
  );
});

describe("the queue browser", () => {
  const topic = `${base}/music/queue`;
  const queues = (stage: Stage) => payloads(stage, "whole queue") as { position?: number; title: string }[][];

  it.each(["queue-browser", "Queue browser"])(
    "%s shows what is around the current entry, and the whole queue, also when it changes or the broker was away",
    async (flow) => {
      await using stage = await setStage({
        flow,
        queueSize: 120,
        settings: whole,
        variables: { QUIET_MS: "300" },
      });
      const { music } = stage.player.player;
      const titles = () => music.entries.map(({ title }) => title);
      const agrees = () =>
        expect
          .poll(() =>
            queues(stage)
              .at(-1)
              ?.map(({ title }) => title),
          )
          .toEqual(titles());
      music.playEntry(60);
      await stage.startBridge();
      await expect.poll(() => stage.observer.on(`${topic}/pages/2`)).not.toEqual([]);
      await stage.deploy();
      await agrees();
      await expect
        .poll(() => JSON.stringify(payloads(stage, "around the current").at(-1)))
        .toMatch(new RegExp(`^[^▶]*▶ [^\n]*${titles()[60]}[^▶]*$`));
      const all = music.entries;
      music.edit((entries) => entries.slice(0, 30));
      await agrees();
      await stage.broker.stop();
      music.edit(() => all.toReversed());
      await stage.broker.start();
      await agrees();
      music.edit(() => []);
      await agrees();
    },
  );

  it("waits for the last page, whatever comes first, and forgets pages that went while it was cut off", async () => {
    await using stage = await setStage({ flow: "queue-browser", variables: { QUIET_MS: "300" } });
    await stage.deploy();
    const publish = (leaf: string, payload: string) =>
      stage.observer.publish(`${topic}/${leaf}`, payload, { retain: true });
    const page = (number: number) =>
      publish(
        `pages/${number}`,
        JSON.stringify([0, 1].map((place) => ({ position: 2 * number + place, title: `Track ${place}` }))),
      );
    // As long as no pages are published.
    await publish("total", "24");
    await shows(stage, "put together", "0 of 24");
    for (const number of [10, 2, 9, 0, 1, 3, 4, 5, 6, 7]) await page(number);
    await publish("total", "22");
    await shows(stage, "put together", "20 of 22");
    await page(8);
    const positions = () => queues(stage).map((queue) => queue.map(({ position }) => position));
    await expect.poll(positions).toEqual([[...Array(22).keys()]]);
    stage.cable.unplug();
    await publish("pages/10", "");
    await publish("total", "20");
    stage.cable.plugIn();
    await expect.poll(() => positions().at(-1)).toEqual([...Array(20).keys()]);
  });
});

describe("now playing", () => {
  const flow = "now-playing";
  const shown = (stage: Stage) => payloads(stage, "now playing");
  const tells = (stage: Stage, ...wanted: readonly object[]) =>
    expect.poll(() => shown(stage)).toEqual(wanted);
  const nothing = { title: "", position: null, duration: null, progress: null };

  it("is one message for each change, and none when nothing has changed or the broker was away", async () => {
    await using stage = await setStage({ flow });
    const { video } = stage.player.player;
    /** So that only what the test does changes anything. */
    const pauseAt = (seconds: number): void => {
      video.pause();
      video.seek(seconds * 1000);
    };
    pauseAt(60);
    const { title } = video.current ?? {};
    await stage.startAll();
    const paused = { title, state: "paused", position: 60, duration: 240, progress: 25 };
    await tells(stage, paused);
    await stage.observer.publish(`${base}/refresh/set`, "");
    await expect.poll(() => stage.observer.on(`${base}/result`)).not.toEqual([]);
    await stage.restartBroker();
    pauseAt(120);
    const sought = { ...paused, position: 120, progress: 50 };
    await tells(stage, paused, sought);
    video.stop();
    await expect.poll(() => shown(stage)).toEqual([paused, sought, { ...nothing, state: "idle" }]);
  });

  it("is one message whatever comes first, and forgets what became empty while it was cut off", async () => {
    await using stage = await setStage({ flow, variables: { QUIET_MS: "400" } });
    await stage.deploy();
    const publish = (leaves: readonly (readonly [leaf: string, payload: string])[]) =>
      Promise.all(
        leaves.map(([leaf, payload]) =>
          stage.observer.publish(`${base}/video/${leaf}`, payload, { retain: true }),
        ),
      );
    const wanted: object[] = [];
    for (const turn of [0, 1, 2, 3]) {
      // A title that looks like a number, and a position behind the end.
      const [title, duration] = [String(1917 + turn), 100 + turn];
      const leaves = [
        ["state", "playing"],
        ["title", title],
        ["duration", String(duration)],
        ["position", "105"],
      ] as const;
      await publish([...leaves.slice(turn), ...leaves.slice(0, turn)]);
      wanted.push({ title, state: "playing", position: 105, duration, progress: 100 });
      await tells(stage, ...wanted);
    }
    // The empty texts go by while Node-RED is not there, and the broker does not keep them.
    stage.cable.unplug();
    await publish([
      ["title", ""],
      ["duration", ""],
    ]);
    stage.cable.plugIn();
    wanted.push({ ...nothing, state: "playing", position: 105 });
    await expect.poll(() => shown(stage)).toEqual(wanted);
  });
});

it("the flows that need nothing but Node-RED run side by side, with the broker inside the bridge and what is set once for all of them", async () => {
  await using stage = await setStage({
    variables: { MQTT_BASE_TOPIC: "home/av", PLAYER_ID: "cinema" },
    settings: { "mqtt.url": "", "mqtt.baseTopic": "home/av", "player.id": "cinema" },
  });
  const together = plainFlows.filter((file) => !file.endsWith("mqtt5.json")).flatMap(readFlow);
  const once = [...new Map(together.map((node) => [node.id, node])).values()];
  const sets = (await stage.nodeRed.get("/nodes")) as { module: string; types: string[] }[];
  const own = new Set(sets.flatMap(({ module, types }) => (module === "node-red" ? types : [])));
  const types = new Set(once.map(({ type }) => type));
  expect([...types].filter((type) => !own.has(type))).toEqual(["tab"]);
  await stage.nodeRed.deployNodes(once);
  await stage.broker.stop();
  await stage.startBridge();
  await stage.nodeRed.connected();
  await expect.poll(() => payloads(stage, "options").length).toBeGreaterThanOrEqual(2);
  await stage.nodeRed.press("input by tag: BT");
  await eventually(() => {
    expect(payloads(stage, "outcome")).toMatchObject([{ tag: "BT", outcome: "applied" }]);
    expect(payloads(stage, "now playing")).not.toEqual([]);
    expect(payloads(stage, "around the current")).not.toEqual([]);
    expect(stage.nodeRed.status("started, or over?").text).toBe("playing");
    expect(stage.nodeRed.status("here, or gone?").text).toBe("bridge online, player online");
  });
});

describe("the examples with nodes", () => {
  it("tell of a watched film once, and send a played track once to a server for listens", async () => {
    await using server = await startReceiver();
    const variables = { LISTENBRAINZ_URL: `${server.url}/`, LISTENBRAINZ_TOKEN: "secret" };
    await using stage = await setStage({ flow: "Watched and played", variables });
    await stage.deploy();
    const film = { title: "Series & more", season: 2, episode: 5, id: "a", durationSeconds: 6000 };
    for (const kind of ["started", "watched", "watched", "stopped"])
      await stage.observer.publish(`${base}/watched`, JSON.stringify({ kind, ...film }));
    const track = { title: "One", artist: "Artist", album: "", startedAt: "2026-01-01T00:00:00.000Z" };
    for (const [id, durationSeconds] of [
      ["a", 20],
      ["b", 200],
      ["b", 200],
      ["c", null],
    ])
      await stage.observer.publish(`${base}/played`, JSON.stringify({ ...track, id, durationSeconds }));
    await expect.poll(() => payloads(stage, "answer")).toEqual([200, 200]);
    const metadata = { artist_name: "Artist", track_name: "One" };
    const payload = [{ listened_at: 1_767_225_600, track_metadata: metadata }];
    const listen = ["Token secret", { listen_type: "single", payload }];
    expect(server.taken.map(({ headers, body }) => [headers.authorization, body])).toEqual([listen, listen]);
    expect(payloads(stage, "film")).toEqual(["watched: Series & more S2E5"]);
    expect(stage.observer.on(notifyTopic)).toEqual(payloads(stage, "film"));
  });

  it("announce and go back, play a station by its address, and set the sleep timer", async () => {
    // Both versions of Node-RED are tried at once.
    const host = `127.0.44.${inject("nodeRedMajor")}`;
    await using renderer = await startSimulator({ preset: "audio", host, ssdpPort: 1900 });
    const variables = {
      BELL: "http://house.example/bell.mp3?seconds=4",
      STATION: "http://radio.example/live.mp3",
    };
    await using stage = await setStage({
      flow: "Announce",
      variables,
      settings: { ...quick, "player.url": renderer.url },
    });
    await stage.startAll();
    const { player } = renderer;
    const track = player.music.current?.title;
    await stage.nodeRed.press("bell");
    await expect.poll(() => [player.externalSource?.title, player.volume?.level]).toEqual(["Bell", 60]);
    await expect
      .poll(() => payloads(stage, "outcome"))
      .toMatchObject([{ command: "announce", outcome: "applied" }]);
    expect([player.externalSource, player.music.current?.title, player.music.state]).toEqual([
      undefined,
      track,
      "playing",
    ]);
    await stage.nodeRed.press("sleep in 30 minutes");
    await expect.poll(() => stage.observer.on(`${base}/sleep`)).toContain("30");
    await stage.nodeRed.press("do not sleep");
    await expect.poll(() => stage.observer.on(`${base}/sleep`).at(-1)).toBe("");
    await stage.nodeRed.press("station");
    await expect.poll(() => player.externalSource?.title).toBe("My station");
    await expect
      .poll(() => payloads(stage, "outcome").at(-1))
      .toMatchObject({ command: "play", outcome: "applied" });
    await stage.nodeRed.press("bell, if nothing is lost");
    await expect
      .poll(() => payloads(stage, "not done"))
      .toMatchObject([{ outcome: "rejected", reason: expect.stringContaining("would not come back") }]);
    expect(player.externalSource?.title).toBe("My station");
  });

  it("show a shelf of the film library, and go on with the film that is being watched", async () => {
    await using stage = await setStage({ flow: "Library", settings: { "library.enabled": "true" } });
    const { video } = stage.player.player;
    video.stop();
    await stage.startAll();
    await expect.poll(() => stage.nodeRed.status("page").fill).toBe("green");
    await stage.nodeRed.press("recent films");
    await expect.poll(() => payloads(stage, "entries")).toEqual([expect.stringMatching(/^Moss[^\n]*\n$/)]);
    await stage.nodeRed.press("go on watching");
    await expect
      .poll(() => payloads(stage, "done"))
      .toMatchObject([{ command: "library/play", outcome: "applied" }]);
    expect(video.current?.title).toBe("The Lighthouse Ledger");
    await stage.nodeRed.press("a folder");
    await expect.poll(() => payloads(stage, "entries")[1]).toContain("(/storage/usb-2/Documentaries)\n");
    expect([...payloads(stage, "no page"), ...payloads(stage, "not done")]).toEqual([]);
    // It is experimental, and was not switched on.
    await stage.nodeRed.press("streaming services");
    await expect
      .poll(() => payloads(stage, "no page"))
      .toMatchObject([{ reason: expect.stringMatching(/^this list is experimental/) }]);
  });
});
