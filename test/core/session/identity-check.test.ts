import { describe, expect, it } from "vitest";
import type { Call } from "../../../src/core/controls/call.ts";
import { isOfPlayer, withoutMacs } from "../../../src/core/mac.ts";
import type { PlayerModel } from "../../../src/core/resources/model.ts";
import type { Answer } from "../../../src/core/resources/player.ts";
import type { SessionEvent } from "../../../src/core/session/advance.ts";
import { resolveOutcomes } from "../../../src/core/session/outcomes.ts";
import type { plan } from "../../../src/core/session/plan.ts";
import { newSession } from "../../../src/core/session/new-session.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { effectOf } from "../controls/decided.ts";
import { model } from "../sample-player.ts";
import {
  after,
  answered,
  failed,
  having,
  pending,
  refreshOf,
  select,
  selected,
  settled,
  toReadFirst,
  planned,
} from "../samples.ts";
import { type SessionFields, sessionWith } from "../session-with.ts";

const ours = "02:5e:11:00:00:0a";
const theirs = "02:5e:11:00:00:0c";
const third = "02:5e:11:00:00:0e";
/** What a player says that hides its wired card. */
const hidden = "02:00:00:00:00:00";

function saying(mac: string | undefined, change: Partial<PlayerModel> = {}): Answer {
  return { kind: "reading", reading: { resource: "model", value: { ...model, mac, ...change } } };
}

const standby = { operation: "setPower", tag: "standby" } as const;
const told = (call: Call, kind: "done" | "unsupported") =>
  ({ kind: "called", call, reply: { kind } }) as const;
const known = settled({ mac: ours });
const obedient = settled({ mac: ours, operations: { setPower: { support: "supported", denials: 0 } } });
const silent = after(known, [1000, failed("video")]);
const away = after(silent, [3000, failed("model")], [6000, failed("model")]);
const doubted = after(known, [1000, { kind: "doubted" }]);
const disconnected = after(having(known, { video: { dueAt: 70_000 } }), [1000, { kind: "disconnected" }]);
const other = after(away, [20_000, answered("model", saying(theirs))]);
const said = answered("model", saying(ours));
const askedModel = { kind: "read", resource: "model" } as const;
const readVideo = { kind: "read", resource: "video" } as const;
const refresh = { kind: "refresh", command: refreshOf() } as const;
const moved = { kind: "moved", address: "http://10.0.0.3:9529" } as const;
const commandAt = (receivedAt: number) => select("EARC", { receivedAt, expiresAt: receivedAt + 5000 });
const endingOf = (session: Session) => resolveOutcomes(session).settled;

function next(session: Session, now: number, waiting?: Parameters<typeof plan>[2]) {
  return planned(session, now, waiting);
}

