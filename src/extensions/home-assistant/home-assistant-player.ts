import { deviceTopic, mediaPlayerTopic } from "./discovery/discovery-topics.ts";
import { decideIdentity, type Identity } from "./discovery/identity.ts";
import { mediaPlayerPayload } from "./discovery/media-player.ts";
import { filmOptions, optionsOf } from "./discovery/options.ts";
import { isFilmTold } from "../../core/resources/film-choices.ts";
import { isComplete, playerPayload } from "./discovery/payload.ts";
import { polledResourceNames } from "../../core/resources/resource.ts";
import type { Session } from "../../core/session/session.ts";
import type { BridgeName } from "../../core/topics/topics.ts";
import type { Clock } from "../../lib/clock.ts";
import type { AnnouncedTopic } from "./home-assistant-topic.ts";

/** A player as Home Assistant's extension sees it. */
export interface HomeAssistantPlayer {
  readonly id: string;
  readonly name: string;
  readonly state: Session;
  /** Publishes all topics of the player again. */
  announce(): void;
}

/** What all players of a bridge have in common. */
export interface PlayerAnnouncementOptions {
  readonly base: string;
  readonly bridge: BridgeName;
  readonly prefix: string;
  readonly version: string;
  readonly hasMediaPlayers: boolean;
  readonly clock: Clock;
  readonly open: (topic: string, player: HomeAssistantPlayer) => AnnouncedTopic;
}

/** A family may be slow to answer, but not so slow that the others wait longer for it. */
const patienceMs = 10_000;

/** One player's announcements: who it is to Home Assistant, and what it has. */
export class PlayerAnnouncement {
  readonly #options: PlayerAnnouncementOptions;
  #player: HomeAssistantPlayer;
  #session: Session | undefined;
  #parts: readonly unknown[] = [];
  #lists: readonly unknown[] = [];
  #choices = "";
  #identity: Identity | undefined;
  #device: AnnouncedTopic | undefined;
  #media: AnnouncedTopic | undefined;
  #lowPriority = true;
  #cancelPatience: (() => void) | undefined;

  constructor(player: HomeAssistantPlayer, options: PlayerAnnouncementOptions) {
    this.#player = player;
    this.#options = options;
  }

  get player(): HomeAssistantPlayer {
    return this.#player;
  }

  get identity(): Identity | undefined {
    return this.#identity;
  }

  /** Takes a state in; whether anything in it matters here. */
  learn(session: Session): boolean {
    if (session === this.#session) return false;
    const lists = listsOf(session);
    // Which one is selected does not matter, and a selection is in a hurry: payloads cost more than all the rest of it.
    if (lists.some((list, index) => list !== this.#lists[index])) this.#choices = choicesOf(session);
    this.#lists = lists;
    const parts = [
      session.player.model,
      this.#choices,
      session.operations,
      session.mostPictureBytes,
      session.asked?.lastType,
      session.resources.subtitles.support,
      session.resources.audioTracks.support,
      session.player.state?.volume === undefined,
      session.player.state?.isMuted === undefined,
      session.resources.power.support,
      session.resources.model.support,
      ...polledResourceNames.map((name) => session.resources[name].support),
    ];
    const isNews = this.#session === undefined || parts.some((part, index) => part !== this.#parts[index]);
    this.#session = session;
    this.#parts = parts;
    return isNews;
  }

  /** The same player in another session, perhaps under another name. */
  follow(player: HomeAssistantPlayer): void {
    const isRenamed = player.name !== this.#player.name;
    this.#player = player;
    if (isRenamed) this.update();
  }

  /** Who the player is, as far as can be told; `known` is who it was in an earlier life. */
  guess(known: Identity | undefined): Identity | undefined {
    if (this.#session === undefined) return undefined;
    const { base } = this.#options;
    const { id, state } = this.#player;
    return decideIdentity({ base, id, configuredMac: state.mac, known, session: this.#session });
  }

  /** Settles who the player is, and opens its topics: they are silent until they are resumed. */
  become(identity: Identity): AnnouncedTopic[] {
    const { clock, hasMediaPlayers, open, prefix } = this.#options;
    this.#identity = identity;
    this.#device = open(deviceTopic(prefix, identity), this.#player);
    if (hasMediaPlayers) this.#media = open(mediaPlayerTopic(prefix, identity), this.#player);
    this.#cancelPatience = clock.after(patienceMs, () => {
      this.#cancelPatience = undefined;
      this.#lowPriority = false;
      // Who is complete was told of when that came to be, and to make it anew is work for milliseconds: a thousand players
      // that came together would hold up everything else for more than a second.
      if (this.#session !== undefined && !isComplete(this.#session)) this.update();
    });
    return this.#topics;
  }

  /** Says what the player has, once that is known. */
  update(): void {
    const session = this.#session;
    if (session === undefined || this.#identity === undefined || this.#device === undefined) return;
    if (this.#lowPriority && !isComplete(session)) return;
    const { base, bridge, version } = this.#options;
    const { id, name } = this.#player;
    const target = { base, bridge, version, id, name, identity: this.#identity };
    this.#device.want(playerPayload(target, session, this.#device.shown));
    const media = mediaPlayerPayload(target, session);
    if (media !== undefined) this.#media?.want(media);
    else if (session.resources.video.support === "unsupported") this.#media?.clear();
  }

  /** Says nothing more; returns where the player is announced. */
  leave(): AnnouncedTopic[] {
    this.stop();
    for (const topic of this.#topics) topic.pause();
    return this.#topics;
  }

  get #topics(): AnnouncedTopic[] {
    return [this.#device, this.#media].filter((topic) => topic !== undefined);
  }

  stop(): void {
    this.#cancelPatience?.();
  }
}

/** What the selects offer is made of these. */
function listsOf(session: Session): readonly unknown[] {
  const { audio, audioTracks, subtitles, video } = session.player;
  return [audio, audioTracks, subtitles, video?.state === "idle", session.listedFor, isFilmTold(session)];
}

/** What the selects offer, to be compared. */
function choicesOf(session: Session): string {
  const { audio } = session.player;
  const routing = audio === undefined ? [] : [optionsOf(audio.input), optionsOf(audio.output)];
  return JSON.stringify([routing, filmOptions(session, "audioTracks"), filmOptions(session, "subtitles")]);
}
