import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listen } from "../support/free-port.ts";
import { payloads } from "../families/zidoo/payloads.ts";
import { runs } from "./runs.ts";

const run = promisify(execFile);
const megabyte = 2 ** 20;
const longestMs = 1_200_000;
/** As many as read-hostile.ts makes before it measures. */
const usualReads = 100;

/** Where each resource has its list or object. */
const places = { audio: "inputData", playlist: "playlist", queue: "array", music: "playingMusic" } as const;

/** Values of about so many bytes that take much more memory, or time, than their text. */
const shapes: Readonly<Record<string, (bytes: number) => string>> = {
  "tiny objects": (bytes) => `[${"{},".repeat(bytes / 3)}{}]`,
  "small objects": (bytes) => `[${'{"tag":"","title":""},'.repeat(bytes / 22)}{}]`,
  "tiny lists": (bytes) => `[${"[],".repeat(bytes / 3)}[]]`,
  numbers: (bytes) => `[${"1,".repeat(bytes / 2)}1]`,
  "long numbers": (bytes) => `[${"12345678901234567890,".repeat(bytes / 21)}1]`,
  "one number": (bytes) => "1".repeat(bytes),
  brackets: (bytes) => "[".repeat(bytes / 2) + "]".repeat(bytes / 2),
  "deep objects": (bytes) => `${'{"a":'.repeat(bytes / 6)}1${"}".repeat(bytes / 6)}`,
  "wide keys": (bytes) => `{${Array.from({ length: bytes / 14 }, (_, at) => `"k${1e8 + at}":1`).join()}}`,
  "one text": (bytes) => `[{"title":"${"x".repeat(bytes)}"}]`,
  "one text of wide signs": (bytes) => `[{"title":"${"客".repeat(bytes / 3)}"}]`,
  "one text of escapes": (bytes) => `[{"title":"${'\\"'.repeat(bytes / 2)}"}]`,
  "one text to clean": (bytes) => `[{"title":"${"\\r".repeat(bytes / 2)}"}]`,
  "texts to clean": (bytes) => `[${`{"title":"${"\\u202e".repeat(200)}"},`.repeat(bytes / 1215)}{}]`,
  "large entries": (bytes) => `[${`{"title":"${"x".repeat(100_000)}"},`.repeat(bytes / 100_000)}{}]`,
  "wide entry": (bytes) => `[{"deep":[${"{},".repeat(bytes / 3)}{}]}]`,
  "blank space": (bytes) => `[${" ".repeat(bytes)}]`,
};

type Resource = keyof typeof places;

interface Hostile {
  readonly resource: Resource;
  readonly shape: string;
  readonly bytes: number;
  readonly isChunked: boolean;
  readonly publish: "window" | "all";
}

function bodyOf({ resource, shape, bytes }: Hostile): Buffer {
  return Buffer.from(`{"status":200,"total":1,"${places[resource]}":${shapes[shape]?.(bytes) ?? ""}}`);
}

describe("an answer below its cap", () => {
  let folder = "";
  let program = "";

  beforeAll(async () => {
    folder = mkdtempSync(join("node_modules", ".hostile-"));
    program = join(folder, "read-hostile.mjs");
    await build({
      entryPoints: ["test/fuzz/read-hostile.ts"],
      outfile: program,
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
      packages: "external",
      logLevel: "error",
    });
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The cost of reading an answer, in a process that reads nothing else. */
  async function costOf(hostile: Hostile) {
    const body = bodyOf(hostile);
    const usual = JSON.stringify(payloads[hostile.resource]);
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      // A blank more or less makes each of them a new one, which is read in full.
      if (asked <= usualReads) response.end(`${usual}${" ".repeat(asked % 2)}`);
      else if (hostile.isChunked) response.writeHead(200, { "transfer-encoding": "chunked" }).end(body);
      else response.end(body);
    });
    const url = `http://127.0.0.1:${await listen(server)}`;
    const { stdout } = await run(process.execPath, [
      "--expose-gc",
      program,
      url,
      hostile.resource,
      hostile.publish,
    ]);
    server.closeAllConnections();
    server.close();
    const cost = JSON.parse(stdout) as { result: string; addedBytes: number; longestMs: number };
    return { ...cost, bytes: body.byteLength };
  }

  /** Other work of the process, such as a compiler thread's, may fall into a turn: the best of three is the answer's own. */
  async function tooMuchOf(hostile: Hostile): Promise<readonly string[]> {
    for (let attempt = 1; ; attempt++) {
      const { result, addedBytes, longestMs, bytes } = await costOf(hostile);
      const tooMuch = [
        ...(addedBytes > 3 * bytes + 20 * megabyte ? [`${result}: adds ${addedBytes} bytes`] : []),
        ...(longestMs > 100 ? [`${result}: a turn of ${longestMs} ms`] : []),
        ...(/^(reading|absent|refused|DeviceError: .+)$/.test(result) ? [] : [result]),
      ];
      if (attempt === 3 || tooMuch.length === 0) return tooMuch;
    }
  }

  it.each<[Resource, shape: string, bytes: number, "whole" | "chunked", Hostile["publish"]?]>([
    ["audio", "tiny objects", 6 * megabyte, "whole"],
    ["audio", "wide keys", 65_000, "chunked"],
    ["playlist", "small objects", 210_000, "whole"],
    ["playlist", "one text to clean", 6 * megabyte, "whole"],
    ["playlist", "texts to clean", 6 * megabyte, "whole"],
    ["queue", "tiny objects", 12 * megabyte, "chunked"],
    ["queue", "tiny objects", 290_000, "whole"],
    ["queue", "one text to clean", 400_000, "whole"],
    ["queue", "texts to clean", 12 * megabyte, "chunked"],
    ["queue", "large entries", 24 * megabyte, "chunked"],
    ["queue", "one text of wide signs", 24 * megabyte, "whole", "window"],
  ])(
    "costs little memory and no long turn: %s of %s, %d bytes, %s",
    async (resource, shape, bytes, sent, publish = "all") =>
      expect(await tooMuchOf({ resource, shape, bytes, isChunked: sent === "chunked", publish })).toEqual([]),
    60_000,
  );

  it(
    "costs little memory and no long turn, whatever its shape",
    async () => {
      const hostile = fc.record<Hostile>({
        resource: fc.constantFrom(...(Object.keys(places) as Resource[])),
        shape: fc.constantFrom(...Object.keys(shapes)),
        bytes: fc.constantFrom(50_000, 1_000_000, 4_000_000, 24_000_000),
        isChunked: fc.boolean(),
        publish: fc.constantFrom("window", "all"),
      });
      await fc.assert(
        fc.asyncProperty(hostile, async (one) => {
          expect(await tooMuchOf(one)).toEqual([]);
        }),
        {
          numRuns: Math.min(runs(4), 100),
          endOnFailure: true,
          // Each starts a process, which may take seconds: four of them need no time limit.
          interruptAfterTimeLimit: longestMs,
        },
      );
    },
    longestMs,
  );
});
