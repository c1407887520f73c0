import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { describe, expect, it, onTestFinished } from "vitest";
import type { LogLine } from "../../src/core/ports.ts";
import { createLogger } from "../../src/ops/logger.ts";
import { newFolder } from "../support/new-folder.ts";
import { until } from "../support/bridge/until.ts";

type Format = "json" | "pretty" | "auto";

/** The text of a log line. */
function written(
  format: Format,
  fields: object,
  message = "something happened",
  { isTTY = false } = {},
): string {
  let text = "";
  const write = (line: string): void => {
    text += line;
  };
  createLogger({ level: "info", format }, { write, isTTY }).info(fields, message);
  return text;
}

const formats = ["json", "pretty"] as const;

describe("a log line", () => {
  it("is one JSON object for machines", () => {
    const line = written("auto", { player: "den" });
    expect(line.endsWith("}\n")).toBe(true);
    expect(JSON.parse(line)).toEqual({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      player: "den",
      msg: "something happened",
    });
  });

  it("is for eyes on a terminal, and in colour there alone", () => {
    const onTerminal = written("auto", { player: "den" }, "hello", { isTTY: true });
    expect(onTerminal).toContain("\u001b[");
    expect(onTerminal).toContain("hello");
    const inFile = written("pretty", { player: "den" }, "hello");
    expect(inFile).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: hello\n {4}player: "den"\n$/);
  });

  it("goes to a file as it comes", () => {
    const path = join(newFolder(), "log");
    const log = createLogger({ level: "info", format: "json" }, { fd: openSync(path, "w"), write: () => {} });
    log.info("one");
    log.info("two");
    expect(readFileSync(path, "utf8").match(/"msg":"(one|two)"/g)).toHaveLength(2);
  });

  it.runIf(existsSync("/dev/full"))("is lost, and nothing else, when the disk is full", () => {
    for (const format of formats) {
      const fd = openSync("/dev/full", "w");
      const log = createLogger({ level: "info", format }, { fd, write: () => {} });
      expect(() => {
        for (let line = 0; line < 2000; line++) log.info({ line }, "is anybody there?");
      }).not.toThrow();
      closeSync(fd);
    }
  });

  it("is dropped and counted while nobody reads the pipe, and the others arrive in order", async () => {
    const reader = spawn("cat", { stdio: ["pipe", "pipe", "ignore"] });
    // One that stays would hold our output open, and whoever reads that would wait for it.
    onTestFinished(() => void reader.kill("SIGKILL"));
    reader.kill("SIGSTOP");
    // As with standard output, Node does not block on the pipe.
    const { fd } = (reader.stdin as unknown as { readonly _handle: { readonly fd: number } })._handle;
    const log = createLogger({ level: "info", format: "json" }, { fd, write: () => {} });
    const lines = 2000;
    const msToWrite = (log: Logger): number => {
      const since = performance.now();
      for (let line = 0; line < lines; line++) log.info({ line }, "x".repeat(1000));
      return performance.now() - since;
    };
    const nowhere = { fd: openSync("/dev/null", "w"), write: () => {} };
    const usualMs = msToWrite(createLogger({ level: "info", format: "json" }, nowhere));
    closeSync(nowhere.fd);
    // Waiting a tenth of a second for each line would take a thousand times as long.
    expect(msToWrite(log)).toBeLessThan(50 * usualMs);
    let text = "";
    reader.stdout.setEncoding("utf8").on("data", (part: string) => (text += part));
    reader.kill("SIGCONT");
    expect(await until(() => text.includes("dropped log lines"))).toBe(true);
    reader.stdin.end();
    await once(reader, "close");
    const written = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { line?: number; lines?: number });
    const arrived = written.flatMap(({ line = [] }) => line);
    expect(arrived).toEqual(arrived.map((_, place) => place));
    expect(arrived.length + (written.at(-1)?.lines ?? 0)).toBe(lines);
  });

  it("shows an error with its stack", () => {
    const error = new TypeError("a bug");
    for (const format of formats) expect(written(format, { error })).toContain("logger.test.ts");
  });
});

