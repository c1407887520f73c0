import { type ExternalSource, externalSources, type SourceName, televisionInput } from "./external-source.ts";
import { AudioRouting } from "./audio-routing.ts";
import { composeTracks } from "./compose-tracks.ts";
import { PlayQueue } from "./play-queue.ts";
import { type Display, newDisplay } from "./display.ts";
import type { Dialect } from "./dialect.ts";
import type { Film } from "./film.ts";
import type { OperationGroup, Identity, Preset } from "./preset.ts";
import type { OwnSettings } from "./own-settings.ts";
import { newSound, type SoundSwitches } from "./sound.ts";
import { newSettings } from "./settings-tree.ts";
import type { Track } from "./track.ts";

interface Choice {
  readonly index: number;
  readonly information: string;
}

/** The whole state of a player; tests read and change it directly. */
export interface SimulatedPlayer {
  identity: Identity;
  readonly dialect: Dialect;
  readonly groups: Set<OperationGroup>;
  readonly audio: AudioRouting;
  readonly video: PlayQueue<Film>;
  readonly music: PlayQueue<Track>;
  /** Whether a film goes on when music starts, and music when a film starts. */
  readonly playsTogether: boolean;
  playMode: Choice;
  zoom: Choice;
  /** Undefined if the model does not report it. */
  volume: { readonly min: number; readonly max: number; level: number } | undefined;
  isMuted: boolean;
  /** The volume of a video model, of which the music group says nothing; undefined if it has none. */
  videoVolume: { readonly max: number; level: number; readonly spelling: string } | undefined;
  sacdArea: number;
  /** Film players have been seen whose state says nothing of its source, and has the size of the file instead. */
  reportsSource: boolean;
  /** Whether the volume cannot be set: fixed at its output, or not offered for it. */
  volumeRestriction: "lock" | "disabled" | undefined;
  apps: Preset["apps"];
  readonly services: NonNullable<Preset["services"]>;
  /** The packages of the apps that were opened, oldest first. */
  readonly openedApps: string[];
  /** Undefined for a model without a display of its own. */
  display: Display | undefined;
  /** What happens to its sound; undefined for a model that does not report it. */
  sound: SoundSwitches | undefined;
  /** Undefined for a model without a settings tree. */
  settings: OwnSettings | undefined;
  /** What getState tells as it was set last, by its own names; players keep any number. */
  readonly told: { loopModel: number; [name: string]: number };
  /** The source that is heard now if it is not the internal player. */
  externalSource: ExternalSource | undefined;
  /** Plays another source from now on, until its end if it has one. */
  playSource: (source: ExternalSource) => void;
  isScreenOn: boolean;
  /** The keys that were pressed, oldest first. */
  readonly keys: string[];
  readonly lacks: ReadonlySet<string>;
  readonly findsCoverById: boolean;
  /** Performs a power option; set by the simulator that runs the player. */
  performPower: (tag: string) => void;
}

export interface PlayerChanges {
  readonly name?: string | undefined;
  readonly mac?: string | undefined;
  readonly queueSize?: number | undefined;
  readonly playsTogether?: boolean | undefined;
  readonly source?: SourceName | undefined;
}

/** The MAC of a player's wireless card, beside the one of its wired card. */
export function wirelessMac(mac: string): string {
  return mac.replace(/^02/, "06");
}

export function createPlayer(
  preset: Preset,
  now: () => number,
  changes: PlayerChanges = {},
): SimulatedPlayer {
  const { identity, volume } = preset;
  const { playsTogether = true, source } = changes;
  const state = source === undefined ? preset.starts : "stopped";
  const musicState = playsTogether || preset.films.length === 0 ? state : "stopped";
  const audio = new AudioRouting(preset.routing);
  if (source === "television") audio.selectInput(televisionInput);
  let external: ExternalSource | undefined = source === undefined ? undefined : externalSources[source];
  let beganAtMs = Number.POSITIVE_INFINITY;
  return {
    get externalSource() {
      const positionMs = now() - beganAtMs;
      if (external === undefined || !external.isPlaying || positionMs < 0) return external;
      if (external.durationMs > 0 && positionMs >= external.durationMs) external = undefined;
      else external = { ...external, positionMs };
      return external;
    },
    set externalSource(next) {
      // Only what was begun here advances.
      beganAtMs =
        next === undefined || beganAtMs > now() ? Number.POSITIVE_INFINITY : now() - next.positionMs;
      external = next;
    },
    playSource: (next) => {
      beganAtMs = now();
      external = next;
    },
    identity: { ...identity, name: changes.name ?? identity.name, mac: changes.mac ?? identity.mac },
    dialect: preset.dialect,
    groups: new Set(preset.groups),
    audio,
    video: new PlayQueue(preset.films, { now, state, atEnd: "stop" }),
    music: new PlayQueue(composeTracks(changes.queueSize ?? preset.queueSize), {
      now,
      state: musicState,
      atEnd: "restart",
    }),
    playsTogether,
    playMode: { index: 4, information: "Whole folder" },
    zoom: { index: 1, information: "Fit" },
    volume: volume === undefined ? undefined : { ...volume },
    isMuted: false,
    videoVolume: preset.videoVolume === undefined ? undefined : { ...preset.videoVolume },
    sacdArea: 1,
    reportsSource: true,
    volumeRestriction: undefined,
    apps: preset.apps,
    services: preset.services ?? [],
    openedApps: [],
    display: preset.display === undefined ? undefined : newDisplay(...preset.display),
    sound: preset.display === undefined ? undefined : newSound(),
    settings: preset.display === undefined ? undefined : newSettings(),
    told: { loopModel: 0 },
    isScreenOn: true,
    keys: [],
    lacks: new Set(preset.lacks),
    findsCoverById: preset.findsCoverById === true,
    performPower: () => {},
  };
}
