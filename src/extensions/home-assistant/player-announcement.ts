import type { ExtensionContext, PlayerView } from "../../bridge/extension.ts";
import { noRouting } from "../../core/resources/audio.ts";
import { areFilmListsKnown } from "../../core/resources/film-tracks.ts";
import type { JsonObject } from "../../core/resources/json.ts";
import { resourceNames, resourceOf } from "../../core/resources/player.ts";
import type { Session } from "../../core/session/session.ts";
import { type ChangedTopic, isExplored } from "../../core/topics/render.ts";
import { bridgeTopic, type PlayerLeaf, playerTopic } from "../../core/topics/topics.ts";
import type { AnnouncedTopic, AnnouncedTopicOptions } from "./announced-topic.ts";
import { deviceTopic, filmTopic, mediaPlayerTopic } from "./discovery/discovery-topics.ts";
import type { EntityLanguage } from "./discovery/entity-name.ts";
import { decideIdentity, type Identity } from "./discovery/identity.ts";
import { filmOptions, optionsOf } from "./discovery/options.ts";
import {
  type DiscoveryTarget,
  filmEntities,
  filmPayload,
  isComplete,
  playerPayload,
} from "./discovery/payload.ts";
import { describeDevice, describeOrigin, reportedFacts } from "./discovery/describe-device.ts";

export type HomeAssistantPlayer = Pick<PlayerView, "id" | "name" | "state" | "publishAgain" | "identified">;

type BridgeFacts = Pick<DiscoveryTarget, "base" | "bridge" | "version" | "pageUrl">;

export interface PlayerAnnouncementOptions extends BridgeFacts, Pick<ExtensionContext, "clock"> {
  readonly prefix: string;
  readonly language: () => EntityLanguage;
  readonly hasMediaPlayers: boolean;
  readonly open: (
    topic: string,
    options: Pick<AnnouncedTopicOptions, "write" | "onAnnounced" | "dropsOptions" | "onSelectsChanged">,
  ) => AnnouncedTopic;
  readonly onAnnounced: (playerId: string, identity: Identity) => void;
}

/** A player is announced without the resources that have not answered by then. */
const completeWithinMs = 10_000;
/** The first reads of a player take longer where a thousand start together. */
const exploredWithinMs = 60_000;

/**
 * The announcement depends on all of these topics. `info` tells which of the expected resources are supported, and the
 * `description` is first said when all is known.
 */
