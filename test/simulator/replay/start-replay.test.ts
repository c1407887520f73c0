import { describe, expect, it } from "vitest";
import { parseRecording } from "../../../simulator/replay/parse-recording.ts";
import { startReplay } from "../../../simulator/replay/start-replay.ts";
import { opened } from "../../support/opened.ts";
import { ask } from "../ask.ts";

const routing =
  '\uFEFF{ "inputIndex":0, "inputData":[{"tag":"XMOS"},{"tag":"BT"}], "outputData":[{"tag":"XLR","enable":true},{"tag":"USB","enable":0},{"tag":"HDMI","enable":"1"}], "outputIndex":"0","outputIndex":"0" }\n';
const music = "/ZidooMusicControl/v2";

function sample(body: string | Buffer, about: object = {}) {
  const isText = typeof body === "string";
  return {
    atMs: 0,
    latencyMs: 1,
    status: 200,
    headers: {},
    framing: "length",
    encoding: isText ? "utf8" : "base64",
    body: isText ? body : body.toString("base64"),
    ...about,
  };
}

const recording = {
  format: "player2mqtt-recording",
  version: 1,
  prefix: "Zidoo",
  notes: [],
  operations: [
    { path: `${music}/getInputAndOutputList`, samples: [sample(routing)] },
    {
      path: "/ZidooVideoPlay/getPlayStatus",
      samples: [
        sample("first", { atMs: 500 }),
        sample("second", { atMs: 2500 }),
        { atMs: 4500, latencyMs: 1, fault: "cut" },
      ],
    },
    {
      path: `${music}/getState`,
      samples: [
        sample(Buffer.from([0xff, 0x31]), { framing: "chunked", headers: { "content-type": "text/plain" } }),
      ],
    },
    { path: `${music}/getPlayQueue`, samples: [sample("x", { framing: "close", status: 503 })] },
    { path: `${music}/getNothing`, samples: [sample("no such thing", { status: 404 })] },
    { path: "/NothingControlCenter/getModel", samples: [sample("no such family")] },
  ],
};

/** A player that replays these operations. */
async function replayed(now?: () => number, operations: readonly object[] = recording.operations) {
  const text = JSON.stringify({ ...recording, operations });
  const player = opened(await startReplay({ recording: parseRecording(text), ...(now && { now }) }));
  return { player, textAt: async (path: string) => (await ask(player, path)).text };
}

describe("a replayed player", () => {
  it("answers byte for byte, with the recorded headers and framing", async () => {
    const { player } = await replayed();
    const listing = await ask(player, `${music}/getInputAndOutputList`);
    expect(listing.bytes).toEqual(Buffer.from(routing));
    expect(listing.type).toBeUndefined();
    expect(listing.headers["content-length"]).toBe(String(Buffer.byteLength(routing)));
    const state = await ask(player, `${music}/getState`);
    expect(state.bytes).toEqual(Buffer.from([0xff, 0x31]));
    expect(state.headers).toMatchObject({ "content-type": "text/plain", "transfer-encoding": "chunked" });
    const { status, headers } = await ask(player, `${music}/getPlayQueue`);
    expect([status, headers["content-length"], headers["transfer-encoding"]]).toEqual([
      503,
      undefined,
      undefined,
    ]);
  });

  it("plays back its samples at their recorded times, and stays with the last", async () => {
    let now = 0;
    const { textAt } = await replayed(() => now);
    const path = "/ZidooVideoPlay/getPlayStatus";
    for (const [atMs, text] of [
      [0, "first"],
      [1999, "first"],
      [2000, "second"],
    ] as const) {
      now = atMs;
      expect([atMs, await textAt(path)]).toEqual([atMs, text]);
    }
    now = 100_000;
    await expect(textAt(path)).rejects.toThrow(/socket hang up|ECONNRESET/);
  });

  it("selects in the recorded routing, and changes nothing but the index", async () => {
    const { textAt } = await replayed();
    const select = (operation: string, tag: string) => textAt(`${music}/${operation}?tag=${tag}`);
    const listing = () => textAt(`${music}/getInputAndOutputList`);
    const onHdmi = routing.replaceAll('"outputIndex":"0"', '"outputIndex":"2"');
    expect(await select("setOutInputList", "HDMI")).toBe(onHdmi);
    expect(await listing()).toBe(onHdmi);
    expect(await select("setOutInputList", "USB")).toBe(onHdmi);
    expect(await select("setOutInputList", "RCA")).toContain("805");
    const onBoth = onHdmi.replace('"inputIndex":0', '"inputIndex":1');
    expect(await select("setInputList", "BT")).toBe(onBoth);
    expect(await listing()).toBe(onBoth);
  });

  it("refuses unrecorded requests as the player refused unknown ones", async () => {
    const { player, textAt } = await replayed();
    expect(await textAt("/ZidooVideoPlay/getOther")).toBe("no such thing");
    expect(await textAt("/DeviceControlCenter/getModel")).toBe("no such family");
    expect((await ask(player, `${music}/getState`, { method: "POST" })).status).toBe(405);
    const bare = await replayed(undefined, []);
    expect(await bare.textAt("/ZidooVideoPlay/getOther")).toContain("804");
    expect(await bare.textAt(`${music}/setInputList?tag=BT`)).toContain("805");
  });
});

describe("an invalid recording", () => {
  const whole = (change: object) => JSON.stringify({ ...recording, ...change });
  const operation = (samples: unknown) => whole({ operations: [{ path: "/x", samples }] });
  const one = (change: object) => operation([sample("", change)]);

  it.each([
    ["nothing", "", "it is not JSON"],
    ["a list", "[]", "the file is not an object"],
    ["another file", '{"name":"x"}', 'its format is undefined, expected "player2mqtt-recording"'],
    ["one of a later day", whole({ version: 2 }), "its version is 2, and only 1 is known"],
    ["no operations", whole({ operations: {} }), "operations is not a list"],
    [
      "an operation without a path",
      whole({ operations: [{ samples: [sample("")] }] }),
      "operations[0].path is not text",
    ],
    ["no samples", operation([]), "operations[0].samples is empty"],
    ["an odd status", one({ status: 99 }), "operations[0].samples[0].status is 99"],
    ["no time", one({ atMs: "1" }), "operations[0].samples[0].atMs is not a number"],
    ["an odd framing", one({ framing: "odd" }), "framing is not one of"],
    ["an odd encoding", one({ encoding: "latin1" }), "encoding is not one of"],
    ["a header that breaks out", one({ headers: { a: "b\r\nc: d" } }), "no header can have"],
    ["a header of the framing", one({ headers: { Connection: "close" } }), "no header of an answer"],
  ])("is rejected with the reason: %s", (_name, text, message) => {
    expect(() => parseRecording(text)).toThrow(message);
  });
});
