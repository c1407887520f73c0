import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../../src/core/session/advance.ts";
import { changedParts } from "../../src/core/session/session.ts";
import { after, answered, failed, having, refreshOf, settled } from "./samples.ts";

describe("sessions", () => {
  it.each<[string, SessionEvent]>([
    ["a tick", { kind: "tick", resources: ["audio"], intervalMs: 2000 }],
    ["a request", { kind: "requested", resource: "audio" }],
    ["an unchanged answer", answered("audio", "unchanged")],
  ])("differ only in their schedule after %s", (_what, event) => {
    const before = settled();
    const next = after(before, [5000, event]);
    expect(next).not.toBe(before);
    expect([...changedParts(before, next)]).toEqual([]);
  });

  it.each<[string, SessionEvent]>([
    ["a reading", answered("audio")],
    ["a failure", failed("audio")],
    ["a malformed answer", failed("audio", "malformed")],
    ["a refresh", { kind: "refresh", command: refreshOf() }],
  ])("differ in more after %s", (_what, event) => {
    const before = settled();
    expect(changedParts(before, after(before, [5000, event])).size).toBeGreaterThan(0);
  });

  it("differ in more if the player supports another resource", () => {
    const before = settled();
    const next = having(before, { audio: { support: "unsupported" } });
    expect([...changedParts(before, next)]).toEqual(["audio.support", "audio"]);
  });
});
