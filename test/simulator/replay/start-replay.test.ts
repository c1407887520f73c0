import { once } from "node:events";
import { type IncomingMessage, get } from "node:http";
import { describe, expect, it } from "vitest";
import { parseRecording } from "../../../simulator/replay/parse-recording.ts";
import { startReplay } from "../../../simulator/replay/start-replay.ts";

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

async function ask(url: string, method = "GET"): Promise<IncomingMessage & { readonly bytes: Buffer }> {
  const asked = get(url, { method, agent: false });
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Object.assign(response, { bytes: Buffer.concat(chunks) });
}

const textAt = async (url: string): Promise<string> => (await ask(url)).bytes.toString();

describe("a replayed player", () => {
  it("answers byte for byte, with the recorded headers and framing", async () => {
    await using player = await startReplay({ recording: parseRecording(JSON.stringify(recording)) });
    const listing = await ask(`${player.url}${music}/getInputAndOutputList`);
    expect(listing.bytes).toEqual(Buffer.from(routing));
    expect(listing.headers["content-type"]).toBeUndefined();
    expect(listing.headers["content-length"]).toBe(String(Buffer.byteLength(routing)));
    const state = await ask(`${player.url}${music}/getState`);
    expect(state.bytes).toEqual(Buffer.from([0xff, 0x31]));
    expect(state.headers).toMatchObject({ "content-type": "text/plain", "transfer-encoding": "chunked" });
    const queue = await ask(`${player.url}${music}/getPlayQueue`);
    expect([queue.statusCode, queue.headers["content-length"], queue.headers["transfer-encoding"]]).toEqual([
      503,
      undefined,
      undefined,
    ]);
  });

  it("plays back its samples at their recorded times, and stays with the last", async () => {
    let now = 0;
    await using player = await startReplay({
      recording: parseRecording(JSON.stringify(recording)),
      now: () => now,
    });
    const url = `${player.url}/ZidooVideoPlay/getPlayStatus`;
    expect(await textAt(url)).toBe("first");
    now = 1999;
    expect(await textAt(url)).toBe("first");
    now = 2000;
    expect(await textAt(url)).toBe("second");
    now = 100_000;
    await expect(ask(url)).rejects.toThrow(/socket hang up|ECONNRESET/);
  });

  it("selects in the recorded routing, and changes nothing but the index", async () => {
    await using player = await startReplay({ recording: parseRecording(JSON.stringify(recording)) });
    const select = (operation: string, tag: string) =>
      textAt(`${player.url}${music}/${operation}?tag=${tag}`);
    const listing = () => textAt(`${player.url}${music}/getInputAndOutputList`);
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
    await using player = await startReplay({ recording: parseRecording(JSON.stringify(recording)) });
    expect(await textAt(`${player.url}/ZidooVideoPlay/getOther`)).toBe("no such thing");
    expect(await textAt(`${player.url}/DeviceControlCenter/getModel`)).toBe("no such family");
    expect((await ask(`${player.url}${music}/getState`, "POST")).statusCode).toBe(405);
    await using bare = await startReplay({
      recording: parseRecording(JSON.stringify({ ...recording, operations: [] })),
    });
    expect(await textAt(`${bare.url}/ZidooVideoPlay/getOther`)).toContain("804");
    expect(await textAt(`${bare.url}${music}/setInputList?tag=BT`)).toContain("805");
  });
});

describe("an invalid recording", () => {
  const operation = (samples: unknown) =>
    JSON.stringify({ ...recording, operations: [{ path: "/x", samples }] });

  it.each([
    ["nothing", "", "it is not JSON"],
    ["a list", "[]", "the file is not an object"],
    ["another file", '{"name":"x"}', 'its format is undefined, expected "player2mqtt-recording"'],
    [
      "one of a later day",
      JSON.stringify({ ...recording, version: 2 }),
      "its version is 2, and only 1 is known",
    ],
    ["no operations", JSON.stringify({ ...recording, operations: {} }), "operations is not a list"],
    [
      "an operation without a path",
      JSON.stringify({ ...recording, operations: [{ samples: [{ atMs: 0, fault: "x" }] }] }),
      "operations[0].path is not text",
    ],
    ["no samples", operation([]), "operations[0].samples is empty"],
    ["an odd status", operation([sample("", { status: 99 })]), "operations[0].samples[0].status is 99"],
    ["no time", operation([sample("", { atMs: "1" })]), "operations[0].samples[0].atMs is not a number"],
    ["an odd framing", operation([sample("", { framing: "odd" })]), "framing is not one of"],
    ["an odd encoding", operation([sample("", { encoding: "latin1" })]), "encoding is not one of"],
    [
      "a header that breaks out",
      operation([sample("", { headers: { a: "b\r\nc: d" } })]),
      "no header can have",
    ],
    [
      "a header of the framing",
      operation([sample("", { headers: { Connection: "close" } })]),
      "no header of an answer",
    ],
  ])("is rejected with the reason: %s", (_name, text, message) => {
    expect(() => parseRecording(text)).toThrow(message);
  });
});
