import { once } from "node:events";
import { createServer } from "node:http";

/** A player of the make that the documentation adds, which can be used by hand. */
class SimulatedHearth {
  state = {
    state: "on",
    input: "net",
    title: "Embers",
    artist: "Ada Ash",
    cover: "/cover",
    level: 12,
    power: "on",
  };
  seconds = 5;
  url = "";
  /** What it answers instead: to all requests, and to those that act. */
  faults = new Set();
  server = createServer(({ url }, response) => {
    const { pathname, searchParams } = new URL(url, "http://hearth");
    const isAct = pathname === "/do";
    const fault = [...this.faults].find(({ says, left }) => left > 0 && (says === undefined || isAct));
    if (fault !== undefined) fault.left -= 1;
    const answer = fault?.says ?? this.answer(pathname, searchParams);
    response.end(
      fault !== undefined && fault.says === undefined ? answer.slice(0, answer.length / 2) : answer,
    );
  });

  static async start() {
    const player = new SimulatedHearth();
    player.server.listen(0, "127.0.0.1");
    await once(player.server, "listening");
    const { port } = Object(player.server.address());
    player.url = `http://127.0.0.1:${port}`;
    return player;
  }

  /** Faults: `says <words>` to requests that act; of all others, the answers are cut as often as they say. */
  behaviors = {
    add: (text) => {
      const says = /^says (.*)/.exec(text)?.[1];
      const fault = { says, left: says === undefined ? Number(/\*(\d+)$/.exec(text)?.[1]) : Infinity };
      this.faults.add(fault);
      return { [Symbol.dispose]: () => void this.faults.delete(fault) };
    },
  };

  play(title) {
    this.state = { ...this.state, state: "on", title };
    this.seconds = 0;
  }

  async [Symbol.asyncDispose]() {
    this.server.closeAllConnections();
    this.server.close();
  }

  answer(path, query) {
    const inputs = ["net", "aux"].map((id) => ({ id, name: id.toUpperCase() }));
    if (path === "/about")
      return JSON.stringify({ model: "Hearth One", mac: "02:4e:00:00:00:01", version: "1.2", inputs });
    if (path === "/now") return JSON.stringify({ ...this.state, at: String(this.seconds), length: "200" });
    const to = query.get("to") ?? "";
    const acts = {
      play: () => (this.state.state = "on"),
      hold: () => (this.state.state = "held"),
      stop: () => (this.state.state = "off"),
      next: () => this.play("Cinders"),
      seek: () => (this.seconds = Number(to)),
      level: () => (this.state.level = Number(to)),
      input: () => (this.state.input = to),
      power: () => (this.state.power = to),
    };
    const act = acts[query.get("what")];
    act?.();
    return act === undefined ? "what?" : "done";
  }
}

/** @type {import("player2mqtt/make").Check<SimulatedHearth>} */
const check = {
  start: () => SimulatedHearth.start(),
  hands: {
    "the volume": [({ state }) => (state.level = 20), "volume", "50"],
    "another title": [(player) => player.play("Kindling"), "music/title", "Kindling"],
    "a pause": [({ state }) => (state.state = "held"), "music/state", "paused"],
    "the end of a pause": [({ state }) => (state.state = "on"), "music/state", "playing"],
    "its button": [({ state }) => (state.power = "standby"), "power", "off"],
    "its button again": [({ state }) => (state.power = "on"), "power", "on"],
  },
  changeSource: ({ state }) => (state.input = "aux"),
  commands: [
    ["audio/input", "NET", ({ state }) => state.input === "net"],
    ["volume", "30", ({ state }) => state.level === 12],
    ["volume/level", "8", ({ state }) => state.level === 8],
    ["music/playback", "pause", ({ state }) => state.state === "held"],
    ["music/playback", "play", ({ state }) => state.state === "on"],
    ["music/playback", "next", ({ state }) => state.title === "Cinders"],
    ["music/position", "90", ({ seconds }) => seconds === 90],
    ["music/playback", "stop", ({ state }) => state.state === "off"],
    ["power", "off", ({ state }) => state.power === "standby"],
    ["power", "on", ({ state }) => state.power === "on"],
  ],
  ignores: "says done",
  unproven: [],
  refusals: [["audio/input", "NET", "says no such input"]],
};

export default check;
