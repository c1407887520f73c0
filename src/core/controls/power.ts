import { type KnownPlayer, operationSupport } from "./known-player.ts";
import {
  macsToWake,
  offTagOf,
  optionOf,
  powerTags,
  powerWords,
  powerWordsOf,
  switchesByKey,
  toldPower,
} from "../resources/power.ts";
import type { Call, TimedCall } from "./call.ts";
import { act, actAll, actBlindly, type Decision } from "./effect.ts";
import { defineControl, failed, oneOf, rejected, unchanged } from "./control.ts";
import { translatable } from "../../lib/phrase.ts";

/** The keys of the remote control that do the same. */
const keys: Readonly<Record<string, string>> = {
  poweroff: "Key.PowerOn.Poweroff",
  standby: "Key.PowerOn.Standby",
  reboot: "Key.PowerOn.Reboot",
};

/** A packet within about 15 seconds of switching off is lost, so a second one follows. */
const wakeAgainAfterMs = 20_000;
/** A network card needs power for a moment before it hears a packet. */
const wakeAfterPlugMs = 3000;
/** A slow player takes a minute to its first answer after the second packet. */
const wakeForMs = 90_000;
/** A player that is switching off still answers for a moment. */
const powerDownForMs = 30_000;
/** A player that is switching off needs its power for this long. */
const cutPowerAfterMs = 15_000;

const power = defineControl({
  ...oneOf(...powerWords),
  wordsFor: powerWordsOf,
  isDestructive: true,
  about:
    "`on` (by a request, or by two magic packets 20 s apart), `off`, `standby`, `reboot`, see [Switching on and off](#switching-on-and-off)",
  resource: "power",
  operations: ["setPower", "sendKey", "wake", "switchPlug"],
  worksOffline: true,
  worksWithout: (session) => session.config.hasPlug || switchesByKey(session),
  fresh: ({ player }) => (toldPower(player) === undefined ? ["model"] : ["model", "power"]),
  needed: ["power"],
  takesMs: (word) => (word === "on" ? wakeAgainAfterMs + wakeForMs : powerDownForMs),
  decide: (word, session, now) => {
    if (word === "on") return wake(session);
    return word === "off" ? switchOff(session, now) : powerDown(word, powerTags[word], session, now);
  },
});

const cannotBeReached = failed(translatable("power.offline", "the player is off, or cannot be reached"));

function wake(session: KnownPlayer): Decision {
  const { config, presence, player } = session;
  const isOn = toldPower(player);
  if (presence.availability === "online" && presence.failure === undefined) {
    const call = isOn === false ? callFor(powerTags.on, session) : undefined;
    return call === undefined ? unchanged : act(call, untilOn);
  }
  const canWake = operationSupport(session, "wake") !== "unsupported";
  const macs = canWake ? macsToWake(session) : [];
  const { hasPlug } = config;
  if (!canWake && !hasPlug)
    return optionOf(player, powerTags.on) === undefined ? notOffered("on", session) : cannotBeReached;
  if (macs.length === 0 && !hasPlug) {
    return failed(
      translatable(
        "power.no-mac",
        "no MAC address to wake it: set players[].mac, or let the bridge reach the player once",
      ),
    );
  }
  const plug: TimedCall = { afterMs: 0, call: { operation: "switchPlug", to: "on" } };
  const packet = { operation: "wake", macs } as const;
  const firstAfterMs = hasPlug ? wakeAfterPlugMs : 0;
  const packets: readonly TimedCall[] = [
    { afterMs: firstAfterMs, call: packet },
    { afterMs: wakeAgainAfterMs - firstAfterMs, call: packet },
  ];
  return actAll([...(hasPlug ? [plug] : []), ...(macs.length > 0 ? packets : [])], {
    proof: isOn === undefined ? "model" : "power",
    isShown: (later) => later.presence.availability === "online" && toldPower(later.player) !== false,
    shown: (later) =>
      later.presence.availability === "online" ? "off" : translatable("shown.silence", "no response"),
    pollEveryMs: 3000,
    pollForMs: wakeForMs,
  });
}

