import { type Judges, judgesOf, noEffect, selectionOf, type Sent, step } from "../judges.ts";
import type { Manner } from "../served-player.ts";
import { displayNames, type Published } from "../topic-rules.ts";
import { inCircle } from "../words.ts";
import { listedInputs } from "./expected.ts";
import { type BluosHttpPlayer, canSeek } from "./http-player.ts";
import { type Request, tagOf, type Zone } from "./arbitrary.ts";
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
  const { zone, mate, role, dialect } = bluos;
  const leader = leaderOf(bluos);
  const judges = judgesOf(player, manner);
  const { becomes, judged, sent } = judges;
  switch (request.what) {
    case "select": {
      const names = displayNames(published, "input");
      const { entry: input, payload } = selectionOf(request, listedInputs(zone), tagOf, names);
      const tag = (): string | undefined => selectedTag(leader, zone.inputs);
      const was = tag();
      return sent("audio/input", payload, (told) => {
        if (input === undefined || input.isDisabled) return noEffect(told, was, tag());
        // In a group, whose inputs are selected is not known.
        return role === "secondary" ? undefined : judged(told, { was, wanted: tagOf(input), is: tag() });
      });
    }
    case "percent":
    case "level":
      return judges.volume(request, zone);
    case "mute":
      return zone.level === undefined
        ? { control: "mute", payload: request.word, problemWith: accepted }
        : becomes("mute", request.word, () => zone.isMuted, request.word === "on");
    case "mode":
    case "shuffle":
    case "repeat":
      return judges.ordered(request, () => orderOf(leader), isOrdered(bluos));
    case "playback":
      return playback(request.word, leader, judges);
    case "position": {
      const { source, state } = leader;
      const length = source.from === "stream" ? source.stream.seconds : (trackOf(leader)?.seconds ?? 0);
      const isKnown = !dialect.missing.includes("canSeek");
      const can = canSeek(leader) && isKnown && state !== "stop" && request.seconds <= length;
      return judges.position(request.seconds, leader, { can, call: "/Play?seek", unsent: [] });
    }
    case "entry": {
      const can = request.index < leader.queue.length;
      const shown = (): number | undefined => (leader.source.from === "queue" ? leader.song : undefined);
      return becomes("music/queue", String(request.index), shown, can ? request.index : undefined, can);
    }
    case "preset":
      return preset(request, manner, player, judges);
    case "play": {
      const address = (): string => (leader.source.from === "stream" ? leader.source.stream.url : "");
      // Blanks are encoded.
      return judges.plays("play", request.address, address, request.address.replaceAll(" ", "%20"));
    }
    case "sleep": {
      const { minutes } = request;
      return becomes("sleep", String(minutes), () => leader.sleepMinutes, minutes, minutes <= 1440);
    }
    case "group":
      return group(request, player, judges);
    case "group volume": {
      const level = (): number | undefined => (role === "primary" ? groupLevelOf(bluos) : undefined);
      const { value, isStep } = request;
      const wanted = isStep ? Math.min(100, Math.max(0, (level() ?? 0) + value)) : Math.abs(value);
      const can = level() !== undefined && wanted <= 100;
      const payload = isStep ? step(value) : String(wanted);
      return becomes<number | undefined>("group/volume", payload, level, wanted, can);
    }
    case "group mute": {
      const isMuted = (): boolean => zone.isMuted && mate.isMuted;
      // What a member with a fixed output does is not known.
      return role === "primary" && (groupLevelOf(bluos) === undefined || dialect.missing.includes("mute"))
        ? { control: "group/mute", payload: request.word, problemWith: accepted }
        : becomes("group/mute", request.word, isMuted, request.word === "on", role === "primary");
    }
  }
}

