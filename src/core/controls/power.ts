import type { KnownPlayer } from "./known-player.ts";
import { act, actBlindly, type Decision } from "./effect.ts";
import { defineControl, failed, oneOf, rejected, unchanged } from "./control.ts";

/** The player's own tags for the words of power/set that need a player that is on. */
const tags = { off: "poweroff", standby: "standby", reboot: "reboot" } as const;

const powerWord = oneOf("on", "off", "standby", "reboot");
const screenWord = oneOf("on", "off", "toggle");

/** A packet within about 15 seconds of switching off is lost, so a second one follows. */
const wakeAgainAfterMs = 20_000;
/** A slow player takes a minute to its first answer after the second packet. */
const wakeForMs = 90_000;
/** A player that is switching off still answers for a moment. */
const powerDownForMs = 30_000;

/** Switches the player on and off. */
export const power = defineControl({
  capability: "power control",
  field: "value",
  wanted: "one of on, off, standby, reboot",
  resource: "power",
  operations: ["setPower", "wake"],
  worksOffline: true,
  fresh: ["model"],
  read: powerWord,
  takesMs: (word) => (word === "on" ? wakeAgainAfterMs + wakeForMs : powerDownForMs),
  decide: (word, session, now) => (word === "on" ? wake(session) : powerDown(word, session, now)),
});

function wake(session: KnownPlayer): Decision {
  if (session.availability === "online" && session.failure === undefined) return unchanged;
  const mac = session.mac ?? session.player.model?.mac;
  if (mac === undefined) {
    return failed("no MAC address to wake it: set players[].mac, or let the bridge reach the player once");
  }
  const call = { operation: "wake", mac } as const;
  return act(call, {
    calls: [
      { afterMs: 0, call },
      { afterMs: wakeAgainAfterMs, call },
    ],
    proof: "model",
    isShown: ({ availability }) => availability === "online",
    shown: () => "no sign of life",
    pollEveryMs: 3000,
    pollForMs: wakeForMs,
  });
}

function powerDown(word: keyof typeof tags, session: KnownPlayer, now: number): Decision {
  const { availability, player } = session;
  const tag = tags[word];
  if (availability === "offline") {
    return word === "reboot" ? failed("the player is off, or cannot be reached") : unchanged;
  }
  if (!(player.power ?? []).some((option) => option.tag === tag)) {
    return rejected(
      `the player has no ${word}: it offers ${(player.power ?? []).map((option) => option.tag).join(", ")}`,
    );
  }
  return act(
    { operation: "setPower", tag },
    {
      proof: "model",
      // Silence is the common sign of a player that is off, in standby or rebooting.
      isShown: ({ failure }) => failure !== undefined && failure.at >= now,
      shown: () => "signs of life",
      isShownBySilence: true,
      pollEveryMs: 1000,
      pollForMs: powerDownForMs,
    },
  );
}

/** Turns the screen on and off. No answer reports its state, so nothing is read back. */
export const screen = defineControl({
  capability: "screen",
  field: "value",
  wanted: "one of on, off, toggle",
  operations: ["sendKey", "setPower"],
  needed: ["power"],
  read: screenWord,
  isStep: (word) => word === "toggle",
  decide: (word, { player }) => {
    if (word !== "toggle") {
      const key = `Key.Screen.${word.toUpperCase()}`;
      return actBlindly([{ afterMs: 0, call: { operation: "sendKey", key } }]);
    }
    const option = (player.power ?? []).find(({ tag }) => tag === "screen");
    if (option === undefined) return rejected("the player offers no toggle for its screen");
    return actBlindly([{ afterMs: 0, call: { operation: "setPower", tag: option.tag } }]);
  },
});
