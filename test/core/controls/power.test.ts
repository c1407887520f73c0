import { describe, expect, it } from "vitest";
import { controlSupport } from "../../../src/core/controls/table.ts";
import { powerWordsOf } from "../../../src/core/resources/power.ts";
import { resolveOutcomes } from "../../../src/core/session/outcomes.ts";
import { plan } from "../../../src/core/session/plan.ts";
import { type Session, withResource } from "../../../src/core/session/session.ts";
import { model, player, unlimited } from "../sample-player.ts";
import { powerState, switchesByKey } from "../../../src/core/resources/power.ts";
import { after, failed, having, select, settled } from "../samples.ts";
import { decided, effectOf, shown, without } from "./decided.ts";
import { type SessionFields, sessionWith } from "../session-with.ts";

const offline = { availability: "offline" } as const;
const sleeping = { offAction: "standby" } as const;
const plugged = { hasPlug: true } as const;
const off = settled(offline);
const withPower = (power: Session["player"]["power"], change: SessionFields = {}): Session =>
  settled({ player: { ...player, power: power ?? [] }, ...change });
/** A player that answers also while it is off, and tells which it is; requests alone switch it. */
const telling = (isCurrent: boolean, change: SessionFields = {}): Session =>
  withPower(
    [
      { tag: "on", name: "on", isCurrent },
      { tag: "standby", name: "standby" },
    ],
    { operations: { wake: { support: "unsupported", denials: 1 } }, ...change },
  );
const unnamed = sessionWith(without("model"), offline);
const carded = (wifiMac: string, change: SessionFields = {}): Session =>
  settled({ ...offline, player: { ...player, model: { ...model, wifiMac } }, ...change });
/** It has no power options, and is switched by the keys of its remote control. */
const keyed = having(sessionWith(without("power"), { calls: new Set(["sendKey"] as const) }), {
  power: { support: "unsupported" },
});
const keyless = sessionWith(keyed, { calls: new Set(["setPower"] as const) });
const starting = sessionWith(withResource(without("power"), "power", { support: "unknown" }), plugged);

const sessions = {
  on: settled(),
  off,
  "off, with a wired card": carded(""),
  "off, with many cards": carded("AA:CC", { mac: "80:0a:80:5e:00:53", wakeMacs: ["aa:bb", "aa:dd"] }),
  "off, and was named by an earlier run": sessionWith(unnamed, { former: { model, hasPower: true } }),
  "off and unnamed": unnamed,
  "on, whose off is standby": settled(sleeping),
  "without options": without("power"),
  "without options, whose off is standby": sessionWith(without("power"), sleeping),
  "without some options": withPower([{ tag: "reboot", name: "Neustart" }]),
  "switched by keys": keyed,
  "switched by keys, whose off is standby": sessionWith(keyed, sleeping),
  "without options and keys": keyless,
  "telling that it is on": telling(true),
  "telling that it is off": telling(false),
  "telling, but silent": telling(false, offline),
  "on, with a plug": settled(plugged),
  "off, with a plug": settled({ ...offline, ...plugged }),
  "off and unnamed, with a plug": sessionWith(unnamed, plugged),
  "without options, with a plug": sessionWith(without("power"), plugged),
  "on, whose off is standby, with a plug": settled({ ...sleeping, ...plugged }),
  "telling that it is on, with a plug": telling(true, plugged),
  "telling that it is off, with a plug": telling(false, plugged),
  "telling, but silent, with a plug": telling(true, { ...offline, ...plugged }),
  "telling, but silent, whose off is standby, with a plug": telling(true, {
    ...offline,
    ...plugged,
    ...sleeping,
  }),
  "starting, with a plug": starting,
  "starting and silent, with a plug": sessionWith(starting, offline),
} satisfies Record<string, Session>;

const twice = (macs: string): string => `wake ${macs}, wake ${macs}`;
const allCards = "80:0a:80:5e:00:53,aa:bb,aa:cc,aa:dd";
const unreachable = "failed: the player is off, or cannot be reached";

