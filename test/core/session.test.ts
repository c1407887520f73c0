import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../../src/core/session/advance.ts";
import { differOnlyInSchedule } from "../../src/core/session/session.ts";
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
    expect(differOnlyInSchedule(before, next)).toBe(true);
  });

  it.each<[string, SessionEvent]>([
    ["a reading", answered("audio")],
    ["a failure", failed("audio")],
    ["a malformed answer", failed("audio", "malformed")],
    ["a refresh", { kind: "refresh", command: refreshOf() }],
  ])("differ in more after %s", (_what, event) => {
    const before = settled();
    expect(differOnlyInSchedule(before, after(before, [5000, event]))).toBe(false);
  });

  it("differ in more if the player supports another resource", () => {
    const before = settled();
    expect(differOnlyInSchedule(before, having(before, { audio: { support: "unsupported" } }))).toBe(false);
  });
});