describe("a player that can tell who it is", () => {
  it.each<[string, () => Session]>([
    ["at the start", () => newSession(0, { mac: ours })],
    ["after a request without an answer", () => silent],
    ["when it was seen elsewhere", () => doubted],
    ["when a refresh is asked for", () => after(known, [1000, refresh])],
    ["when it denies what it has had", () => after(known, [1000, answered("audio", "unsupported")])],
    ["when it refuses what it has had", () => after(known, [1000, answered("audio", "refused")])],
    ["when an answer has no meaning", () => after(known, [1000, failed("audio", "malformed")])],
    ["when it denies a call that it has obeyed", () => after(obedient, [1000, told(standby, "unsupported")])],
    ["when it is looked for elsewhere", () => after(known, [1000, moved])],
  ])("is asked for its model before anything else %s", (_when, sessionOf) => {
    const session = sessionOf();
    expect(next(session, 5000)).toEqual(askedModel);
    expect(next(session, 5000, commandAt(4900))).toEqual(askedModel);
  });

  it.each<[string, SessionEvent]>([
    ["reports that nothing is there", answered("video", "absent")],
    ["is busy", answered("audio", "confused")],
    ["denies a rare list again", answered("zooms", "unsupported")],
    ["denies what it was not known to have", answered("battery", "unsupported")],
    ["makes no sense about that list", failed("zooms", "malformed")],
    ["makes no sense about its model", failed("model", "malformed")],
    ["obeys a call once more", told(standby, "done")],
    ["denies a call that it never obeyed", told({ operation: "setMute", isMuted: true }, "unsupported")],
  ])("is not asked when it %s", (_what, event) => {
    const session = after(
      having(obedient, { battery: { support: "unknown" } }),
      [500, answered("zooms", "unsupported")],
      [800, said],
      [1000, event],
    );
    expect(session.identityCheck.status).toBe("confirmed");
  });

  const requested = { kind: "requested", resource: "model" } as const;

  const ended = { kind: "disconnected" } as const;
  const confirmed = after(disconnected, [70_000, requested], [70_020, said]);
  const askedBefore = having(known, { video: { dueAt: 2000 }, model: { triedAt: 900 } });
  const twice = after(askedBefore, [1000, ended], [1500, ended]);
  /** Some players end every connection. */
  const often = having(after(disconnected, [2000, requested], [2100, said], [2200, ended]), {
    video: { dueAt: 62_099 },
  });
  const askedLately = having(disconnected, { video: { dueAt: 61_000 }, model: { triedAt: 40_000 } });
  const endedAt = (now: number): Session =>
    after(sessionWith(askedLately, { recheckIdentityAt: undefined }), [now, ended]);
  const justAsked = having(disconnected, { model: { triedAt: 5000 } });
  const justAskedOften = sessionWith(justAsked, { recheckIdentityAt: 65_000 });

  it.each<[string, Session, number, step: unknown, command?: number]>([
    [
      "not asked before its next read is due when its connection has ended",
      disconnected,
      69_999,
      { kind: "wait", ms: 1 },
    ],
    ["asked before its next read then", disconnected, 70_000, askedModel],
    ["asked no second time then", confirmed, 70_200, readVideo],
    ["asked then although another one has ended since", twice, 2000, askedModel],
    ["not asked within a minute if it ends every connection", often, 62_099, readVideo],
    ["asked once a minute if it ends every connection", often, 62_100, askedModel],
    ["not asked if it was asked within the minute before the end", endedAt(60_999), 61_000, readVideo],
    ["asked if connections end less often", endedAt(61_000), 61_000, askedModel],
    ["asked before a command, however soon before it was asked", justAsked, 5001, askedModel, 4000],
    ["asked once for a command if it ends every connection", justAskedOften, 5100, askedModel, 5001],
    ["not asked again for a command that came before", justAskedOften, 5100, { kind: "command" }, 5000],
  ])("is %s", (_when, session, now, step, receivedAt) => {
    const command = receivedAt === undefined ? undefined : commandAt(receivedAt);
    expect(next(session, now, command)).toEqual(step);
  });

  it("is never in doubt where no MAC is known", () => {
    const due = having(settled(), { video: { dueAt: 70_000 } });
    expect(next(after(due, [1000, { kind: "disconnected" }]), 70_000)).toEqual(readVideo);
    expect(isOfPlayer({ config: withoutMacs, player: {} }, { ...model, mac: ours })).toBeUndefined();
  });

  const none = { mac: undefined, wifiMac: undefined };
  const reported = (cards: Partial<PlayerModel>): SessionFields => ({
    player: { model: { ...model, ...none, ...cards } },
  });
  it.each<[string, Partial<PlayerModel>, SessionFields, boolean | undefined]>([
    ["its wired card", { mac: ours }, {}, true],
    ["another wired card", { mac: theirs }, {}, false],
    ["another wired card, and its own wireless one", { mac: theirs, wifiMac: ours.toUpperCase() }, {}, true],
    ["a card to wake it by", { mac: theirs }, { wakeMacs: [theirs] }, true],
    [
      "the card that it reported itself",
      { mac: theirs },
      { mac: undefined, ...reported({ mac: theirs }) },
      true,
    ],
    ["a wireless card alone, which was never seen", { mac: hidden, wifiMac: theirs }, {}, undefined],
    [
      "the wireless card of before alone",
      { mac: hidden, wifiMac: theirs },
      reported({ wifiMac: theirs }),
      true,
    ],
    ["another wireless card than before alone", { wifiMac: theirs }, reported({ wifiMac: third }), false],
    ["nothing", { mac: hidden }, reported({ wifiMac: third }), undefined],
  ])("is told by %s", (_name, seen, cards, isOurs) => {
    const session = sessionWith(newSession(0), { mac: ours, ...cards });
    expect(isOfPlayer(session, { ...model, ...none, ...seen })).toBe(isOurs);
  });
});

