import { differs, judgesOf, noEffect, selectionOf, type Sent, step } from "../judges.ts";
import type { Manner } from "../served-player.ts";
import { displayNames, parse, type Published } from "../topic-rules.ts";
import { inCircle } from "../words.ts";
import type { Request, Video } from "./arbitrary.ts";
import type { HttpPlayer } from "./http-player.ts";
import { currentFilm } from "./model.ts";

/** A command by the model's request; to be made before it is sent, and judged afterwards. */
export function commandFor(
  request: Exclude<Request, { what: "hurry" }>,
  manner: Manner,
  player: HttpPlayer,
  published: Published,
): Sent {
  const { music, video } = player.player;
  const playing = music?.playing;
  const film = video && currentFilm(video);
  const { sent, becomes } = judgesOf(player, manner, "exact");
  switch (request.what) {
    case "select": {
      const { list } = request;
      const entries = music?.[list].entries ?? [];
      const names = displayNames(published, list);
      const { entry, payload } = selectionOf(request, entries, ({ tag }) => tag, names);
      const can = entry?.enabled === true;
      const index = (): number | undefined => music?.[list].index;
      const { problemWith, ...message } = becomes(
        `audio/${list}`,
        payload,
        index,
        entry && entries.indexOf(entry),
        can,
      );
      return {
        ...message,
        problemWith: (told) =>
          problemWith(told) ?? (can ? differs("its tag", told.tag, entry.tag) : undefined),
      };
    }
    case "percent":
    case "level":
      return volumeCommand(request, manner, player);
    case "mute": {
      const isMuted = (): boolean | undefined => playing?.volume?.muted;
      return becomes("mute", request.word, isMuted, request.word === "on", playing?.volume !== undefined);
    }
    case "mode": {
      const wanted = ["list", "single", "shuffle"].indexOf(request.word);
      return becomes("music/mode", request.word, () => playing?.loop, wanted, playing !== undefined);
    }
    case "playback": {
      const { of, word } = request;
      const state = (): number | undefined => (of === "music" ? playing?.state : film && video?.state);
      const wanted = of === "music" ? { play: 3, pause: 4 }[word] : { play: 1, pause: 0 }[word];
      // Nothing that is paused could be told from something that has ended.
      const isEnded = of === "music" && state() === 0 && word === "pause";
      const can = state() !== undefined && !isEnded;
      return becomes<number | undefined>(`${of}/playback`, word, state, wanted, can);
    }
    case "position": {
      const { of, seconds } = request;
      const owner = of === "music" ? playing : video;
      const was = owner?.seconds;
      // Where it may go depends on what plays, and how near is near enough is the bridge's to say.
      return sent(`${of}/position`, String(seconds), ({ outcome }) => {
        const is = owner?.seconds;
        if (is !== was && is !== seconds) return `brought it to ${is}`;
        // These players stand still while they say that they play.
        if (outcome === "applied" && is !== seconds) return `is applied, but it is at ${is}`;
        return outcome === "rejected" && is !== was ? "is rejected, but was sent" : undefined;
      });
    }
    case "subtitle":
    case "audio-track": {
      const { what, by, place } = request;
      const field = what === "subtitle" ? "subtitle" : "track";
      const options = optionsOf(published, what);
      const at = inCircle(place, options.length);
      const title = options[at] ?? "";
      const payload = by === "index" || title.trim() === "" ? String(at) : title;
      const index = (): Video[typeof field] | undefined => video?.[field];
      return becomes(`video/${what}`, payload, index, at, film !== undefined && options.length > 0);
    }
  }
}

/** Of a player that tells its volume on its own scale. */
function volumeCommand(
  { what, value, isStep }: Extract<Request, { what: "percent" | "level" }>,
  manner: Manner,
  player: HttpPlayer,
): Sent {
  const volume = player.player.music?.playing?.volume;
  const { min = 0, span = 1, above: was = 0 } = volume ?? {};
  const isKnown = volume !== undefined && was >= 0 && was <= span;
  const wish = what === "percent" && !isStep ? Math.abs(value) : value;
  const perStep = what === "percent" ? span / 100 : 1;
  const target = isStep ? was + wish * perStep : what === "percent" ? wish * perStep : wish - min;
  const isOutside = !isStep && (target < 0 || target > span);
  const exact = Math.min(span, Math.max(0, target));
  const control = what === "percent" ? "volume" : "volume/level";
  const payload = isStep ? step(wish) : what === "level" ? `=${wish}` : String(wish);
  return judgesOf(player, manner).sent(control, payload, (told) => {
    const is = volume?.above;
    if (volume === undefined || isOutside || (isStep && !isKnown)) return noEffect(told, volume && was, is);
    if (manner === "ignores") return told.outcome === "applied" ? "is applied, but was ignored" : undefined;
    // A percent may lie between two levels, and a step of less than a level may be one.
    const slack = what === "level" ? 0 : isStep ? 1 : 0.5;
    const landed = Number(is);
    if (Math.abs(landed - exact) > slack)
      return `${told.outcome}: is ${landed} above the minimum, wanted ${exact}`;
    if (landed < 0 || landed > span) return `is beyond the range: ${landed}`;
    return differs("the outcome", told.outcome, landed === was ? "unchanged" : "applied");
  });
}

function optionsOf(published: Published, kind: string): readonly string[] {
  const options = parse(published.get(`video/${kind}/options`) ?? "[]") as readonly { title: string }[];
  return options.map(({ title }) => title);
}