it.each<[keyof typeof sessions, string, string]>([
  ["on", "off", "setPower poweroff"],
  ["on", "standby", "setPower standby"],
  ["on", "reboot", "setPower reboot"],
  ["on", "on", "unchanged"],
  ["off", "off", "unchanged"],
  ["off", "standby", "unchanged"],
  ["off", "reboot", unreachable],
  ["off", "on", twice("aa:bb")],
  ["off, with a wired card", "on", twice("aa:bb")],
  ["off, with many cards", "on", twice(allCards)],
  ["off, and was named by an earlier run", "on", twice("aa:bb")],
  [
    "off and unnamed",
    "on",
    "failed: no MAC address to wake it: set players[].mac, or let the bridge reach the player once",
  ],
  ["on, whose off is standby", "off", "setPower standby"],
  ["without options", "off", "rejected: the player has no off: it offers "],
  [
    "without options, whose off is standby",
    "off",
    "rejected: the player has no standby, which controls.powerOff uses for off: it offers ",
  ],
  // A list without an option is the player's word.
  ["without some options", "off", "rejected: the player has no off: it offers reboot"],
  ["switched by keys", "off", "sendKey Key.PowerOn.Poweroff"],
  ["switched by keys", "standby", "sendKey Key.PowerOn.Standby"],
  ["switched by keys", "reboot", "sendKey Key.PowerOn.Reboot"],
  ["switched by keys, whose off is standby", "off", "sendKey Key.PowerOn.Standby"],
  ["without options and keys", "off", "rejected: the player has no off: it offers "],
  ["telling that it is on", "on", "unchanged"],
  ["telling that it is on", "off", "setPower standby"],
  ["telling that it is on", "standby", "setPower standby"],
  ["telling that it is off", "on", "setPower on"],
  ["telling that it is off", "off", "unchanged"],
  ["telling that it is off", "standby", "unchanged"],
  ["telling that it is off", "reboot", "rejected: the player has no reboot: it offers on, standby"],
  ["telling, but silent", "on", unreachable],
  ["on, with a plug", "off", "setPower poweroff, switchPlug off"],
  ["off, with a plug", "on", `switchPlug on, ${twice("aa:bb")}`],
  ["off, with a plug", "off", "switchPlug off"],
  ["off and unnamed, with a plug", "on", "switchPlug on"],
  ["without options, with a plug", "off", "switchPlug off"],
  ["on, whose off is standby, with a plug", "off", "setPower standby"],
  ["telling that it is on, with a plug", "off", "setPower standby"],
  ["telling that it is off, with a plug", "off", "unchanged"],
  ["telling, but silent, with a plug", "off", "switchPlug off"],
  ["telling, but silent, whose off is standby, with a plug", "off", "unchanged"],
  ["starting, with a plug", "off", "failed: the player has not reported its power options"],
  ["starting and silent, with a plug", "off", "switchPlug off"],
])("a player that is %s, switched %s: %s", (name, request, expected) => {
  expect(decided("power", request, sessions[name])).toBe(expected);
});

it.each<[keyof typeof sessions, words: string, state?: string, support?: string]>([
  ["on", "on off standby reboot", "on"],
  ["off", "on off standby reboot", "off"],
  ["switched by keys", "off standby reboot", "on", "supported"],
  ["without options and keys", "", "", "unsupported"],
  ["telling that it is on", "on off standby", "on"],
  ["telling that it is off", "on off standby", "off"],
  ["telling, but silent", "off standby", "off"],
])("a player that is %s has the words “%s”, and is %s", (name, words, state, support = "supported") => {
  const session = sessions[name];
  expect(powerWordsOf(session).join(" ")).toBe(words);
  expect(Object.fromEntries(powerState.render(session, unlimited))).toMatchObject({ power: state });
  expect(controlSupport(session, "power")).toBe(support);
});

