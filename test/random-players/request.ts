import { type Published, displayNames } from "./topic-rules.ts";
import type { Manner, Player, Request } from "./arbitrary.ts";
import { currentFilm, inCircle } from "./model.ts";
import type { Outcome } from "./listener.ts";

/** A command as it is sent, and what is wrong with its outcome and its effect. */
export interface Sent {
  readonly control: string;
  readonly payload: string;
  readonly problemWith: (outcome: Outcome) => string | undefined;
}

/** A command by the model's request; to be made before it is sent, and judged afterwards. */
export function commandFor(
  request: Exclude<Request, { what: "hurry" }>,
  manner: Manner,
  player: Player,
  published: Published,
): Sent {
  const { music, video } = player;
  const playing = music?.playing;
  const film = video && currentFilm(video);
  /** A value that becomes another one, if it can. */
  const becomes = <T>(control: string, payload: string, value: () => T, wanted: T, can: boolean): Sent => {
    const was = value();
    return {
      control,
      payload,
      problemWith: (told) =>
        can ? judged(told, manner, { was, wanted, is: value() }) : noEffect(told, was, value()),
    };
  };
  switch (request.what) {
    case "select": {
      const { list, by, place } = request;
      const entries = music?.[list].entries ?? [];
      const at = inCircle(place, entries.length);
      const entry = by === "nothing" ? undefined : entries[at];
      const wish = by === "name" ? (displayNames(published, list)[at] ?? "") : (entry?.tag ?? "no such ⊘");
      const payload = by === "json" ? JSON.stringify({ tag: wish, transaction: "t" }) : wish;
      const can = entry?.enabled === true;
      const sent = becomes(`audio/${list}`, payload, () => music?.[list].index, at, can);
      return {
        ...sent,
        problemWith: (told) =>
          sent.problemWith(told) ?? (can ? differs("its tag", told.tag, entry.tag) : undefined),
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
      return becomes<number | undefined>(
        `${of}/playback`,
        word,
        state,
        wanted,
        state() !== undefined && !isEnded,
      );
    }
    case "position": {
      const { of, seconds } = request;
      const owner = of === "music" ? playing : video;
      const was = owner?.seconds;
      return {
        control: `${of}/position`,
        payload: String(seconds),
        // Where it may go depends on what plays, and how near is near enough is the bridge's to say.
        problemWith: ({ outcome }) => {
          const is = owner?.seconds;
          if (is !== was && is !== seconds) return `brought it to ${is}`;
          // These players stand still while they say that they play.
          if (outcome === "applied" && is !== seconds) return `is applied, but it is at ${is}`;
          if (outcome === "rejected" && is !== was) return "is rejected, but was sent";
          return undefined;
        },
      };
    }
    case "subtitle":
    case "audio-track": {
      const { what, by, place } = request;
      const options = optionsOf(published, what);
      const at = inCircle(place, options.length);
      const title = options[at] ?? "";
      const payload = by === "index" || title.trim() === "" ? String(at) : title;
      const index = (): number | undefined => (what === "subtitle" ? video?.subtitle : video?.track);
      return becomes(`video/${what}`, payload, index, at, film !== undefined && options.length > 0);
    }
  }
}

function volumeCommand(
  { what, value, isStep }: Extract<Request, { what: "percent" | "level" }>,
  manner: Manner,
  { music }: Player,
): Sent {
  const volume = music?.playing?.volume;
  const { min = 0, span = 1, above: was = 0 } = volume ?? {};
  const isKnown = volume !== undefined && was >= 0 && was <= span;
  const wish = what === "percent" && !isStep ? Math.abs(value) : value;
  const perStep = what === "percent" ? span / 100 : 1;
  const target = isStep ? was + wish * perStep : what === "percent" ? wish * perStep : wish - min;
  const isOutside = !isStep && (target < 0 || target > span);
  const exact = Math.min(span, Math.max(0, target));
  return {
    control: what === "percent" ? "volume" : "volume/level",
    payload: isStep ? `${wish < 0 ? "" : "+"}${wish}` : what === "level" ? `=${wish}` : String(wish),
    problemWith: (told) => {
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
    },
  };
}

/** A value was to become another one, in the manner in which the player took it. */
function judged<T>(
  told: Outcome,
  manner: Manner,
  { was, wanted, is }: { was: T; wanted: T; is: T },
): string | undefined {
  const isObeyed = manner !== "ignores";
  const outcome = was === wanted ? "unchanged" : isObeyed ? "applied" : "failed";
  return (
    differs(`the outcome (${String(told.reason)})`, told.outcome, outcome) ??
    differs("the value", is, isObeyed ? wanted : was)
  );
}

export function noEffect<T>(told: Outcome, was: T, is: T): string | undefined {
  if (told.outcome === "applied" || told.outcome === "superseded")
    return `is ${told.outcome} though it cannot be`;
  return differs("the value", is, was);
}

export function differs(what: string, found: unknown, wanted: unknown): string | undefined {
  return Object.is(found, wanted) ? undefined : `${what} is ${String(found)}, wanted ${String(wanted)}`;
}

function optionsOf(published: Published, kind: string): readonly string[] {
  const text = published.get(`video/${kind}/options`) ?? "[]";
  return (JSON.parse(text) as readonly { title: string }[]).map(({ title }) => title);
}
