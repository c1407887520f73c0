import { AudioRouting } from "./audio-routing.ts";
import { composeTracks } from "./compose-tracks.ts";
import { Deck } from "./deck.ts";
import type { Dialect } from "./dialect.ts";
import type { Film } from "./film.ts";
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
  const { identity, starts: state } = preset;
  return {
    identity: { ...identity, name: changes.name ?? identity.name, mac: changes.mac ?? identity.mac },
    dialect: preset.dialect,
    families: new Set(preset.families),
    audio: new AudioRouting(preset.routing),
    video: new Deck(preset.films, { now, state, atEnd: "stop" }),
    music: new Deck(composeTracks(changes.queueSize ?? preset.queueSize), { now, state, atEnd: "restart" }),
    playMode: { index: 4, information: "Whole folder" },
    zoom: { index: 1, information: "Fit" },
  };
}
