import { describe, expect, it } from "vitest";
import type { Flag } from "../../src/cli/cli-command.ts";
import { parseArguments, valueOf, wholeNumberOf } from "../../src/cli/parse-arguments.ts";
import { UsageError } from "../../src/cli/exit-codes.ts";

const flags = new Map<string, Pick<Flag, "value">>([
  ["mqtt.url", { value: "<url>" }],
  ["fault", { value: "<fault>" }],
  ["port", { value: "<port>" }],
  ["json", {}],
]);

function parse(line: string) {
  const { words, flags: given } = parseArguments(line === "" ? [] : line.split(" "), flags);
  return { words, flags: Object.fromEntries(given) };
}

describe("parseArguments", () => {
  it.each([
    ["", [], {}],
    ["a b", ["a", "b"], {}],
    ["--mqtt.url=mqtt://h", [], { "mqtt.url": ["mqtt://h"] }],
    ["--mqtt.url mqtt://h a", ["a"], { "mqtt.url": ["mqtt://h"] }],
    ["a --json b", ["a", "b"], { json: [] }],
    ["--fault slow:1 --fault reset", [], { fault: ["slow:1", "reset"] }],
    ["--port=", [], { port: [""] }],
    ["--port=-1", [], { port: ["-1"] }],
    ["--mqtt.url=a=b", [], { "mqtt.url": ["a=b"] }],
    ["--port - a", ["a"], { port: ["-"] }],
    ["-- --json", ["--json"], {}],
    ["a -10.5 --json -3 b", ["a", "-10.5", "-3", "b"], { json: [] }],
  ])("reads %j", (line, words, given) => {
    expect(parse(line)).toEqual({ words, flags: given });
  });

  it.each([
    ["--mqtt.ulr=x", "Unknown flag --mqtt.ulr: did you mean --mqtt.url?"],
    ["--help-me-please", "Unknown flag --help-me-please: see --help"],
    ["-x", "Unknown flag -x: see --help"],
    ["--json=yes", "--json takes no value"],
    ["--port", "--port needs a value: --port=<port>"],
    ["--port --json", "--port needs a value: --port=<port>"],
    ["--constructor", "Unknown flag --constructor: see --help"],
  ])("refuses %j", (line, message) => {
    expect(() => parse(line)).toThrow(new UsageError(message));
  });

  it("takes the last value of a flag", () => {
    const given = parseArguments(["--port=1", "--port=2"], flags);
    expect(valueOf(given, "port")).toBe("2");
    expect(valueOf(given, "fault")).toBeUndefined();
  });
});

describe("wholeNumberOf", () => {
  const read = (...args: string[]) => wholeNumberOf(parseArguments(args, flags), "port", { min: 1, max: 70 });

  it("reads a number within its limits, or nothing", () => {
    expect([read(), read("--port=1"), read("--port=70")]).toEqual([undefined, 1, 70]);
  });

  it.each(["0", "71", "x", "", "1.5", "1e1", " 2", "0x10"])("refuses %j", (text) => {
    expect(() => read(`--port=${text}`)).toThrow(
      new UsageError(`--port is ${JSON.stringify(text)}: expected a whole number from 1 to 70`),
    );
  });
});
