import { describe, expect, it } from "vitest";
import { faultUsages, parseBehaviour } from "../../src/tools/simulator/zidoo/parse-behaviour.ts";

describe("parseBehaviour", () => {
  it.each([
    ["reset", undefined, undefined],
    ["slow:500", undefined, undefined],
    ["reset*5", undefined, 5],
    ["html@getPlaylist", "getPlaylist", undefined],
    ["status:804@getPlayStatus*3", "getPlayStatus", 3],
    ["status:-1", undefined, undefined],
    ["redirect:http://127.0.0.1:8080/a?b=c*2", undefined, 2],
    ["contentType:text/html", undefined, undefined],
    ["refuseParallel:reset", undefined, undefined],
  ])("parses %s", (text, operation, times) => {
    expect(parseBehaviour(text)).toMatchObject({ text, operation, times });
  });

  it("lists all faults if the fault is unknown", () => {
    expect(() => parseBehaviour("foo:3")).toThrow(
      /^Unknown fault "foo": expected one of slow:<ms>, jitter:<ms>, reset, /,
    );
    for (const usage of faultUsages) expect(() => parseBehaviour("foo")).toThrow(usage);
  });

  it.each(["", "slow 500", "toString", "*3"])("refuses %j as an unknown fault", (text) => {
    expect(() => parseBehaviour(text)).toThrow("Unknown fault");
  });

  it.each([
    ["slow", "slow:<ms>"],
    ["slow:fast", "slow:<ms>"],
    ["slow:99999999999", "slow:<ms>"],
    ["http:302", "http:<4xx|5xx>"],
    ["reset:5", "reset"],
    ["contentType:json", "contentType:<type|none>"],
  ])("explains the argument of %s", (text, usage) => {
    expect(() => parseBehaviour(text)).toThrow(
      `Cannot read the argument of fault "${text}": expected ${usage}`,
    );
  });

  it("lists the operations if the operation is unknown", () => {
    expect(() => parseBehaviour("reset@getQueue")).toThrow(
      'Unknown operation "getQueue" in fault "reset@getQueue": expected one of getInputAndOutputList, ',
    );
  });

  it("rejects a count of zero", () => {
    expect(() => parseBehaviour("reset*0")).toThrow(
      'Cannot have fault "reset*0" 0 times: expected 1 or more',
    );
  });
});
