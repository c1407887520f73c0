import { AudioRouting } from "./audio-routing.ts";
import { composeTracks } from "./compose-tracks.ts";
import { Deck } from "./deck.ts";
import type { Dialect } from "./dialect.ts";
import type { Film } from "./film.ts";
import type { OperationName } from "./operations.ts";
import type { Family, Identity, Preset } from "./preset.ts";
import type { Track } from "./track.ts";

/** A setting the playback status tells by number and by localised text. */
interface Choice {
  readonly index: number;
  readonly information: string;
}

/** The whole state of a player; a test reads it and changes it directly. */
export interface SimulatedPlayer {
  identity: Identity;
  readonly dialect: Dialect;
  readonly families: Set<Family>;
  readonly audio: AudioRouting;
  readonly video: Deck<Film>;
  readonly music: Deck<Track>;
  playMode: Choice;
  zoom: Choice;
  /** Undefined where the model says nothing of it. */
  volume: { readonly least: number; readonly most: number; level: number } | undefined;
  isMuted: boolean;
  /** What setLoopMode was told last; players keep any number. */
  loopMode: number;
  /** Another source than the internal player that can be heard now. */
  elsewhere: Elsewhere | undefined;
  isScreenOn: boolean;
  /** The keys that were pressed, oldest first. */
  readonly keys: string[];
  readonly lacks: ReadonlySet<OperationName>;
  /** Does what setPowerOption was told; whoever runs the player decides how. */
  obeyPower: (tag: string) => void;
}

/** What is heard from Bluetooth (4) or from a network source (other numbers but 5). */
interface Elsewhere {
  readonly playType: number;
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly picture: string;
  readonly isPlaying: boolean;
  readonly positionMs: number;
  readonly durationMs: number;
}

/** What may differ from the preset. */
export interface PlayerChanges {
  readonly name?: string | undefined;
  readonly mac?: string | undefined;
  readonly queueSize?: number | undefined;
}

/** Sets up a player as its preset describes it. */
export function createPlayer(
  preset: Preset,
  now: () => number,
  changes: PlayerChanges = {},
): SimulatedPlayer {
  const { identity, starts: state, volume } = preset;
  return {
    identity: { ...identity, name: changes.name ?? identity.name, mac: changes.mac ?? identity.mac },
    dialect: preset.dialect,
    families: new Set(preset.families),
    audio: new AudioRouting(preset.routing),
    video: new Deck(preset.films, { now, state, atEnd: "stop" }),
    music: new Deck(composeTracks(changes.queueSize ?? preset.queueSize), { now, state, atEnd: "restart" }),
    playMode: { index: 4, information: "Whole folder" },
    zoom: { index: 1, information: "Fit" },
    volume: volume === undefined ? undefined : { ...volume },
    isMuted: false,
    loopMode: 0,
    elsewhere: undefined,
    isScreenOn: true,
    keys: [],
    lacks: new Set(preset.lacks),
    obeyPower: () => {},
  };
}
