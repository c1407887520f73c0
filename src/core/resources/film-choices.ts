import type { FilmTrack, VideoStatus } from "./player.ts";
import { filmResourceNames } from "./resource.ts";
import type { Session } from "../session/session.ts";

/** What a film offers to choose from: the part of a player's state that lists it. */
export type FilmList = (typeof filmResourceNames)[number];

/** Off is a choice too, and stands in no player's list. */
const noSubtitle: FilmTrack = { index: 0, title: "off" };

const extras: Readonly<Record<FilmList, readonly FilmTrack[]>> = { subtitles: [noSubtitle], audioTracks: [] };

/** What has to be known of a player to say what its film offers. */
export type FilmSession = Pick<Session, "player" | "resources" | "listedFor">;

/** What can be chosen now, each under a title that names no other; nothing without a film. */
export function filmChoices(session: FilmSession, list: FilmList): readonly FilmTrack[] {
  const { [list]: told, video } = session.player;
  if (told === undefined || video === undefined || video.state === "idle") return [];
  if (!isListed(session, list)) return [];
  const choices = [...extras[list]];
  const taken = new Set(choices.map(({ title }) => title));
  for (const { index, title } of told) {
    if (choices.some((one) => one.index === index)) continue;
    const unique = uniqueTitle(title, index, taken);
    taken.add(unique);
    choices.push({ index, title: unique });
  }
  return choices;
}

/** The one that is chosen, if the player tells. */
export function currentChoice(session: FilmSession, list: FilmList): FilmTrack | undefined {
  const { video } = session.player;
  const current = video && currentIndex(video, list);
  return filmChoices(session, list).find(({ index }) => index === current);
}

/** Whether a list is that of the film that is there now, and not of the one before. */
export function isListed({ player, listedFor }: Omit<FilmSession, "resources">, list: FilmList): boolean {
  return player[list] !== undefined && listedFor[list] === player.video?.key;
}

/** Whether nothing more of what a film offers is to come: one list is asked for right after the other. */
export function isFilmTold(session: FilmSession): boolean {
  const { resources } = session;
  const lastAt = Math.max(...filmResourceNames.map((name) => resources[name].triedAt));
  return filmResourceNames.every((name) => {
    const { support, triedAt } = resources[name];
    return isListed(session, name) || support === "unsupported" || triedAt === lastAt;
  });
}

/** By which index the player tells what is chosen. */
export function currentIndex(video: VideoStatus, list: FilmList): number | undefined {
  return list === "subtitles" ? video.subtitleIndex : video.audioTrackIndex;
}

/** A number alone would name another one by its index. */
function uniqueTitle(title: string, index: number, taken: ReadonlySet<string>): string {
  const isFree = (text: string): boolean => !/^\s*-?\d*\s*$/.test(text) && !taken.has(text);
  let text = title;
  while (!isFree(text)) text = `${text.trim()} (${index})`.trim();
  return text;
}
