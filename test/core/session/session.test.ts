import { describe, expect, it } from "vitest";
import { changedParts } from "../../../src/core/session/changed-parts.ts";
import { newSession } from "../../../src/core/session/new-session.ts";
import { after, answered, having, type Happened, profile, settled } from "../samples.ts";

describe("sessions", () => {
  it.each<[string, Happened]>([
    ["a tick", { kind: "tick", resources: ["audio"], intervalMs: 2000 }],
    ["a request", { kind: "requested", resource: "audio" }],
    ["an unchanged answer", answered("audio", "unchanged")],
  ])("differ only in their schedule after %s", (_what, event) => {
    const before = settled();
    const next = after(before, [5000, event]);
    expect(next).not.toBe(before);
    expect([...changedParts(before, next)]).toEqual([]);
  });

  it("differ in more if the player supports another resource", () => {
    const before = settled();
    const next = having(before, { audio: { support: "unsupported" } });
    expect([...changedParts(before, next)]).toEqual(["audio.support", "audio"]);
  });
});

it("a player that turned out to be of another make is read for what the former make lacked, and spared what this one lacks", () => {
  const former = newSession(0, {
    profile: { ...profile, withoutResources: ["apps"], withoutOperations: ["openApp"] },
  });
  const resources = ["apps", "audio", "power"] as const;
  const event = {
    kind: "recognized",
    profile: { ...profile, family: "other", resources, withoutResources: ["power"] },
  } as const;
  const call = { operation: "setMute", isMuted: true } as const;
  const session = after(former, [400, { kind: "called", call, reply: { kind: "done" } }], [500, event]);
  expect(session.operations).toEqual({ setMute: { support: "supported", denials: 0 } });
  expect(session.profile.family).toBe("other");
  expect(session.resources).toMatchObject({ audio: { dueAt: 0 }, video: { unread: "lacking" } });
  expect(session.resources.apps).toMatchObject({ support: "unknown", dueAt: 500 });
  expect(session.resources.apps.unread).toBeUndefined();
  expect(session.resources.power).toMatchObject({ support: "unsupported", unread: "off" });
});