function playback(word: Extract<Request, { what: "playback" }>["word"], leader: Zone, judges: Judges): Sent {
  const { state: was, song, source, seconds, queue } = leader;
  const input = inputOf(leader);
  if (word === "next" || word === "previous") {
    const action = word === "next" ? "skip" : "back";
    const isEmpty = source.from === "nothing" || (source.from === "queue" && queue.length === 0);
    const can =
      was !== "stop" &&
      (source.from === "queue" || (source.from === "stream" && source.stream.actions.includes(action)));
    return judges.sent("music/playback", word, ({ outcome, reason }) => {
      // Where nothing is told, as of an empty queue, anything may follow.
      if (isEmpty) return undefined;
      if (!can) return noEffect({ command: "", outcome }, song, leader.song);
      if (!judges.isObeyed) return outcome === "applied" && song !== leader.song ? "moved on" : undefined;
      // One entry follows itself, and nothing shows that.
      if (source.from === "queue" && queue.length === 1) return undefined;
      const isSame = leader.song === song && leader.source === source;
      const isMoved = !isSame || leader.seconds < seconds || leader.seconds === 0;
      return isMoved && outcome === "applied"
        ? undefined
        : `is ${outcome} (${String(reason)})${isMoved ? "" : " and does not move on"}`;
    });
  }
  const isPassedThrough = input !== undefined && !isService(input);
  // The queue begins again, also where what was chosen is no more.
  const isQueueNext = source.from !== "stream" && input === undefined && queue.length > 0;
  const can = {
    stop: true,
    pause: was !== "stop",
    play: was === "play" || was === "pause" || (was === "stop" && isQueueNext),
  }[word];
  return judges.playback(word, leader, { can, isPassedThrough });
}

function preset(
  { by, place }: Extract<Request, { what: "preset" }>,
  manner: Manner,
  { bluos }: BluosHttpPlayer,
  { sent, isObeyed }: Judges,
): Sent {
  const leader = leaderOf(bluos);
  const { presets } = bluos.zone;
  const wish = presets[inCircle(place, presets.length)];
  const isStep = by === "+1" || by === "-1";
  const payload = isStep ? by : by === "nothing" || wish === undefined ? "no such ⊘" : wish[by];
  const heard = (): string => JSON.stringify([leader.source, leader.queue, leader.state]);
  const was = heard();
  const isThere = by !== "nothing" && presets.length > 0 && bluos.dialect.presets !== "none";
  return sent("music/preset", payload, (told) => {
    const { outcome, reason } = told;
    if (!isThere) return noEffect(told, was, heard());
    if (!isObeyed) return outcome === "applied" ? `is applied, but ${manner}` : undefined;
    if (outcome !== "applied" && outcome !== "unchanged" && heard() !== was)
      return `is ${outcome} (${String(reason)})`;
    // A step goes on from what plays; a name may be that of several.
    const meant = presets.filter(
      ({ id, name }) => isStep || id === payload || name.toLowerCase() === payload.toLowerCase(),
    );
    const is = meant.some(({ id, isList }) => {
      if (isList) return leader.queue[0]?.album === `list ${id}` && leader.source.from === "queue";
      return leader.source.from === "stream" && leader.source.stream.url.startsWith(`Radio:station/${id}?`);
    });
    return is ? undefined : `${outcome}, but ${heard().slice(0, 300)} plays`;
  });
}

function group(
  { word, whom }: Extract<Request, { what: "group" }>,
  player: BluosHttpPlayer,
  { becomes }: Judges,
): Sent {
  const { bluos } = player;
  const { role, zone, mate } = bluos;
  const [itself, other] = [player.placeOf(zone).address, player.placeOf(mate).address];
  const address = { mate: other, itself, nobody: "127.0.0.1:9" }[whom];
  const wanted = {
    none: { join: "secondary", add: "primary", remove: "none", leave: "none" },
    // One that leads others joins nobody, and one that follows adds nobody.
    primary: { join: undefined, add: "primary", remove: "none", leave: "none" },
    secondary: { join: "secondary", add: undefined, remove: undefined, leave: "none" },
  }[role][word];
  const can = word === "leave" || (whom === "mate" && wanted !== undefined);
  const payload = word === "leave" ? word : `${word} ${address}`;
  return becomes("group", payload, () => bluos.role, (wanted ?? role) as typeof role, can);
}