describe.each(formats)("a secret in a %s log", (format) => {
  it("is hidden in fields that are named like one, at any depth that occurs", () => {
    const line = written(format, {
      password: "s3cret-1",
      mqtt: { password: "s3cret-2", username: "me" },
      config: { mqtt: { password: "s3cret-3" } },
      players: [{ id: "den", psk: "s3cret-4" }],
      token: "s3cret-5",
    });
    expect(line).not.toContain("s3cret");
    expect(line).toContain("den");
  });

  it.each([
    ["mqtt://user:s3cret@broker:1883", "mqtt://[hidden]@broker:1883"],
    ["http://s3cret@den", "http://[hidden]@den"],
    ["mqtts://user:s3cret@s3cret@broker/x", "mqtts://[hidden]@broker/x"],
    ["https://host/a.flac?sig=s3cret&expires=1", "https://host/a.flac?[hidden]"],
    ["HTTPS://host/a.flac?sig=s3cret", "HTTPS://host/a.flac?[hidden]"],
    ["wss://host/mqtt?token=s3cret", "wss://host/mqtt?[hidden]"],
    ['https://host/a?sig="s3cret"', "https://host/a?[hidden]"],
    ["https://host/a?sig=\\s3cret", "https://host/a?[hidden]"],
  ])("is cut out of the address %s", (address, shown) => {
    for (const line of [
      written(format, { url: address }),
      written(format, {}, `Cannot reach ${address} now`),
      written(format, { error: new Error(`Cannot reach ${address} now`) }),
    ]) {
      expect(line).not.toContain("s3cret");
      expect(line).toContain(shown);
    }
  });

  it("does not take what is no secret with it", () => {
    const fields = { title: "Who? What?", path: "/a?b=c", mail: "me@home", url: "http://den:9529/a@b" };
    const line = written(format, fields);
    for (const text of Object.values(fields)) expect(line).toContain(text);
  });
});

describe.each(formats)("what a player sends to a %s log", (format) => {
  it("cannot begin a line of its own or move the cursor", () => {
    const evil =
      'x\n[00:00:00] ERROR: forged\r\u001b[2J\u001b]0;title\u0007\b\u009b31m\u2028\u202e"}\n{"level":60}';
    const line = written(format, { reason: evil, request: evil, nested: { evil }, error: new Error(evil) });
    // oxlint-disable-next-line no-control-regex
    expect(line).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e]/);
    expect(
      line.split("\n").filter((part) => part.startsWith("[00:00:00]") || part.startsWith('{"level":60')),
    ).toEqual([]);
  });

  it("is told otherwise as it is", () => {
    expect(written(format, { title: 'Ünï "cödé" 日本 🎬' })).toContain('Ünï \\"cödé\\" 日本 🎬');
  });
});

describe("a line for the page and the log topic", () => {
  function heard(fields: object): LogLine | undefined {
    let line: LogLine | undefined;
    const log = createLogger({ level: "info", format: "json" }, { write: () => {} }, (one) => (line = one));
    log.warn(fields, "something happened");
    return line;
  }

  it("has its fields in words", () => {
    expect(heard({ player: "den", reason: "timeout", goneForMs: 7, resources: ["audio"] })).toEqual({
      time: expect.stringMatching(/^\d{4}-/),
      level: "warn",
      message: "something happened",
      player: "den",
      reason: "timeout",
      details: 'reason: timeout, goneForMs: 7, resources: ["audio"]',
    });
  });

  it("has no secrets, and no stack of an error", () => {
    const line = heard({ token: "hush", url: "mqtt://me:hush@host/", error: new Error("broken") });
    expect(line?.details).toBe("token: [hidden], url: mqtt://[hidden]@host/, error: broken");
  });
});