/** Switches off the player, then its plug once the player is silent and had time to finish. */
function switchOff(session: KnownPlayer, now: number): Decision {
  const { config, presence, resources } = session;
  const isOffline = presence.availability === "offline";
  const tag = offTagOf(session);
  // A player that answers also while it is off never shows that its plug may be switched.
  const keepsAnswering = !isOffline && (tag === "standby" || toldPower(session.player) !== undefined);
  if (!config.hasPlug || config.offAction === "standby" || keepsAnswering)
    return powerDown("off", tag, session, now);
  const cut = { operation: "switchPlug", to: "off" } as const;
  // Cutting the power of a running player that can switch itself off may harm it.
  if (!isOffline && resources.power.support === "unknown")
    return failed(translatable("unreported.power", "the player has not reported its power options"));
  const own = callFor(powerTags.off, session);
  if (isOffline || own === undefined) return untilSilent([{ afterMs: 0, call: cut }], now);
  return untilSilent(
    [
      { afterMs: 0, call: own },
      { afterMs: cutPowerAfterMs, call: cut, needsSilence: true },
    ],
    now,
  );
}

function powerDown(word: keyof typeof powerTags, tag: string, session: KnownPlayer, now: number): Decision {
  const { presence, player } = session;
  const isOn = toldPower(player);
  if (presence.availability === "offline" || (isOn === false && word !== "reboot")) {
    return word === "reboot" ? cannotBeReached : unchanged;
  }
  const call = callFor(tag, session);
  if (call === undefined) {
    const offer = (player.power ?? []).map((option) => option.tag).join(", ");
    if (tag === powerTags[word]) return notOffered(word, session);
    return rejected(
      translatable(
        "power.lacks-own",
        "the player has no {tag}, which controls.powerOff uses for off: it offers {offer}",
        { tag, offer },
      ),
    );
  }
  return untilSilent([{ afterMs: 0, call }], now, isOn === true && word !== "reboot");
}

/** The call for one of the player's own tags; undefined if it does not offer that. */
function callFor(tag: string, session: KnownPlayer): Call | undefined {
  if (optionOf(session.player, tag) !== undefined) return { operation: "setPower", tag };
  const key = keys[tag];
  return key !== undefined && switchesByKey(session) ? { operation: "sendKey", key } : undefined;
}

function notOffered(word: (typeof powerWords)[number], { player }: KnownPlayer): Decision {
  const offer = (player.power ?? []).map(({ tag }) => tag).join(", ");
  return rejected(
    translatable("power.lacks", "the player has no {word}: it offers {offer}", { word, offer }),
  );
}

/** A player that answers also while it is off tells that it is on again. */
const untilOn = {
  proof: "power",
  isShown: ({ player }: KnownPlayer) => toldPower(player) === true,
  shown: () => "off",
  pollEveryMs: 1000,
  pollForMs: powerDownForMs,
} as const;

/** Silence is the common sign of a player that is off, in standby or rebooting; some answer, and tell that they are off. */
function untilSilent(calls: readonly TimedCall[], now: number, tellsOff = false): Decision {
  return actAll(calls, {
    proof: tellsOff ? "power" : "model",
    isShown: ({ presence: { failure }, player }) =>
      (failure !== undefined && failure.at >= now) || (tellsOff && toldPower(player) === false),
    shown: () => translatable("shown.life", "that it is on"),
    provenByOffline: true,
    pollEveryMs: 1000,
    pollForMs: powerDownForMs,
  });
}

/** Turns the screen on and off. No answer reports its state, so nothing is read back. */
const screen = defineControl({
  title: "Screen",
  names: { de: "Bildschirm", fr: "Écran", zh: "屏幕" },
  ...oneOf("on", "off", "toggle"),
  about: "`on`, `off`, `toggle`; players do not report the state of the screen",
  operations: ["sendKey", "setPower"],
  offers: (session) => {
    const hasToggle = session.player.power?.some(({ tag }) => tag === "screen") !== false;
    return hasToggle || operationSupport(session, "sendKey") !== "unsupported" ? "supported" : "unsupported";
  },
  needed: ["power"],
  isStep: (word) => word === "toggle",
  decide: (word, { player }) => {
    if (word !== "toggle") {
      const key = `Key.Screen.${word.toUpperCase()}`;
      return actBlindly({ operation: "sendKey", key });
    }
    const option = optionOf(player, "screen");
    if (option === undefined)
      return rejected(translatable("power.no-screen", "the player offers no toggle for its screen"));
    return actBlindly({ operation: "setPower", tag: option.tag });
  },
});

export const controlsOfPower = { power, screen };
