import { controlSupports } from "../controls/judge.ts";
import { currentIndex, type FilmList } from "../resources/film-choices.ts";
import { type Message, retained } from "./message.ts";
import { renderPower, renderSong, renderState } from "./render-music.ts";
import {
  renderAudio,
  renderFilmTracks,
  renderMusic,
  renderPlaylist,
  renderVideo,
} from "./render-resources.ts";
import { filmResourceNames, polledResourceNames } from "../resources/resource.ts";
import type { Session } from "../session/session.ts";
import { type PlayerLeaf, playerTopic } from "./topics.ts";

/** Whose topics are written, and how large a payload may be. */
export interface RenderTarget {
  readonly base: string;
  readonly id: string;
  readonly name: string;
  /** The player's address without credentials. */
  readonly address: string;
  readonly maxPayloadBytes: number;
}

/** The payloads of some of a player's topics. */
export type Leaves = ReadonlyMap<PlayerLeaf, string>;

/** One part of a session and the topics it feeds. */
interface Facet {
  /** What the leaves are made of: the same parts by identity make the same leaves. */
  readonly parts: (session: Session) => readonly unknown[];
  readonly leaves: (session: Session, target: RenderTarget) => Leaves;
}

const none: Leaves = new Map();
const pagesOfQueue = "music/queue/pages/";

const facets: readonly Facet[] = [
  {
    parts: (s) => [s.availability],
    leaves: (s) => (s.availability === "unknown" ? none : new Map([["availability", s.availability]])),
  },
  {
    parts: (s) => [
      s.player.model,
      s.operations,
      s.player.state?.volume === undefined,
      s.player.state?.isMuted === undefined,
      ...Object.values(s.resources).map((resource) => resource.support),
    ],
    leaves: (s, target) => new Map([["info", renderInfo(s, target)]]),
  },
  {
    parts: (s) => [s.player.audio, s.resources.audio.support],
    leaves: (s) => renderAudio(s.player.audio, s.resources.audio.support),
  },
  {
    parts: (s) => [s.player.video, s.resources.video.support, s.shownPosition],
    leaves: (s) => renderVideo(s.player.video, s.resources.video.support, s.shownPosition),
  },
  {
    parts: (s) => [s.player.playlist, s.resources.playlist.support],
    leaves: (s, target) =>
      renderPlaylist(s.player.playlist, s.resources.playlist.support, target.maxPayloadBytes),
  },
  {
    parts: (s) => [s.player.queue, s.resources.queue.support, s.pagesKnown],
    leaves: (s, target) =>
      renderMusic(s.player.queue, s.resources.queue.support, s.pagesKnown, target.maxPayloadBytes),
  },
  {
    parts: (s) => [s.player.state?.track, s.player.state?.playing, s.player.queue, s.resources.queue.support],
    leaves: (s) => renderSong(s.player.state, s.player.queue, s.resources.queue.support),
  },
  {
    parts: (s) => [s.player.state, s.resources.state.support, s.shownMusicPosition],
    leaves: (s) => renderState(s.player.state, s.resources.state.support, s.shownMusicPosition),
  },
  {
    parts: (s) => [s.player.power, s.resources.power.support, s.availability],
    leaves: (s) => renderPower(s.player.power, s.resources.power.support, s.availability),
  },
  ...filmResourceNames.map(filmFacet),
];

function filmFacet(list: FilmList): Facet {
  return {
    parts: ({ player, listedFor, resources }) => [
      player[list],
      listedFor[list],
      player.video?.key,
      resources[list].support,
      player.video?.state === "idle",
      player.video && currentIndex(player.video, list),
    ],
    leaves: (s) => renderFilmTracks(s, list),
  };
}

/** The messages that differ between two states of a player; without a previous one, the whole snapshot. */
export function render(
  target: RenderTarget,
  previous: Session | undefined,
  next: Session,
): readonly Message[] {
  const messages: Message[] = [];
  for (const facet of facets) {
    if (previous !== undefined && sameParts(facet.parts(previous), facet.parts(next))) continue;
    const before = previous === undefined ? none : facet.leaves(previous, target);
    const after = facet.leaves(next, target);
    // What is no longer said must not linger at the broker: who comes later would not hear it either.
    for (const [leaf, payload] of before) {
      if (payload !== "" && !after.has(leaf)) messages.push(messageOf(target, leaf, ""));
    }
    for (const [leaf, payload] of after) {
      if (before.get(leaf) !== payload) messages.push(messageOf(target, leaf, payload));
    }
  }
  return messages;
}

/** Who is told that a player is away may rely on it; pages of a queue are many, and a selection must not wait for them. */
function messageOf({ base, id }: RenderTarget, leaf: PlayerLeaf, payload: string): Message {
  const message = retained(playerTopic(base, id, leaf), payload);
  if (leaf === "availability") return { ...message, qos: 1 };
  return leaf.startsWith(pagesOfQueue) ? { ...message, lowPriority: true } : message;
}

function sameParts(before: readonly unknown[], after: readonly unknown[]): boolean {
  return before.every((part, index) => part === after[index]);
}

function renderInfo(session: Session, target: RenderTarget): string {
  const { model } = session.player;
  const families = Object.fromEntries(
    polledResourceNames.map((name) => [name, session.resources[name].support]),
  );
  return JSON.stringify({
    id: target.id,
    name: target.name,
    address: target.address,
    pathPrefix: model?.pathPrefix,
    model: model?.model,
    firmware: model?.firmware,
    mac: model?.mac,
    families,
    controls: controlSupports(session),
  });
}
