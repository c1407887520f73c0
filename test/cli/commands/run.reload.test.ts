import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { type Simulator, startSimulator } from "../../../simulator/zidoo/start-simulator.ts";
import { eventually } from "../../support/eventually.ts";
import { TestClient } from "../../support/mqtt-client.ts";
import { opened } from "../../support/opened.ts";
import { programOfTests, type RunningProgram, startBuilt } from "../program.ts";

const built = programOfTests();

/** Once at the start, and then not until next year: whatever a player is asked later, somebody made it so. */
const never = "0 0 0 1 1 *";
const settings = {
  http: { port: 0 },
  broker: { port: 0 },
  // Its announcements follow what is known step by step; test/mosquitto/reload.test.ts edits them.
  homeassistant: { enabled: false },
  // A read that a starved machine lets time out is not repeated before half a minute.
  device: { gapMs: 10, timeoutMs: 60_000 },
  poll: { audio: never, video: never, playlist: never, queue: never, state: never },
};

/** The topics of what a player is asked last, lists and pictures of the film among them; its history follows seconds later. */
const lastLeaves = [
  "music/queue",
  "video/audio-track/options",
  "video/zoom/options",
  "video/details",
  "app/options",
  "history",
];

const nothingChanged = /"the new configuration is invalid, so nothing was changed"/g;
const readAgain = /"the configuration was reloaded without changes"/g;

describe("a program whose file is edited", { timeout: 60_000 }, () => {
  let sims: readonly Simulator[];
  let running: RunningProgram;
  let witness: TestClient;

  beforeEach(async () => {
    // A player whose connection ends is asked who it is.
    const keepAliveTimeoutMs = 120_000;
    const started = async () => opened(await startSimulator({ keepAliveTimeoutMs }));
    sims = [await started(), await started()];
    for (const { player } of sims) {
      player.video.pause();
      player.music.pause();
    }
    await writeList("den", "attic");
    running = startBuilt(built, ["run", "--config=players.json"]);
    const [, url = ""] = await running.until("stdout", /"broker":"(mqtt:[^"]+)".*"player2mqtt is running"/);
    witness = opened(await TestClient.connect(url, ["#"], { protocolVersion: 4 }));
    await told("den");
    await told("attic");
  });

  async function writeText(text: string): Promise<void> {
    const path = join(built.directory, "players.json");
    await writeFile(`${path}.new`, text);
    await rename(`${path}.new`, path);
  }

  /** The players of these ids, each at its own address. */
  function writeList(...ids: readonly string[]): Promise<void> {
    const players = ids.map((id, index) => ({ id, url: sims[index]?.url }));
    return writeText(JSON.stringify({ ...settings, players }));
  }

  function topicsOf(id: string): string[] {
    return [...witness.state.keys()].filter((topic) => topic.startsWith(`player2mqtt/${id}/`));
  }

  /** Leaves out what changes by itself: the log mentions the edit, and health has the time. */
  function lasting(state: ReadonlyMap<string, string>): Record<string, string> {
    const {
      "player2mqtt/bridge/log": _log,
      "player2mqtt/bridge/health": _health,
      ...rest
    } = Object.fromEntries(state);
    return rest;
  }

  /** Waits until a player has told everything, to the last that it is asked for. */
  async function told(id: string): Promise<void> {
    await eventually(() => {
      for (const leaf of lastLeaves) expect(topicsOf(id)).toContain(`player2mqtt/${id}/${leaf}`);
      const info = witness.state.get(`player2mqtt/${id}/info`);
      expect(info).toContain('"identity"');
      expect(info).toContain('"display/show":"unsupported"');
    });
  }

  function timesOf(line: RegExp): number {
    return [...running.stdout.matchAll(line)].length;
  }

  /** Runs, and sees to it that the den was neither asked nor told again. */
  async function withDenUndisturbed(act: () => Promise<void>): Promise<void> {
    const heard = (): number =>
      witness.seen.filter(({ topic }) => topic.startsWith("player2mqtt/den/")).length;
    const traffic = (): unknown => [sims[0]?.traffic.count(), sims[0]?.traffic.connections, heard()];
    const before = traffic();
    await act();
    expect(traffic()).toEqual(before);
  }

  it("takes a good edit over by itself, and leaves everybody else in peace", async () => {
    await withDenUndisturbed(async () => {
      await writeList("den", "loft");
      await running.until("stdout", /"level":30,.*"player attic was renamed to loft"/);
      await told("loft");
      await eventually(() => expect(topicsOf("attic")).toEqual([]));
    });
    expect(witness.state.get("player2mqtt/loft/availability")).toBe("online");
  });

  it("says what is wrong with a bad edit, changes nothing, and goes on with the next good one", async () => {
    const topics = lasting(witness.state);
    await withDenUndisturbed(async () => {
      await writeText('{"players": [{"id": "den", "url": "http://"}], "mqtt": {"usrname": "me"}}');
      const [line] = await running.until("stdout", /\{"level":50,.*so nothing was changed"\}/);
      expect((JSON.parse(line) as { readonly problems: readonly string[] }).problems).toEqual([
        "mqtt.usrname (players.json): unknown setting, did you mean mqtt.username?",
        expect.stringMatching(/^players\[0\]\.url \(players\.json\): /),
      ]);
      await writeText("{");
      await eventually(() => expect(timesOf(nothingChanged)).toBe(2));
    });
    expect(lasting(witness.state)).toMatchObject(topics);
    await writeList("den");
    await running.until("stdout", /"player attic was removed"/);
    await eventually(() => expect(topicsOf("attic")).toEqual([]));
  });

  it("looks again at SIGHUP, whatever it finds, and ends only when it is asked to", async () => {
    await withDenUndisturbed(async () => {
      running.kill("SIGHUP");
      await eventually(() => expect(timesOf(readAgain)).toBe(1));
      await writeText("{");
      running.kill("SIGHUP");
      await eventually(() => expect(timesOf(nothingChanged)).toBe(1));
      await writeList("den");
      running.kill("SIGHUP");
      await running.until("stdout", /"player attic was removed"/);
      await eventually(() => expect(topicsOf("attic")).toEqual([]));
    });
    // An edit that SIGHUP has read is not reported by the watch again; the next one is.
    await writeText("[");
    await eventually(() => expect(timesOf(nothingChanged)).toBe(2));
    expect(timesOf(readAgain)).toBe(1);
    running.kill("SIGTERM");
    expect((await running.ended).code).toBe(0);
  });
});
