import type { AudioInput, AudioOutput, RoutingPreset } from "./audio-routing.ts";
import type { PlaybackState } from "./play-queue.ts";
import type { Dialect } from "./dialect.ts";
import type { newDisplay } from "./display.ts";
import type { Film } from "./film.ts";

/** A group of operations that a model has or lacks as a whole. */
export type OperationGroup = "music" | "first-music" | "video" | "control" | "settings";

export interface Identity {
  readonly name: string;
  readonly model: string;
  readonly mac: string;
  readonly firmware: string;
}

export interface Preset {
  readonly identity: Identity;
  readonly groups: readonly OperationGroup[];
  readonly dialect: Dialect;
  /** Whether the maker's folders answer without his prefix as well, as on firmware of today. */
  readonly answersWithoutPrefix: boolean;
  /** Whether the cover of a track is found by its id alone. */
  readonly findsCoverById?: true;
  readonly routing: RoutingPreset;
  readonly films: readonly Film[];
  readonly queueSize: number;
  readonly starts: PlaybackState;
  /** Its volume; undefined for a video player, which does not report it. */
  readonly volume?: VolumeRange;
  readonly apps?: readonly {
    readonly label: string;
    readonly packageName: string;
    readonly isCanOpen: boolean;
  }[];
  /** The apps of its streaming services. */
  readonly services?: readonly {
    readonly appName: string;
    readonly packageName: string;
    readonly isCanOpen: boolean;
  }[];
  /** Its display, as audio players have one, with settings of its own; the arguments of newDisplay. */
  readonly display?: Parameters<typeof newDisplay>;
  /** The volume of a video model, which the music group does not report. */
  readonly videoVolume?: {
    readonly max: number;
    readonly level: number;
    readonly spelling: "currentVolume" | "currenttVolume";
  };
  /** Operations that this firmware lacks although it has their group. */
  readonly lacks?: readonly string[];
}

interface VolumeRange {
  readonly min: number;
  readonly max: number;
  readonly level: number;
}

export function input(tag: string, historyName: string, name = historyName): AudioInput {
  return { tag, historyName, name, isEdit: tag !== "XMOS" && tag !== "BT" };
}

export function output(
  tag: string,
  name: string,
  title: string,
  format: string,
  sampleRate: string,
  option: number,
  more: Partial<AudioOutput> = {},
): AudioOutput {
  const settings = `get${tag.charAt(0)}${tag.slice(1).toLowerCase()}OutputOption`;
  const attached = { vidPid: "", name: "" };
  return {
    tag,
    name,
    title,
    format,
    sampleRate,
    option,
    enabled: true,
    enableAs: "boolean",
    settings,
    attached,
    ...more,
  };
}
