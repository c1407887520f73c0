import { describe, expect, it } from "vitest";
import type { Outcome } from "../../../src/core/controls/effect.ts";
import { refreshedResourceNames } from "../../../src/core/resources/player.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { resolveOutcomes } from "../../../src/core/session/outcomes.ts";
import { after, answered, failed, having, refreshOf, settled, type Happened } from "../samples.ts";

type Happening = readonly [now: number, event: Happened | readonly Happened[]];

describe("the outcome of a refresh", () => {
  const asked = after(settled(), [5000, { kind: "refresh", command: refreshOf({ receivedAt: 5000 }) }]);
  const outcomes = (session: Session): Outcome[] =>
    resolveOutcomes(session).settled.map(({ outcome }) => outcome);
  const [last = "battery"] = refreshedResourceNames.toReversed();
  const readAll: Happening[] = [
    [5000, answered("audio", "unchanged")],
    [5150, answered("video")],
    [5300, answered("playlist", "absent")],
    [5450, answered("queue", "confused")],
    [5600, answered("music", "unchanged")],
    [5750, answered("power", "unchanged")],
    ...refreshedResourceNames
      .filter((name) => !["audio", "video", "playlist", "queue", "music", "power"].includes(name))
      .map((name): Happening => [5900, answered(name, "unsupported")]),
  ];

  it("is pending until a second answer confirms the end of a film", () => {
    const absent = answered("video", "absent");
    const once = after(asked, ...readAll, [6000, absent]);
    expect(outcomes(once)).toEqual([]);
    expect(outcomes(after(once, [6250, absent]))).toEqual([{ kind: "applied" }]);
  });

  it("is pending until every resource was read", () => {
    expect(outcomes(asked)).toEqual([]);
    expect(outcomes(after(asked, ...readAll.slice(0, -1)))).toEqual([]);
    const requested: Happening = [5900, { kind: "requested", resource: last }];
    expect(outcomes(after(asked, ...readAll.slice(0, -1), requested))).toEqual([]);
    expect(outcomes(after(asked, ...readAll))).toEqual([{ kind: "applied" }]);
  });

  it("also waits for resources that were unsupported, but not for those that are never read", () => {
    const unread = having(asked, { [last]: { unread: "off" } });
    expect(outcomes(after(unread, ...readAll.slice(0, -1)))).toEqual([{ kind: "applied" }]);
    const session = having(asked, { queue: { support: "unsupported" } });
    expect(outcomes(after(session, ...readAll.slice(0, -1)))).toEqual([]);
    expect(outcomes(after(session, ...readAll))).toEqual([{ kind: "applied" }]);
  });

  it("is failed when the player cannot be reached", () => {
    const session = after(asked, [5000, failed("audio")]);
    expect(outcomes(session)).toMatchObject([{ kind: "failed", reason: "unreachable: no luck" }]);
  });

  it("is not failed for a failure before it", () => {
    const session = after(
      settled(),
      [4000, failed("audio")],
      [5000, { kind: "refresh", command: refreshOf() }],
    );
    expect(outcomes(session)).toEqual([]);
  });

  it("is superseded when a newer one joins it", () => {
    const first = refreshOf({ transaction: 1 });
    const second = refreshOf({ transaction: 2 });
    const session = after(
      asked,
      [5100, { kind: "refresh", command: first }],
      [5200, { kind: "refresh", command: second }],
    );
    const { session: next, settled: done } = resolveOutcomes(session);
    expect(done).toEqual([{ command: first, outcome: { kind: "superseded" } }]);
    expect(next.pending.refreshes.map(({ command }) => command.transaction)).toEqual([undefined, 2]);
  });
});
