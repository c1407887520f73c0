import { type Published, displayNames } from "../topic-rules.ts";
import { inCircle } from "../model.ts";
import { judged, judgesOf, type Once, ordered, volume } from "../judges.ts";
import { differs, noEffect, type Sent } from "../request.ts";
import { listedInputs } from "./expected.ts";
import { type BluosHttpPlayer, canSeek } from "./http-player.ts";
import { type Manner, type Request, tagOf, type Zone } from "./arbitrary.ts";
import {
  groupLevelOf,
  inputOf,
  isOrdered,
  isService,
  leaderOf,
  orderOf,
  selectedTag,
  trackOf,
} from "./model.ts";

/** Whatever the player did with the request. */
const accepted = (): undefined => undefined;

/** A command by the model's request; to be made before it is sent, and judged afterwards. */
export function commandFor(
  request: Request,
  manner: Manner,
  player: BluosHttpPlayer,
  published: Published,
): Sent {
  const { bluos } = player;
  const { zone } = bluos;
  const leader = leaderOf(bluos);
  const { once, becomes } = judgesOf(player, manner);
  switch (request.what) {
    case "select":
      return select(request, manner, player, published, once);
    case "percent":
    case "level":
      return volume(request, manner, zone, once);
    case "mute":
      return zone.level === undefined
        ? { control: "mute", payload: request.word, problemWith: accepted }
        : becomes("mute", request.word, () => zone.isMuted, request.word === "on");
    case "mode":
    case "shuffle":
    case "repeat":
      return ordered(request, becomes, () => orderOf(leader), isOrdered(bluos));
    case "playback":
      return playback(request.word, manner, leader, once);
    case "position":
      return position(request.seconds, manner, player, once);
    case "entry": {
      const can = request.index < leader.queue.length;
      const shown = (): number | undefined => (leader.source.from === "queue" ? leader.song : undefined);
      return becomes("music/queue", String(request.index), shown, can ? request.index : undefined, can);
    }
    case "preset":
      return preset(request, manner, player, once);
    case "play": {
      const address = (): string => (leader.source.from === "stream" ? leader.source.stream.url : "");
      const was = address();
      // Blanks are encoded.
      const wanted = request.address.replaceAll(" ", "%20");
      return {
        control: "play",
        payload: request.address,
        problemWith: once((told) => {
          // The same address again looks as it did, unless its position is an earlier one.
          if (was === wanted) return undefined;
          return judged(told, manner, { was, wanted, is: address() });
        }),
      };
    }
    case "sleep":
      return becomes(
        "sleep",
        String(request.minutes),
        () => leader.sleepMinutes,
        request.minutes,
        request.minutes <= 1440,
      );
    case "group":
      return group(request, manner, player, once);
    case "group volume": {
      const level = (): number | undefined => (bluos.role === "primary" ? groupLevelOf(bluos) : undefined);
      const was = level();
      const { value, isStep } = request;
      const wanted = isStep ? Math.min(100, Math.max(0, (was ?? 0) + value)) : Math.abs(value);
      const can = was !== undefined && wanted <= 100;
      return becomes(
        "group/volume",
        isStep ? `${value < 0 ? "" : "+"}${value}` : String(wanted),
        level,
        can ? wanted : was,
        can,
      );
    }
    case "group mute": {
      const { mate } = bluos;
      const isMuted = (): boolean => zone.isMuted && mate.isMuted;
      // What a member with a fixed output does is not known.
      return bluos.role === "primary" &&
        (groupLevelOf(bluos) === undefined || bluos.dialect.missing.includes("mute"))
        ? { control: "group/mute", payload: request.word, problemWith: accepted }
        : becomes("group/mute", request.word, isMuted, request.word === "on", bluos.role === "primary");
    }
  }
}

function select(
  { by, place }: Extract<Request, { what: "select" }>,
  manner: Manner,
  player: BluosHttpPlayer,
  published: Published,
  once: Once,
): Sent {
  const { bluos } = player;
  const leader = leaderOf(bluos);
  const listed = listedInputs(bluos.zone);
  const at = inCircle(place, listed.length);
  const input = by === "nothing" ? undefined : listed[at];
  const tag = (): string | undefined => selectedTag(leader, bluos.zone.inputs);
  const was = tag();
  const wish = by === "name" ? (displayNames(published, "input")[at] ?? "") : input && tagOf(input);
  return {
    control: "audio/input",
    payload: by === "json" ? JSON.stringify({ tag: wish ?? "⊘", transaction: "t" }) : (wish ?? "no such ⊘"),
    problemWith: once((told) => {
      if (input === undefined || input.isDisabled) return noEffect(told, was, tag());
      // In a group, whose inputs are selected is not known.
      if (bluos.role === "secondary") return undefined;
      return judged(told, manner, { was, wanted: tagOf(input), is: tag() });
    }),
  };
}