const decisive: ReadonlySet<string> = new Set([
  "info",
  "description",
  "music/picture/type",
  "video/picture/type",
  "video/backdrop/type",
  ...resourceNames
    .filter((name) => resourceOf(name).isExpected !== true)
    .flatMap((name) => Object.keys(resourceOf(name).topics))
    // The values of these resources have no influence, and a payload costs milliseconds.
    .filter((leaf) => /\/(options|range)$/.test(leaf) && !/^video\/(audio-track|subtitle)\//.test(leaf)),
]);
/** The topics that define a setting, whatever its value. */
const settingShape = /^settings\/.+\/(title|options|range)$/;
/** These topics matter if they change the options of a select. */
const choosing = /^(audio\/(input|output)|video\/(audio-track|subtitle|title|state))(\/|$)/;

/** The announcement of one player: its identity at Home Assistant, and its entities. */
export class PlayerAnnouncement {
  readonly #options: PlayerAnnouncementOptions;
  #player: HomeAssistantPlayer;
  #choices: string | undefined;
  #identity: Identity | undefined;
  #device: AnnouncedTopic | undefined;
  #film: AnnouncedTopic | undefined;
  #media: AnnouncedTopic | undefined;
  #waitsForAll = true;
  #cancelWait: (() => void) | undefined;

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

  /** No topics are those of a failed request, which can end the wait for a film's lists. */
  isAffectedBy(topics: readonly ChangedTopic[]): boolean {
    const isDecisive = topics.some(({ leaf }) => decisive.has(leaf) || settingShape.test(leaf));
    const mayChoose = topics.length === 0 || topics.some(({ leaf }) => choosing.test(leaf));
    if (!isDecisive && !mayChoose) return false;
    // Selections are frequent and urgent, and a payload costs milliseconds: write one only if the options differ.
    const before = this.#choices;
    this.#choices = choicesOf(this.#player.state);
    return isDecisive || this.#choices !== before;
  }

  /** Updates the player, which may have a new session and a new name. */
  follow(player: HomeAssistantPlayer): void {
    const isRenamed = player.name !== this.#player.name;
    this.#player = player;
    if (isRenamed) this.update();
  }

  /** The identity of the player, if it can be decided; `known` is the identity of its earlier announcement. */
  decide(known: Identity | undefined): Identity | undefined {
    const { base } = this.#options;
    const { id, state } = this.#player;
    return decideIdentity({ base, id, configuredMac: state.config.mac, known, session: state });
  }

  /** Decides the identity without announcing the player. */
  know(identity: Identity): void {
    this.#identity = identity;
  }

  /** Sets the identity and opens its topics, which publish nothing until they are resumed. */
  assign(identity: Identity): AnnouncedTopic[] {
    const { clock, hasMediaPlayers, onAnnounced, open, prefix } = this.#options;
    this.#identity = identity;
    const onSelectsChanged = (topics: readonly string[]): void => this.#player.publishAgain(topics);
    this.#device = open(deviceTopic(prefix, identity), {
      write: (announced, isShort) => {
        const { state } = this.#player;
        const short = { ...state, config: { ...state.config, settingTags: [], declaredTags: [] } };
        return playerPayload(this.#target, isShort ? short : state, announced);
      },
      onAnnounced: () => onAnnounced(this.#player.id, identity),
      onSelectsChanged,
    });
    this.#film = open(filmTopic(prefix, identity), {
      write: (announced) => filmPayload(this.#target, this.#player.state, announced),
      // Without its lists, the film has no track, and the selects of the film before are unavailable.
      dropsOptions: true,
      onSelectsChanged,
    });
    if (hasMediaPlayers) {
      const write = (): JsonObject | undefined => mediaPlayerPayload(this.#target, this.#player.state);
      this.#media = open(mediaPlayerTopic(prefix, identity), { write, onSelectsChanged });
    }
    this.#waitForAll(clock.now() + exploredWithinMs);
    return this.#topics;
  }

  #waitForAll(until: number): void {
    const { clock } = this.#options;
    this.#cancelWait = clock.after(completeWithinMs, () => {
      const { state } = this.#player;
      const isBeingRead = state.presence.availability === "online" && !isExplored(state);
      if (isBeingRead && clock.now() < until) return this.#waitForAll(until);
      this.#cancelWait = undefined;
      this.#waitsForAll = false;
      // A complete player is announced already. Writing a thousand payloads again would block for more than a second.
      if (!isComplete(state)) this.update();
    });
  }

  update(): void {
    const { state } = this.#player;
    if (this.#device === undefined || (this.#waitsForAll && !isComplete(state))) return;
    // Home Assistant refuses an entity that another announcement still has, as one of an earlier version does.
    const others = this.#device.announced?.components;
    if (filmEntities.some(({ key }) => others?.has(key))) this.#film?.hold();
    this.#device.update();
    for (const ofFilms of [this.#film, this.#media]) {
      if (state.resources.video.support === "unsupported") ofFilms?.clear();
      else ofFilms?.update();
    }
  }

  /** Stops the announcement, which stays at the broker; returns its topics. */
  leave(): AnnouncedTopic[] {
    this.stop();
    for (const topic of this.#topics) topic.pause();
    return this.#topics;
  }

  stop(): void {
    this.#cancelWait?.();
  }

  get #topics(): AnnouncedTopic[] {
    return [this.#device, this.#film, this.#media].filter((topic) => topic !== undefined);
  }

  get #target(): DiscoveryTarget {
    const { base, bridge, language, pageUrl, version } = this.#options;
    const { id, name } = this.#player;
    return { base, bridge, version, id, name, pageUrl, language: language(), identity: this.#identity ?? "" };
  }
}

function choicesOf(session: Session): string {
  const { audio } = session.player;
  const routing = audio === undefined ? [] : [optionsOf(audio.input), optionsOf(audio.output ?? noRouting)];
  const film = areFilmListsKnown(session)
    ? [filmOptions(session, "audioTracks"), filmOptions(session, "subtitles")]
    : [];
  return JSON.stringify([routing, film]);
}

const topics: readonly (readonly [key: string, leaf: PlayerLeaf])[] = [
  ["state_state_topic", "video/state"],
  ["state_title_topic", "video/title"],
  ["state_duration_topic", "video/duration"],
  ["state_position_topic", "video/position"],
];

/** For the custom integration mqtt_media_player; undefined without video, which alone reports whether it plays. */
export function mediaPlayerPayload(
  { base, bridge, version, id, name, identity, pageUrl }: DiscoveryTarget,
  { player, resources }: Pick<Session, "player" | "resources">,
): JsonObject | undefined {
  if (resources.video.support !== "supported") return undefined;
  const facts = player.model && reportedFacts(player.model);
  const available = playerTopic(base, id, "availability");
  return {
    // Without the MAC, which the device of the announcement has.
    device: describeDevice({ ...facts, mac: undefined, identity, name, pageUrl }),
    origin: describeOrigin(version),
    name,
    // The integration understands a single topic, not a list.
    availability: { topic: available },
    // The integration ignores this field; the bridge recognizes its own announcements by it.
    owner: [{ topic: bridgeTopic(base, "state", bridge) }, { topic: available }],
    ...Object.fromEntries(topics.map(([key, leaf]) => [key, playerTopic(base, id, leaf)])),
  };
}
