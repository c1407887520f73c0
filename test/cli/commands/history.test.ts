import { describe, expect, it } from "vitest";
import { fakeShell } from "../fake-shell.ts";
import { fastClock } from "../../../src/cli/conformance/fast-clock.ts";
import { eventually } from "../../support/eventually.ts";
import { TestClient } from "../../support/mqtt-client.ts";
import { startEmptyBroker } from "../houses.ts";
import { begin, call, end } from "../running-command.ts";

const at = (hour: number): string => new Date(2026, 0, 9, hour, 5).toISOString();

const note = {
  watching: [
    {
      title: "Series",
      season: 2,
      episode: 11,
      id: "c",
      startedAt: at(22),
      positionSeconds: 50,
      durationSeconds: 100,
      state: "playing",
      note: { mark: "m", positionAt: at(22), isBegun: true, isCounted: false, seen: [[0, 50]] },
    },
  ],
  watched: [
    { kind: "watched", title: "Film", durationSeconds: 100, fraction: 0.9, startedAt: at(20), id: "a" },
  ],
  played: [
    { title: "\u001B[2JSong", artist: "Artist", album: "", playedSeconds: 90, startedAt: at(21), id: "b" },
  ],
  note: { untold: [] },
};

/** A broker that keeps these notes. */
async function keep(notes: Readonly<Record<string, unknown>>): Promise<string> {
  const { url } = await startEmptyBroker();
  await using client = await TestClient.connect(url, [], { protocolVersion: 4 });
  for (const [id, one] of Object.entries(notes)) {
    const payload = typeof one === "string" ? one : JSON.stringify(one);
    await client.publish(`player2mqtt/${id}/history`, payload, { retain: true });
  }
  return `--mqtt.url=${url}`;
}

/** Bridges there, which answer one request to send again, and another one that they did not get. */
async function bridgesAt(flag: string, ...names: readonly string[]) {
  const client = await TestClient.connect(flag.slice("--mqtt.url=".length), ["player2mqtt/#"], {
    protocolVersion: 4,
  });
  for (const name of names) await client.publish(`player2mqtt/${name}/state`, "online", { retain: true });
  let count = 0;
  return {
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
    /** Runs the command, which gets this answer of each. */
    async submit(words: string[], answer: object) {
      const asked = call(words, quick());
      count += 1;
      for (const name of names) {
        const [request = ""] = await eventually(() => {
          const requests = client.on(`player2mqtt/${name}/request/submit`);
          expect(requests).toHaveLength(count);
          return requests.slice(-1);
        });
        const { transaction } = JSON.parse(request) as { readonly transaction: string };
        for (const id of ["of another", transaction]) {
          const result = { command: "request/submit", ...answer, transaction: id };
          await client.publish(`player2mqtt/${name}/result`, JSON.stringify(result));
        }
      }
      return asked;
    },
  };
}

const quick = () => fakeShell({ clock: fastClock(10) });

describe("history", () => {
  it("prints what was watched and played on each player, and what is under way", async () => {
    const empty = { watching: [], watched: [], played: [] };
    const flag = await keep({ den: note, attic: empty, odd: "no note" });
    expect(await call(["history", flag], quick())).toEqual({
      code: 0,
      stderr: "",
      stdout: [
        "attic",
        "  nothing yet",
        "",
        "den",
        "  2026-01-09 20:05  watched   90 %  Film",
        String.raw`  2026-01-09 21:05  played          Artist – \u001b[2JSong`,
        "  2026-01-09 22:05  playing   50 %  Series S02E11",
        "",
      ].join("\n"),
    });
  });

  it("prints one player, as JSON if that is wanted", async () => {
    const flag = await keep({ den: note, attic: note });
    const { stdout } = await call(["history", "den", "--json", flag], quick());
    expect(JSON.parse(stdout)).toEqual({ den: note });
  });

  it("shows what receivers have not taken, and has the bridge send it again", async () => {
    const [event] = note.played;
    const to = [{ name: "koito" }, { name: "maloja", refused: "status 400" }];
    const flag = await keep({ den: { ...note, note: { unsent: [{ leaf: "played", event, to }] } } });
    const waiting = String.raw`  2026-01-09 21:05  Artist – \u001b[2JSong waits for koito`;
    const shown = await call(["history", flag], quick());
    expect(shown.stdout).toContain(waiting);
    expect(shown.stdout).toContain("Song refused by maloja: status 400");
    const lonely = await call(["history", "--submit", flag], quick());
    expect([lonely.code, lonely.stdout]).toEqual([1, expect.stringContaining("no bridge is online")]);
    await using bridges = await bridgesAt(flag, "bridge-attic", "bridge-den");
    const asked = await bridges.submit(["history", "--submit", flag], { outcome: "applied" });
    const answers = "bridge-attic: sends again\nbridge-den: sends again\n";
    expect(asked).toMatchObject({ code: 0, stdout: expect.stringContaining(answers) });
  });

  it("has the bridge send again also as JSON and without a note, and prints why it does not", async () => {
    const flag = await keep({ den: note });
    await using bridge = await bridgesAt(flag, "bridge");
    const shown = await bridge.submit(["history", "--json", "--submit", flag], { outcome: "unchanged" });
    expect(JSON.parse(shown.stdout)).toEqual({ den: note });
    expect([shown.code, shown.stderr]).toEqual([0, "bridge: has nothing to send\n"]);
    const end = { outcome: "rejected", reason: "no such request" };
    expect(await bridge.submit(["history", "attic", "--submit", flag], end)).toEqual({
      code: 1,
      stdout: "bridge: no such request\n",
      stderr: "",
    });
  });

  it("says that there is none, and why it cannot know", async () => {
    const flag = await keep({ den: note });
    const { code, stderr } = await call(["history", "attic", flag], quick());
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^no history of attic below player2mqtt at mqtt:/),
    ]);
    const lost = await call(["history", "--mqtt.url=mqtt://127.0.0.1:1"], quick());
    expect([lost.code, lost.stderr]).toEqual([1, expect.stringContaining("cannot reach the broker")]);
    expect((await call(["history", "Den"], quick())).code).toBe(2);
    const stopped = begin(["history", flag], quick());
    expect(await end(stopped)).toBe(1);
  });
});
