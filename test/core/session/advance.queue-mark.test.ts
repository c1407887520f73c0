import { describe, expect, it } from "vitest";
import { advance, type SessionEvent } from "../../../src/core/session/advance.ts";
import { DeviceError } from "../../../src/core/errors.ts";
import type { MusicState } from "../../../src/core/resources/music.ts";
import type { ResourceName } from "../../../src/core/resources/player.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { music } from "../sample-player.ts";
import { after, answered, policy, settled, told } from "../samples.ts";

const never = Number.POSITIVE_INFINITY;
const tick: SessionEvent = { kind: "tick", resources: ["queue"], intervalMs: 2000 };

const stateOf = (change: Partial<MusicState>): SessionEvent => told("music", { ...music, ...change });

function heardDuring(change: Partial<MusicState> = {}): Session {
  return after(
    settled({ activeUntil: never }),
    [1000, stateOf(change)],
    [1100, { kind: "requested", resource: "queue" }],
    [1200, answered("queue")],
  );
}

const another = { ...music.track, key: "another song" };

describe("a queue that was read", () => {
  it("is not read by a tick while its mark is the same", () => {
    const session = after(heardDuring(), [2000, stateOf({ positionSeconds: 31 })], [3000, tick]);
    expect(session.resources.queue.dueAt).toBe(never);
  });

  it("has its mark read by a tick instead, unless the mark has a schedule of its own", () => {
    const before = after(heardDuring(), [2000, stateOf({ positionSeconds: 31 })]);
    const tickedWith = (...scheduled: ResourceName[]): Session => {
      const pace = { factor: 1, scheduled: new Set(["queue" as const, ...scheduled]) };
      return advance(before, tick, 3000, { ...policy, idleFactor: 1, pace });
    };
    expect(tickedWith().resources.music.dueAt).toBeLessThan(never);
    expect(tickedWith("music").resources).toEqual(before.resources);
  });

  it.each([
    ["its change stamp moves", {}, { queueStamp: "2/0" }],
    ["another track plays", {}, { track: another }],
    ["it is stopped, though the state still tells the last track", {}, { playing: "idle" as const }],
    ["it begins to play again", { playing: "idle" as const }, {}],
  ])("is read at once when %s", (_words, before, change) => {
    const session = after(heardDuring(before), [2000, stateOf(change)]);
    expect(session.resources.queue.dueAt).toBe(2000);
  });

  it.each([
    ["malformed", { kind: "failed", resource: "queue", error: new DeviceError("malformed", "half of it") }],
    ["refused", answered("queue", { kind: "refused", reason: "body status 805" })],
  ] as const)("is read by the next tick when the answer about its new track was %s", (_word, answer) => {
    const session = after(
      heardDuring(),
      [2000, stateOf({ track: another })],
      [2100, { kind: "requested", resource: "queue" }],
      [2200, answer],
      [3000, tick],
    );
    expect(session.resources.queue.dueAt).toBeLessThan(never);
  });

  it("is not read anew because it is paused", () => {
    const session = after(heardDuring(), [2000, stateOf({ playing: "paused" })], [3000, tick]);
    expect(session.resources.queue.dueAt).toBe(never);
  });

  it("is read by a tick after ten minutes all the same", () => {
    const session = after(heardDuring(), [700_000, stateOf({ positionSeconds: 99 })], [701_000, tick]);
    expect(session.resources.queue.dueAt).toBeLessThan(never);
  });

  it("is read by each tick where the player has no change stamp", () => {
    const session = after(heardDuring({ queueStamp: undefined }), [3000, tick]);
    expect(session.resources.queue.dueAt).toBeLessThan(never);
  });
});