describe("power", () => {
  it("is known of a new player by its plug alone", () => {
    const silent = { ...without("model"), ...without("power"), player: {} };
    expect(powerWordsOf(silent)).toEqual([]);
    expect(powerWordsOf(sessionWith(silent, plugged))).toEqual(["on", "off"]);
    const lacking = withResource(settled(), "power", { support: "unsupported" });
    expect(controlSupport(lacking, "power")).toBe("unsupported");
    expect(controlSupport(sessionWith(lacking, plugged), "power")).toBe("supported");
  });

  it("is switched by keys only where these are known to work, and there are no options", () => {
    const denied = { sendKey: { support: "unsupported", denials: 1 } } as const;
    const unknown = having(keyed, { power: { support: "unknown" } });
    for (const other of [{ ...keyed, player }, unknown, keyless, { ...keyed, operations: denied }])
      expect(switchesByKey(other)).toBe(false);
  });

  it("takes its time between calls, and waits for silence with the plug", () => {
    const timesOf = (request: string, session: Session): number[] =>
      effectOf("power", request, session).calls.map(({ afterMs }) => afterMs);
    expect(timesOf("on", off)).toEqual([0, 20_000]);
    expect(timesOf("on", sessions["off, with a plug"])).toEqual([0, 3000, 17_000]);
    const [, cut] = effectOf("power", "off", sessions["on, with a plug"]).calls;
    expect(cut).toMatchObject({ afterMs: 15_000, needsSilence: true });
  });

  it("is read first where the player tells it, or where it decides about the plug", () => {
    const next = (request: string, session: Session) => {
      const command = select(request, { target: "power", receivedAt: 100, expiresAt: 9000 });
      return plan(withResource(session, "model", { triedAt: 100 }), 5000, command);
    };
    expect(next("on", telling(true))).toEqual({ kind: "read", resource: "power" });
    expect(next("off", starting)).toEqual({ kind: "read", resource: "power" });
    expect(next("on", settled())).toMatchObject({ kind: "command" });
  });

  const failure = (at: number): Session => settled({ failure: { at, phrase: { text: "ECONNREFUSED" } } });
  const silentTeller = telling(true, { ...offline, ...plugged });
  it.each<[string, string, Session, proof: string, shows: Session[], not: Session[], instead: string]>([
    ["silence", "off", settled(), "model", [failure(5)], [settled(), failure(-5)], "that it is on"],
    ["an answer", "on", off, "model", [settled()], [off], "no response"],
    ["the word of the player", "on", telling(false), "power", [telling(true)], [telling(false)], "off"],
    [
      "the word of the player",
      "off",
      telling(true),
      "power",
      [telling(false)],
      [telling(true)],
      "that it is on",
    ],
    ["both, with a plug", "on", silentTeller, "power", [telling(true)], [telling(false)], "off"],
  ])("is shown by %s: %s", (_by, request, session, proof, shows, not, instead) => {
    const effect = effectOf("power", request, session);
    expect([effect.proof, ...shows.map(effect.isShown), ...not.map(effect.isShown)]).toEqual([
      proof,
      ...shows.map(() => true),
      ...not.map(() => false),
    ]);
    const [first = session] = not;
    expect(shown(effect, first)).toBe(instead);
  });

  it("waits with the plug while the player answers, and is not complete before", () => {
    const session = settled(plugged);
    const command = select("off", { target: "power" });
    const effect = effectOf("power", "off", session);
    const call = { operation: "setPower", tag: "poweroff" } as const;
    const started = { kind: "started", command, effect } as const;
    expect(after(session, [1000, started], [1010, failed("music")]).presence.availability).toBe("online");
    const called = after(session, [1000, [started, { kind: "called", call, reply: { kind: "done" } }]]);
    expect(plan(called, 16_000, undefined)).toMatchObject({ kind: "read", resource: "model" });
    // A player that was switched off is offline at its first failed request.
    const silent = after(called, [2000, failed("model")]);
    expect(silent.presence.availability).toBe("offline");
    expect(resolveOutcomes(silent).settled).toEqual([]);
    const unplugged = { operation: "switchPlug", to: "off" } as const;
    expect(plan(silent, 16_000, undefined)).toEqual({ kind: "call", call: unplugged });
    const cut = after(silent, [16_000, { kind: "called", call: unplugged, reply: { kind: "sent" } }]);
    expect(resolveOutcomes(cut).settled).toMatchObject([{ outcome: { kind: "applied" } }]);
  });
});

describe("keys", () => {
  it.each([
    ["Up", 0, "Key.Up"],
    ["number_5", 0, "Key.Number_5"],
    ["OUT.XLR", 0, "Key.OUT.XLR"],
    ["Key.Screen.ON", 0, "Key.Screen.ON"],
    ["Up, Down", 0, "Key.Up", 200, "Key.Down"],
    ["Up 500 Down", 0, "Key.Up", 500, "Key.Down"],
    ["500 Up 100 100 Down 5", 0, "Key.Up", 200, "Key.Down"],
    ['["Up", 700, "Down"]', 0, "Key.Up", 700, "Key.Down"],
  ] as const)("%s", (request, ...pressed) => {
    const { calls } = effectOf("key", request);
    expect(calls.flatMap(({ afterMs, call }) => [afterMs, "key" in call && call.key])).toEqual(pressed);
  });
});
