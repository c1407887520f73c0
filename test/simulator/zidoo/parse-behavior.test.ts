import { describe, expect, it } from "vitest";
import { faultUsages, parseBehavior } from "../../../simulator/zidoo/parse-behavior.ts";

describe("parseBehavior", () => {
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
    expect(parseBehavior(text)).toMatchObject({ text, operation, times });
  });

  it("lists all faults if the fault is unknown", () => {
    expect(() => parseBehavior("foo:3")).toThrow(
      /^Unknown fault "foo": expected one of slow:<ms>, jitter:<ms>, reset, /,
    );
    for (const usage of faultUsages) expect(() => parseBehavior("foo")).toThrow(usage);
  });

  it.each(["", "slow 500", "toString", "*3"])("refuses %j as an unknown fault", (text) => {
    expect(() => parseBehavior(text)).toThrow("Unknown fault");
  });

  it.each([
    ["slow", "slow:<ms>"],
    ["slow:fast", "slow:<ms>"],
    ["slow:99999999999", "slow:<ms>"],
    ["http:302", "http:<4xx|5xx>"],
    ["reset:5", "reset"],
    ["contentType:json", "contentType:<type|none>"],
  ])("explains the argument of %s", (text, usage) => {
    expect(() => parseBehavior(text)).toThrow(
      `Cannot read the argument of fault "${text}": expected ${usage}`,
    );
  });

  it("lists the operations if the operation is unknown", () => {
    expect(() => parseBehavior("reset@getQueue")).toThrow(
      'Unknown operation "getQueue" in fault "reset@getQueue": expected one of getInputAndOutputList, ',
    );
  });

  it("rejects a count of zero", () => {
    expect(() => parseBehavior("reset*0")).toThrow('Cannot have fault "reset*0" 0 times: expected 1 or more');
  });
});
