import { describe, expect, it } from "vitest";
import type { Flag } from "../../src/cli/cli-command.ts";
import { parseArguments, valueOf, wholeNumberOf } from "../../src/cli/parse-arguments.ts";

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

  it("takes the last value of a flag", () => {
    const given = parseArguments(["--port=1", "--port=2"], flags);
    expect(valueOf(given, "port")).toBe("2");
    expect(valueOf(given, "fault")).toBeUndefined();
  });

  it("reads a number within its limits, or nothing", () => {
    const read = (...args: string[]) =>
      wholeNumberOf(parseArguments(args, flags), "port", { min: 1, max: 70 });
    expect([read(), read("--port=1"), read("--port=70")]).toEqual([undefined, 1, 70]);
  });
});
