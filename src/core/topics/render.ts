import { controlSupports } from "../controls/judge.ts";
import { currentIndex, type FilmList } from "../resources/film-choices.ts";
import { pictureAtHand } from "../resources/picture.ts";
import { type Message, type Payload, retained } from "./message.ts";
import { renderPicture } from "./render-picture.ts";
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

/** The player whose topics are written. */
export interface PlayerTarget {
  readonly base: string;
  readonly id: string;
  readonly name: string;
  /** The player's address without credentials. */
  readonly address: string;
}

/** A player, and how large its payloads may be. */
export interface RenderTarget extends PlayerTarget {
  /** Longer texts are cut to a window. */
  readonly maxPayloadBytes: number;
  /** A larger picture is left out. */
  readonly largestPayloadBytes: number;
}

/** A topic of a player and its new payload; empty where it is cleared. */
export interface ChangedTopic {
  readonly leaf: PlayerLeaf;
  readonly payload: Payload;
}

/** The payloads of some of a player's topics. */
export type Leaves = ReadonlyMap<PlayerLeaf, Payload>;

/** Topics that are made of the same inputs. */
interface Facet {
  /** While these are the same by identity, so are the leaves. */
  readonly inputs: (session: Session) => readonly unknown[];
  readonly leaves: (session: Session, target: RenderTarget) => Leaves;
}

const none: Leaves = new Map();
const pagesOfQueue = "music/queue/pages/";

const facets: readonly Facet[] = [
  {
    inputs: (s) => [s.availability],
    leaves: (s) => (s.availability === "unknown" ? none : new Map([["availability", s.availability]])),
  },
  {
    inputs: (s) => [
      s.player.model,
      s.operations,
      s.player.state?.volume === undefined,
      s.player.state?.isMuted === undefined,
      ...Object.values(s.resources).map((resource) => resource.support),
    ],
    leaves: (s, target) => new Map([["info", renderInfo(s, target)]]),
  },
  {
    inputs: (s) => [s.player.audio, s.resources.audio.support],
    leaves: (s) => renderAudio(s.player.audio, s.resources.audio.support),
  },
  {
    inputs: (s) => [s.player.video, s.resources.video.support, s.shownPosition],
    leaves: (s) => renderVideo(s.player.video, s.resources.video.support, s.shownPosition),
  },
  {
    inputs: (s) => [s.player.playlist, s.resources.playlist.support],
    leaves: (s, target) =>
      renderPlaylist(s.player.playlist, s.resources.playlist.support, target.maxPayloadBytes),
  },
  {
    inputs: (s) => [s.player.queue, s.resources.queue.support, s.pagesKnown],
    leaves: (s, target) =>
      renderMusic(s.player.queue, s.resources.queue.support, s.pagesKnown, target.maxPayloadBytes),
  },
  {
    inputs: (s) => [
      s.player.state?.track,
      s.player.state?.playing,
      s.player.queue,
      s.resources.queue.support,
    ],
    leaves: (s) => renderSong(s.player.state, s.player.queue, s.resources.queue.support),
  },
  {
    inputs: (s) => [s.player.state, s.resources.state.support, s.shownMusicPosition],
    leaves: (s) => renderState(s.player.state, s.resources.state.support, s.shownMusicPosition),
  },
  {
    inputs: (s) => [s.player.power, s.resources.power.support, s.availability],
    leaves: (s) => renderPower(s.player.power, s.resources.power.support, s.availability),
  },
  ...filmResourceNames.map(filmFacet),
  {
    inputs: (s) => [pictureAtHand(s)],
    leaves: (s, { largestPayloadBytes }) => renderPicture(pictureAtHand(s), largestPayloadBytes),
  },
];

function filmFacet(list: FilmList): Facet {
  return {
    inputs: ({ player, listedFor, resources }) => [
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

/** The topics that differ between two states of a player; without a previous one, all of them. */
export function render(
  target: RenderTarget,
  previous: Session | undefined,
  next: Session,
): readonly ChangedTopic[] {
  const changes: ChangedTopic[] = [];
  for (const facet of facets) {
    if (previous !== undefined && sameInputs(facet.inputs(previous), facet.inputs(next))) continue;
    const before = previous === undefined ? none : facet.leaves(previous, target);
    const after = facet.leaves(next, target);
    // A topic that is not published any more is cleared: later subscribers would not receive it either.
    for (const [leaf, payload] of before) {
      if (payload !== "" && !after.has(leaf)) changes.push({ leaf, payload: "" });
    }
    for (const [leaf, payload] of after) {
      if (before.get(leaf) !== payload) changes.push({ leaf, payload });
    }
  }
  return changes;
}

/**
 * The messages for changed topics. The availability is acknowledged, since automations rely on it; a selection must not
 * wait behind the many pages of a queue or a large picture.
 */
export function messagesOf(
  { base, id }: Pick<PlayerTarget, "base" | "id">,
  changes: readonly ChangedTopic[],
): Message<Payload>[] {
  return changes.map(({ leaf, payload }) => {
    const message = retained(playerTopic(base, id, leaf), payload);
    if (leaf === "availability") return { ...message, qos: 1 };
    return isLarge(leaf) ? { ...message, lowPriority: true } : message;
  });
}

function isLarge(leaf: PlayerLeaf): boolean {
  return leaf.startsWith(pagesOfQueue) || leaf === "music/picture/data" || leaf === "music/picture/type";
}

function sameInputs(before: readonly unknown[], after: readonly unknown[]): boolean {
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