describe("another device at its address", () => {
  it("is not the player: it stays offline, with the reason", () => {
    expect(other).toMatchObject({
      identityCheck: { status: "asking" },
      presence: {
        availability: "offline",
        failure: {
          phrase: { text: `another device answers at this address: A8, ${theirs} instead of ${ours}, aa:bb` },
        },
      },
    });
    expect(other.player).toEqual(away.player);
    const wireless: Session = { ...away, player: { ...away.player, model: { ...model, wifiMac: third } } };
    const nameless = saying(undefined, { wifiMac: theirs, model: undefined });
    const unnamed = after(wireless, [20_000, answered("model", nameless)]);
    expect(unnamed.presence.failure?.phrase.values).toMatchObject({ model: "", mac: theirs });
  });

  it("gets no command: the reason is published", () => {
    expect(toReadFirst(other, commandAt(23_000), 23_000)).toBe("model");
    expect(next(other, 20_100, commandAt(20_100))).toEqual({ kind: "command" });
  });

  it("is not asked again at once for each command", () => {
    const twice = after(silent, [3000, failed("model")]);
    expect(toReadFirst(twice, commandAt(3100), 3500)).toBeUndefined();
    expect(toReadFirst(twice, commandAt(3100), 4000)).toBe("model");
  });

  it("leaves a command alone that only wakes the player", () => {
    const on = select("on", { target: "power", receivedAt: 20_100, expiresAt: 25_100 });
    expect(toReadFirst(other, on, 22_000)).toBeUndefined();
    const started = { kind: "started", command: on, effect: effectOf("power", "on", other) } as const;
    const waking = after(other, [20_100, started]);
    expect(next(waking, 20_100)).toMatchObject({ kind: "call", call: { operation: "wake" } });
    expect(after(waking, [23_000, answered("model", saying(theirs))]).pending.effect).toBeDefined();
  });

  it("ends a selection whose effect only it could show", () => {
    const begun = after(known, [0, selected({ kind: "absent" })]);
    const lost = after(begun, [1000, failed("audio", "broken")]);
    expect(next(lost, 2000)).toEqual(askedModel);
    const ended = after(lost, [2000, answered("model", saying(theirs))]);
    const reason = "the player reports that it has no such operation";
    expect(endingOf(ended)).toMatchObject([{ outcome: { kind: "failed", reason } }]);
  });

  it("ends a refresh", () => {
    const refreshed = after(away, [19_000, { kind: "refresh", command: refreshOf({ receivedAt: 19_000 }) }]);
    const [ended] = endingOf(after(refreshed, [20_000, answered("model", saying(theirs))]));
    const reason = expect.stringContaining("another device") as unknown;
    expect(ended).toMatchObject({ outcome: { kind: "failed", reason } });
  });

  it("is gone when the player is looked for elsewhere", () => {
    const { profile, identityCheck, schedule, presence } = other;
    expect(after(other, [21_000, moved])).toEqual({
      ...other,
      profile: { ...profile, address: moved.address },
      identityCheck: { ...identityCheck, otherDevice: undefined, held: {}, status: "asking" },
      schedule: { ...schedule, quietUntil: 21_000 },
      presence: { ...presence, failures: 0 },
    });
  });
});

describe("a call that is due while nobody knows who answers", () => {
  const call = { operation: "selectInput", tag: "EARC" } as const;
  const due: Session = sessionWith(doubted, { effect: pending({ calls: [{ at: 900, call }] }) });

  it("waits for the model", () => {
    expect(next(due, 1000)).toEqual(askedModel);
    expect(next(after(due, [1100, said]), 1300)).toEqual({ kind: "call", call });
  });

  it.each(["unreachable", "malformed"] as const)("is not made if the answer is %s", (fault) => {
    const { settled: ended, session } = resolveOutcomes(after(due, [1100, failed("model", fault)]));
    expect(ended).toMatchObject([{ outcome: { kind: "failed", reason: `${fault}: no luck` } }]);
    expect(session.pending.effect).toBeUndefined();
  });

  it.each([
    ["confused", "body status 804"],
    ["unsupported", "the device did not report its model or MAC address"],
  ] as const)("is not made if the model is %s", (kind, reason) => {
    const ended = endingOf(after(due, [1100, answered("model", kind)]));
    expect(ended).toMatchObject([{ outcome: { kind: "failed", reason } }]);
  });

  it("stays where it is due later, also after a failure", () => {
    const later: Session = sessionWith(doubted, { effect: pending({ calls: [{ at: 90_000, call }] }) });
    expect(after(later, [1100, failed("model")]).pending.effect?.calls).toHaveLength(1);
    expect(after(due, [1100, failed("audio")]).pending.effect?.calls).toHaveLength(1);
    expect(
      after(sessionWith(due, { status: "confirmed" }), [1100, failed("model")]).pending.effect?.calls,
    ).toHaveLength(1);
  });
});