function playback(
  word: Extract<Request, { what: "playback" }>["word"],
  manner: Manner,
  leader: Zone,
  once: Once,
): Sent {
  const control = "music/playback";
  const isObeyed = manner === "obeys" || manner === "trails";
  const { state: was, song, source, seconds } = leader;
  const input = inputOf(leader);
  const isPassedThrough = input !== undefined && !isService(input);
  const same = (): string | undefined => differs("the state", leader.state, was);
  if (word === "next" || word === "previous") {
    const isMoved = (): boolean =>
      leader.song !== song || leader.source !== source || leader.seconds < seconds || leader.seconds === 0;
    const action = word === "next" ? "skip" : "back";
    const can =
      was !== "stop" &&
      (source.from === "queue"
        ? leader.queue.length > 0
        : source.from === "stream" && source.stream.actions.includes(action));
    return {
      control,
      payload: word,
      problemWith: once((told) => {
        // Where nothing is told, as of an empty queue, anything may follow.
        if (source.from === "nothing" || (source.from === "queue" && leader.queue.length === 0))
          return undefined;
        if (!can) return noEffect(told, song, leader.song);
        if (!isObeyed) return told.outcome === "applied" && song !== leader.song ? "moved on" : undefined;
        // One entry follows itself, and nothing shows that.
        if (source.from === "queue" && leader.queue.length === 1) return undefined;
        return isMoved() && told.outcome === "applied"
          ? undefined
          : `is ${told.outcome} (${String(told.reason)})${isMoved() ? "" : " and does not move on"}`;
      }),
    };
  }
  const goal = ({ play: "play", pause: "pause", stop: "stop" } as const)[word];
  // The queue begins again, also where what was chosen is no more.
  const isQueueNext = source.from !== "stream" && input === undefined && leader.queue.length > 0;
  const canResume = was === "pause" || (was === "stop" && isQueueNext);
  return {
    control,
    payload: word,
    problemWith: once((told) => {
      // Whether what is only passed through plays, nobody can tell unless it was paused.
      if (isPassedThrough && word !== "stop")
        return told.outcome === "applied" && word === "play" && was !== "pause" ? "is applied" : undefined;
      const isUnknown = was === "connecting" || was === "buffering";
      const can =
        word === "stop" || was === goal || (word === "pause" ? was === "play" || isUnknown : canResume);
      if (!can) return told.outcome === "applied" ? `is applied from ${was}` : same();
      return judged(told, manner, { was, wanted: goal, is: leader.state });
    }),
  };
}

function position(wish: number, manner: Manner, player: BluosHttpPlayer, once: Once): Sent {
  const leader = leaderOf(player.bluos);
  const { state: was } = leader;
  const length =
    leader.source.from === "stream" ? leader.source.stream.seconds : (trackOf(leader)?.seconds ?? 0);
  const can =
    canSeek(leader) && !player.bluos.dialect.missing.includes("canSeek") && was !== "stop" && wish <= length;
  const calls = player.calls.length;
  return {
    control: "music/position",
    payload: String(wish),
    problemWith: once(({ outcome, reason }) => {
      const isSent = player.calls.slice(calls).includes("/Play?seek");
      if (!can) return isSent || outcome === "applied" ? `is ${outcome}, and sent: ${isSent}` : undefined;
      if (manner === "ignores" || manner === "refuses") return undefined;
      if (!isSent) return `is ${outcome} (${String(reason)}), and was not sent`;
      // What was paused stays paused.
      return outcome === "applied" && was === "pause" ? differs("the state", leader.state, was) : undefined;
    }),
  };
}

function preset(
  { by, place }: Extract<Request, { what: "preset" }>,
  manner: Manner,
  player: BluosHttpPlayer,
  once: Once,
): Sent {
  const leader = leaderOf(player.bluos);
  const { presets } = player.bluos.zone;
  const at = inCircle(place, presets.length);
  const wish = presets[at];
  const payload =
    by === "+1" || by === "-1" ? by : by === "nothing" || wish === undefined ? "no such ⊘" : wish[by];
  const heard = (): string => JSON.stringify([leader.source, leader.queue, leader.state]);
  const was = heard();
  const isThere = by !== "nothing" && presets.length > 0 && player.bluos.dialect.presets !== "none";
  return {
    control: "music/preset",
    payload,
    problemWith: once((told) => {
      if (!isThere) return noEffect(told, was, heard());
      if (manner === "ignores" || manner === "refuses")
        return told.outcome === "applied" ? `is applied, but ${manner}` : undefined;
      if (told.outcome !== "applied" && told.outcome !== "unchanged" && heard() !== was)
        return `is ${told.outcome} (${String(told.reason)})`;
      // A step goes on from what plays; a name may be that of several.
      const meant = presets.filter(
        (one) =>
          by === "+1" ||
          by === "-1" ||
          one.id === payload ||
          one.name.toLowerCase() === payload.toLowerCase(),
      );
      const is = meant.some(({ id, isList }) => {
        if (isList) return leader.queue[0]?.album === `list ${id}` && leader.source.from === "queue";
        return leader.source.from === "stream" && leader.source.stream.url.startsWith(`Radio:station/${id}?`);
      });
      return is ? undefined : `${told.outcome}, but ${heard().slice(0, 300)} plays`;
    }),
  };
}

function group(
  { word, whom }: Extract<Request, { what: "group" }>,
  manner: Manner,
  player: BluosHttpPlayer,
  once: Once,
): Sent {
  const { bluos } = player;
  const { role: was, zone, mate } = bluos;
  const address = { mate: player.addressOf(mate), itself: player.addressOf(zone), nobody: "127.0.0.1:9" }[
    whom
  ];
  const wanted = {
    none: { join: "secondary", add: "primary", remove: "none", leave: "none" },
    // One that leads others joins nobody, and one that follows adds nobody.
    primary: { join: undefined, add: "primary", remove: "none", leave: "none" },
    secondary: { join: "secondary", add: undefined, remove: undefined, leave: "none" },
  }[was][word];
  const can = word === "leave" || (whom === "mate" && wanted !== undefined);
  return {
    control: "group",
    payload: word === "leave" ? word : `${word} ${address}`,
    problemWith: once((told) => {
      if (!can) return noEffect(told, was, bluos.role);
      return judged(told, manner, { was, wanted: wanted ?? was, is: bluos.role });
    }),
  };
}
