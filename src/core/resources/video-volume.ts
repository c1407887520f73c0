import { choice, number, part } from "./property.ts";
import { percentOf, type MusicState, type Volume } from "./music.ts";
import {
  polled,
  renderTopics,
  type Resource,
  type ResourceState,
  type PropertyGroup,
  type Topics,
} from "./resource.ts";

/** The resources that may report the volume. */
type VolumeSource = "music" | "videoVolume";

export interface VolumeContext {
  readonly player: { readonly music?: MusicState; readonly videoVolume?: Volume };
  readonly resources: Readonly<Record<VolumeSource, ResourceState>>;
}

/** The volume of a model whose music state reports none. */
export const videoVolume = {
  title: "volume of a video model",
  ...polled,
  summary: ({ level, max }) => `${level ?? "?"}/${max}`,
  topics: {},
  impliedBy: ({ player }) => (player.music?.volume === undefined ? undefined : "music"),
} satisfies Resource<Volume, VolumeContext, "music">;

/** The resource that reports the volume; undefined while none does. */
export function volumeSource({ player }: Pick<VolumeContext, "player">): VolumeSource | undefined {
  if (player.music?.volume !== undefined) return "music";
  return player.videoVolume === undefined ? undefined : "videoVolume";
}

/** The volume of the player; undefined where nothing reports it. */
export function volumeOf({ player }: Pick<VolumeContext, "player">): Volume | undefined {
  return player.music?.volume ?? player.videoVolume;
}

/** Whether no resource has a volume, as far as they were read. */
export function hasNoVolume(context: VolumeContext): boolean {
  const { music, videoVolume: other } = context.resources;
  const isMusicRead = context.player.music !== undefined || music.support === "unsupported";
  return volumeOf(context) === undefined && isMusicRead && other.support !== "unknown";
}

const volumeTopics = {
  volume: number(
    "Volume",
    {
      names: { de: "Lautstärke", fr: "Volume", zh: "音量" },
      unit: "%",
      range: { min: 0, max: 100 },
      sample: "30",
      about: "percent of the player's own range; empty if the player reports none, or one outside its range",
    },
    percentOf,
  ),
  "volume/level": number(
    "Volume level",
    {
      names: { de: "Lautstärkestufe", fr: "Niveau du volume", zh: "音量级别" },
      rangeTopic: "volume/range",
      sample: "60",
      category: "rare",
      about: "the same on the player's own scale",
    },
    ({ level }) => level,
  ),
  "volume/range": part(
    "range",
    {
      sample: '{"min":0,"max":200}',
      about: "JSON: `min`, `max`, of the player's own scale; empty while the volume cannot be set",
    },
    ({ min, max, restriction }) => (restriction === undefined ? JSON.stringify({ min, max }) : ""),
  ),
  "volume/restriction": choice(
    "Volume restriction",
    {
      words: ["locked", "disabled"],
      sample: "",
      category: "diagnostic",
      about: "why the volume cannot be set: `locked`, or `disabled` for a fixed output; empty if it can",
    },
    ({ restriction }) => restriction,
  ),
} satisfies Topics<Volume>;

/** The volume, whichever resource reports it. */
export const volume = {
  topics: volumeTopics,
  isOffered: (context) => volumeOf(context) !== undefined,
  dependsOn: ["music", "videoVolume"],
  render: (context, limits) => {
    const support = hasNoVolume(context) ? "unsupported" : "unknown";
    return renderTopics(volumeTopics, volumeOf(context), support, context, limits);
  },
} satisfies PropertyGroup<VolumeContext>;
