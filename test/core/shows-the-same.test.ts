import { describe, expect, it } from "vitest";
import { advance } from "../../src/core/session/advance.ts";
import { DeviceError } from "../../src/core/errors.ts";
import { withResource } from "../../src/core/session/revise.ts";
import { newSession } from "../../src/core/session/session.ts";
import { showsTheSame } from "../../src/core/topics/shows-the-same.ts";
import { film } from "./sample-player.ts";
import { policy } from "./samples.ts";

const session = advance(
  newSession(0),
  {
    kind: "answered",
    resource: "video",
    answer: { kind: "reading", reading: { resource: "video", value: film } },
  },
  0,
  policy,
);

describe("two states of a player", () => {
  it("show the same while only the times of requests differ", () => {
    const ticked = advance(session, { kind: "tick", resources: ["video"], intervalMs: 1000 }, 10, policy);
    const asked = advance(ticked, { kind: "asked", resource: "video" }, 20, policy);
    const answered = advance(
      asked,
      { kind: "answered", resource: "video", answer: { kind: "unchanged" } },
      30,
      policy,
    );
    expect(answered).not.toEqual(session);
    expect(showsTheSame(session, answered)).toBe(true);
  });

  it.each([
    ["what the player says", { player: { ...session.player } }],
    ["whether it is there", { availability: "offline" }],
    ["how often it was silent", { failures: 1 }],
    ["why it is silent", { failure: { at: 0, reason: "unreachable" } }],
    ["the position that is published", { shownPosition: { seconds: 1, at: 0 } }],
    ["the position that was read", { seenPosition: { seconds: 1, at: 0 } }],
    ["the music's position", { shownMusicPosition: { seconds: 1, at: 0 } }],
    ["what it can be told", { operations: {} }],
    ["the pages of the queue", { pagesKnown: 1 }],
    ["whose subtitles are listed", { listedFor: { subtitles: "film" } }],
    ["the picture that was asked for", { asked: { address: "a", picture: undefined, lastType: undefined } }],
  ] as const)("differ in %s", (_what, change) => {
    expect(showsTheSame(session, { ...session, ...change })).toBe(false);
  });

  it("differ in what the model has", () => {
    expect(showsTheSame(session, withResource(session, "queue", { support: "unsupported" }))).toBe(false);
  });

  it("differ when the player failed to answer", () => {
    const error = new DeviceError("unreachable", "no route");
    const failed = advance(session, { kind: "failed", resource: "video", error }, 10, policy);
    expect(showsTheSame(session, failed)).toBe(false);
  });
});
