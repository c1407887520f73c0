import { differs, type Judges, judgesOf, noEffect, selectionOf, type Sent } from "../judges.ts";
import type { Manner } from "../served-player.ts";
import { displayNames, type Published } from "../topic-rules.ts";
import { inCircle } from "../words.ts";
import { listedInputs } from "./expected.ts";
import type { WiimHttpPlayer } from "./http-player.ts";
import type { Request, Wiim } from "./arbitrary.ts";
import { inputOf, isPassedThrough, orderOf } from "./model.ts";

/** A command by the model's request; to be made before it is sent, and judged afterwards. */
export function commandFor(
  request: Request,
  manner: Manner,
  player: WiimHttpPlayer,
  published: Published,
): Sent {
  const { wiim } = player;
  const judges = judgesOf(player, manner);
  const { becomes, plays } = judges;
  const address = (): string => wiim.address;
  switch (request.what) {
    case "select": {
      const names = displayNames(published, "input");
      const { entry, payload } = selectionOf(request, listedInputs(wiim), (tag) => tag, names);
      return becomes("audio/input", payload, () => inputOf(wiim), entry ?? "wifi", entry !== undefined);
    }
    case "output": {
      const { output } = request;
      return becomes("audio/output", output, () => wiim.output, output, wiim.dialect.hasOutputs);
    }
    case "percent":
    case "level":
      return judges.volume(request, wiim);
    case "mute":
      return becomes("mute", request.word, () => wiim.isMuted, request.word === "on");
    case "mode":
    case "shuffle":
    case "repeat":
      return judges.ordered(request, () => orderOf(wiim), !isPassedThrough(wiim));
    case "playback": {
      const { word } = request;
      if (word === "next" || word === "previous") return move(word, manner, wiim, judges);
      const can = word !== "pause" || wiim.state !== "stop";
      return judges.playback(word, wiim, { can, isPassedThrough: isPassedThrough(wiim) });
    }
    case "position": {
      const length = wiim.track?.seconds ?? 0;
      const isPlaying = !isPassedThrough(wiim) && wiim.state !== "stop";
      const can = isPlaying && length > 0 && request.seconds <= length;
      // It may be there already.
      return judges.position(request.seconds, wiim, {
        can,
        call: "setPlayerCmd:seek",
        unsent: ["unchanged"],
      });
    }
    case "preset": {
      const wish = wiim.presets[inCircle(request.place, wiim.presets.length)];
      if (request.by === "nothing" || wish === undefined)
        return plays("music/preset", "no such ⊘", address, undefined);
      const isUnique = wiim.presets.filter(({ name }) => name === wish.name).length === 1;
      const payload = request.by === "name" && isUnique ? wish.name : wish.id;
      const was = address();
      const { title = "", seconds = 0 } = wiim.track ?? {};
      // Where a restart looks like going on, an answer is enough; what the player ignores has one as well.
      const isSeen =
        inputOf(wiim) === "wifi" &&
        seconds > player.seconds &&
        player.seconds > 5 &&
        title.toLowerCase() !== wish.name.toLowerCase();
      return manner === "ignores" && wiim.state === "play" && !isSeen
        ? judges.sent("music/preset", payload, ({ outcome }) =>
            outcome === "unchanged" || outcome === "superseded"
              ? `is ${outcome}`
              : differs("the address", address(), was),
          )
        : plays("music/preset", payload, address, `preset:${wish.id}`);
    }
    case "play":
      return plays("play", request.address, address, decodeURIComponent(request.address));
  }
}

function move(word: "next" | "previous", manner: Manner, wiim: Wiim, { sent, isObeyed }: Judges): Sent {
  const { state, place, track } = wiim;
  const isInput = isPassedThrough(wiim);
  return sent("music/playback", word, (told) => {
    if (isInput) return noEffect(told, place, wiim.place);
    // From a stop anything may follow, and so where nothing is told of what plays.
    if (state === "stop" || track === undefined) return undefined;
    if (!isObeyed) return told.outcome === "applied" ? `is applied, but ${manner}` : undefined;
    return wiim.place === place
      ? `stays at ${place}`
      : differs(`the outcome (${String(told.reason)})`, told.outcome, "applied");
  });
}
