import { judged, judgesOf, type Once, ordered, volume } from "../judges.ts";
import type { Outcome } from "../listener.ts";
import { inCircle } from "../model.ts";
import { differs, noEffect, type Sent } from "../request.ts";
import { displayNames, type Published } from "../topic-rules.ts";
import { listedInputs } from "./expected.ts";
import type { WiimHttpPlayer } from "./http-player.ts";
import type { Manner, Request, Wiim } from "./arbitrary.ts";
import { inputOf, isPassedThrough, orderOf } from "./model.ts";

/** A command by the model's request; to be made before it is sent, and judged afterwards. */
export function commandFor(
  request: Request,
  manner: Manner,
  player: WiimHttpPlayer,
  published: Published,
): Sent {
  const { wiim } = player;
  const { once, becomes } = judgesOf(player, manner);
  switch (request.what) {
    case "select":
      return select(request, manner, player, published, once);
    case "output":
      return becomes(
        "audio/output",
        request.output,
        () => wiim.output,
        request.output,
        wiim.dialect.hasOutputs,
      );
    case "percent":
    case "level":
      return volume(request, manner, wiim, once);
    case "mute":
      return becomes("mute", request.word, () => wiim.isMuted, request.word === "on");
    case "mode":
    case "shuffle":
    case "repeat":
      return ordered(request, becomes, () => orderOf(wiim), !isPassedThrough(wiim));
    case "playback":
      return playback(request.word, manner, wiim, once);
    case "position":
      return position(request.seconds, manner, player, once);
    case "preset": {
      const wish = wiim.presets[inCircle(request.place, wiim.presets.length)];
      const isThere = request.by !== "nothing" && wish !== undefined;
      const isUnique = wiim.presets.filter(({ name }) => name === wish?.name).length === 1;
      return plays(
        "music/preset",
        isThere ? wish[request.by === "name" && isUnique ? "name" : "id"] : "no such ⊘",
        isThere ? `preset:${wish.id}` : undefined,
      );
    }
    case "play":
      // Blanks are encoded.
      return plays("play", request.address, request.address.replaceAll(" ", "%20"));
  }

  /** Something that is played by its address; nothing if there is no such thing. */
  function plays(control: string, payload: string, address: string | undefined): Sent {
    const was = wiim.address;
    return {
      control,
      payload,
      problemWith: once((told) => {
        if (address === undefined) return noEffect(told, was, wiim.address);
        // The same again looks as it did, unless its position is an earlier one.
        if (was === address) return undefined;
        return judged(told, manner, { was, wanted: decodeURIComponent(address), is: wiim.address });
      }),
    };
  }
}

function select(
  { by, place }: Extract<Request, { what: "select" }>,
  manner: Manner,
  { wiim }: WiimHttpPlayer,
  published: Published,
  once: Once,
): Sent {
  const listed = listedInputs(wiim);
  const at = inCircle(place, listed.length);
  const wanted = by === "nothing" ? undefined : listed[at];
  const was = inputOf(wiim);
  const wish = by === "name" ? displayNames(published, "input")[at] : wanted;
  return {
    control: "audio/input",
    payload: by === "json" ? JSON.stringify({ tag: wish, transaction: "t" }) : (wish ?? "no such ⊘"),
    problemWith: once((told) =>
      wanted === undefined
        ? noEffect(told, was, inputOf(wiim))
        : judged(told, manner, { was, wanted, is: inputOf(wiim) }),
    ),
  };
}

function playback(
  word: Extract<Request, { what: "playback" }>["word"],
  manner: Manner,
  wiim: Wiim,
  once: Once,
): Sent {
  const control = "music/playback";
  const { state: was, place, track } = wiim;
  const isInput = isPassedThrough(wiim);
  const isObeyed = manner === "obeys" || manner === "trails";
  return {
    control,
    payload: word,
    problemWith: once((told): string | undefined => {
      if (word === "next" || word === "previous") {
        if (isInput) return noEffect(told, place, wiim.place);
        // From a stop anything may follow, and so where nothing is told of what plays.
        if (was === "stop" || track === undefined) return undefined;
        if (!isObeyed) return told.outcome === "applied" ? `is applied, but ${manner}` : undefined;
        return told.outcome === "applied" && wiim.place !== place
          ? undefined
          : `is ${told.outcome} (${String(told.reason)}) at ${wiim.place}, before ${place}`;
      }
      // Whether what is only passed through plays, nobody can tell unless it was paused.
      if (isInput && word !== "stop")
        return told.outcome === "applied" && word === "play" && was !== "pause" ? "is applied" : undefined;
      if (word === "pause" && was === "stop")
        return told.outcome === "applied" ? "is applied from stop" : differs("the state", wiim.state, was);
      return judged(told, manner, { was, wanted: word, is: wiim.state });
    }),
  };
}

function position(wish: number, manner: Manner, player: WiimHttpPlayer, once: Once): Sent {
  const { wiim } = player;
  const { state: was, track } = wiim;
  const length = track?.seconds ?? 0;
  const can = !isPassedThrough(wiim) && was !== "stop" && length > 0 && wish <= length;
  const calls = player.calls.length;
  return {
    control: "music/position",
    payload: String(wish),
    problemWith: once(({ outcome, reason }: Outcome) => {
      const isSent = player.calls.slice(calls).some((call) => call.startsWith("setPlayerCmd:seek"));
      if (!can) return isSent || outcome === "applied" ? `is ${outcome}, and sent: ${isSent}` : undefined;
      if (manner === "ignores" || manner === "refuses") return undefined;
      // It may be there already.
      if (!isSent) return outcome === "unchanged" ? undefined : `is ${outcome} (${String(reason)}), not sent`;
      return outcome === "applied" ? differs("the state", wiim.state, was) : undefined;
    }),
  };
}
