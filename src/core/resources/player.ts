import { translatable, type Phrase } from "../../lib/phrase.ts";
import { namePhrase } from "../names.ts";
import { type App, apps } from "./apps.ts";
import { audio, type AudioContext, type AudioRouting } from "./audio.ts";
import { type ChoiceList, type ChoiceListName, choiceLists, type ListedOption } from "./choice-list.ts";
import {
  type Brightness,
  type DisplayContext,
  displayShown,
  knobBrightness,
  screenBrightness,
} from "./display.ts";
import { battery, type Battery } from "./battery.ts";
import { firmware, type Firmware } from "./firmware.ts";
import { group, type GroupContext, type GroupState } from "./group.ts";
import { type MusicPreset, musicPresets } from "./music-presets.ts";
import { sleep, type SleepTimer } from "./sleep.ts";
import { type FilmArt, filmArt } from "./film-art.ts";
import { playModes, zooms } from "./film-modes.ts";
import { audioTracks, type FilmContext, type FilmTrack, subtitles } from "./film-tracks.ts";
import { model, type PlayerModel } from "./model.ts";
import { music, type MusicContext, type MusicState, type Volume } from "./music.ts";
import { backdropPicture, picture, type PictureContext, posterPicture } from "./picture.ts";
import { playlist, type Playlist } from "./playlist.ts";
import type { PropertyFacts } from "./property.ts";
import { power, type PowerContext, type PowerOption, powerState, type WakingContext } from "./power.ts";
import { type PresetContext, presetOptions } from "./presets.ts";
import { type MusicQueue, queue, type QueueContext, queuePages, song } from "./queue.ts";
import type { Resource, ResourceState, TopicGroup } from "./resource.ts";
import { declared, type PlayerSetting, settings, type SettingsContext, settingTopics } from "./settings.ts";
import { type DspProfile, dspProfiles, type SoundContext, soundTopics } from "./sound.ts";
import { resumable, type ResumableContext } from "./resumable-state.ts";
import { videoVolume, volume, type VolumeContext } from "./video-volume.ts";
import { video, type VideoContext, type VideoStatus } from "./video.ts";

/** The values of all resources; a resource that was never read is undefined. */
export interface PlayerState extends Readonly<Partial<Record<ChoiceListName, ChoiceList>>> {
  readonly model?: PlayerModel;
  readonly audio?: AudioRouting;
  readonly video?: VideoStatus;
  readonly playlist?: Playlist;
  readonly queue?: MusicQueue;
  readonly music?: MusicState;
  readonly videoVolume?: Volume;
  readonly power?: readonly PowerOption[];
  readonly subtitles?: readonly FilmTrack[];
  readonly audioTracks?: readonly FilmTrack[];
  readonly filmArt?: FilmArt;
  readonly zooms?: readonly ListedOption[];
  readonly playModes?: readonly ListedOption[];
  readonly apps?: readonly App[];
  readonly screenBrightness?: Brightness;
  readonly knobBrightness?: Brightness;
  readonly settings?: readonly PlayerSetting[];
  readonly declared?: readonly PlayerSetting[];
  readonly dspProfiles?: readonly DspProfile[];
  readonly musicPresets?: readonly MusicPreset[];
  readonly group?: GroupState;
  readonly sleep?: SleepTimer;
  readonly battery?: Battery;
  readonly firmware?: Firmware;
}

/** The name of a part of a player's state that one request reads. */
export type ResourceName = keyof PlayerState;

export interface ResourceContext
  extends AudioContext,
    VideoContext,
    MusicContext,
    QueueContext,
    FilmContext,
    PowerContext,
    PictureContext,
    PresetContext,
    SettingsContext,
    GroupContext,
    ResumableContext,
    VolumeContext,
    DisplayContext,
    SoundContext {
  readonly player: PlayerState;
  readonly resources: Readonly<Record<ResourceName, ResourceState>>;
  readonly memory: PlayerMemory;
  readonly config: PictureContext["config"] &
    PowerContext["config"] &
    PresetContext["config"] &
    SettingsContext["config"];
  readonly bridge: GroupContext["bridge"] & PowerContext["bridge"] & ResumableContext["bridge"];
}

interface OfferingContext extends ResourceContext, WakingContext {
  readonly profile: WakingContext["profile"] & { readonly missingTopics: ReadonlySet<string> | undefined };
}

export type PlayerMemory = AudioContext["memory"] &
  FilmContext["memory"] &
  MusicContext["memory"] &
  PictureContext["memory"] &
  QueueContext["memory"] &
  VideoContext["memory"];

/** All resources, in the order in which they are first read. */
const resources = {
  model,
  audio,
  video,
  playlist,
  music,
  // After the music, whose mark shows whether the queue that was read is still the present one.
  queue,
  videoVolume,
  power,
  subtitles,
  audioTracks,
  filmArt,
  zooms,
  playModes,
  apps,
  screenBrightness,
  knobBrightness,
  ...choiceLists,
  settings,
  declared,
  dspProfiles,
  musicPresets,
  group,
  sleep,
  battery,
  firmware,
} satisfies {
  readonly [Name in ResourceName]: Resource<NonNullable<PlayerState[Name]>, ResourceContext, ResourceName>;
};

type Resources = typeof resources;

/** Topics that depend on several resources, or on none. */
const combined = {
  song,
  powerState,
  picture,
  posterPicture,
  backdropPicture,
  volume,
  presetOptions,
  displayShown,
  soundTopics,
  resumable,
};

/** The same, and the topics whose names depend on the queue and on the configuration. */
export const combinedTopics = [
  queuePages,
  ...Object.values(combined),
  settingTopics,
] satisfies readonly TopicGroup<ResourceContext & WakingContext>[];

type LeafOf<Groups extends Readonly<Record<string, { readonly topics: object }>>> = {
  [Name in keyof Groups]: keyof Groups[Name]["topics"];
}[keyof Groups];

/** The topics that resources publish, except the pages of a queue and the player's own settings. */
export type ResourceLeaf = LeafOf<Resources> | LeafOf<typeof combined>;

/** All that resources publish, by topic, in the order of a snapshot. */
export const properties = Object.assign(
  {},
  ...[...Object.values(resources), ...Object.values(combined)].map(({ topics }) => topics),
) as Readonly<Record<ResourceLeaf, PropertyFacts>>;

/** The resource of each property that belongs to one alone. */
const owners: ReadonlyMap<string, ResourceName> = new Map(
  Object.entries(resources).flatMap(([name, { topics }]) =>
    Object.keys(topics).map((leaf) => [leaf, name as ResourceName] as const),
  ),
);

/** The resource that alone has the property; undefined for one of several, or of none. */
export function ownerOf(leaf: ResourceLeaf): ResourceName | undefined {
  return owners.get(leaf);
}

/** The properties that a player has, as far as is known. */
export function offeredLeaves(context: OfferingContext): ReadonlySet<string> {
  const ofResources = resourceNames
    .filter((name) => context.resources[name].support === "supported")
    .flatMap((name) => Object.keys(resources[name].topics));
  const ofGroups = Object.values(combined)
    .filter(({ isOffered }) => isOffered(context))
    .flatMap(({ topics }) => Object.keys(topics));
  const { missingTopics } = context.profile;
  return new Set([...ofResources, ...ofGroups].filter((leaf) => missingTopics?.has(leaf) !== true));
}

export const resourceLeaves = Object.keys(properties) as ResourceLeaf[];

/** Those that not every make tells. */
export const extraLeaves = resourceLeaves.filter((leaf) => properties[leaf].isExtra === true);

export const resourceNames = Object.keys(resources) as ResourceName[];

/** A resource whose value type is not known here. */
export function resourceOf(name: ResourceName): Resource<unknown, ResourceContext, ResourceName> {
  return resources[name] as Resource<unknown, ResourceContext, ResourceName>;
}

/** The name of a resource in a sentence: its own, else that of its first property, else the one in settings. */
export function resourceTitle(name: ResourceName): Phrase {
  const { title, topics } = resourceOf(name);
  const ownKey = `resource/${publicNameOf(name)}`;
  if (title !== undefined) return namePhrase(ownKey, title);
  const [leaf, property] = Object.entries(topics).find(([, one]) => one.title !== "") ?? [ownKey];
  return namePhrase(leaf, property?.title ?? publicNameOf(name));
}

export function summaryOf({ resource, value }: Reading): Phrase {
  const { summary } = resourceOf(resource);
  const told = summary?.(value) ?? (Array.isArray(value) ? value.length : undefined);
  if (typeof told === "object") return told;
  const name = resourceTitle(resource);
  return told === undefined
    ? name
    : translatable("summary.line", "{title}: {summary}", { title: name, summary: told });
}

/** A resource whose interval a setting can replace by a schedule. */
export type ScheduledResourceName = {
  [Name in ResourceName]: Resources[Name] extends { readonly hasSchedule: true } ? Name : never;
}[ResourceName];

function resourcesThat(
  test: (resource: Resource<unknown, ResourceContext, ResourceName>) => boolean,
): readonly ResourceName[] {
  return resourceNames.filter((name) => test(resourceOf(name)));
}

export const scheduledResourceNames = resourcesThat(
  ({ hasSchedule }) => hasSchedule === true,
) as readonly ScheduledResourceName[];

/** The resources that are read at an interval. */
export const regularResourceNames = resourcesThat(({ readEveryMs }) => readEveryMs !== "never");

export const refreshedResourceNames = resourcesThat(({ readOn }) => readOn === "refresh");

export const filmResourceNames = resourcesThat(({ readOn }) => readOn === "film");

export const expectedResourceNames = resourcesThat(({ isExpected }) => isExpected === true);

export const essentialResourceNames = resourcesThat(({ isEssential }) => isEssential === true);

/** The resources that tell a player from another device. */
export const identifyingResourceNames = resourcesThat(({ identifiesPlayer }) => identifiesPlayer === true);

export type PublicName<Name extends ResourceName> = Name extends ResourceName
  ? Resources[Name] extends { readonly publicName: infer Other }
    ? Other
    : Name
  : never;

/** The name of a resource in settings, metrics and info: `music` is called `state` there. */
export function publicNameOf<Name extends ResourceName>(name: Name): PublicName<Name> {
  return (resourceOf(name).publicName ?? name) as PublicName<Name>;
}

export function resourceNamed(publicName: string): ResourceName | undefined {
  return resourceNames.find((name) => publicNameOf(name) === publicName);
}

export function forEachResource<T>(make: (name: ResourceName) => T): Record<ResourceName, T> {
  return Object.fromEntries(resourceNames.map((name) => [name, make(name)])) as Record<ResourceName, T>;
}

export type Reading = {
  readonly [R in ResourceName]: { readonly resource: R; readonly value: NonNullable<PlayerState[R]> };
}[ResourceName];

/**
 * A player's answer; any of these proves that the player is online, unless it is known without asking. unchanged: the same bytes as last time. absent:
 * nothing to report now, such as no video. confused: the player cannot answer at the moment. refused: an error status;
 * a denial may mean that the model has no such resource. unsupported: the model has no such resource. isForNow: it may come, so
 * it is asked for again later.
 */
export type Answer =
  /** isPartial: some of it was not answered, and is asked for again soon. */
  | { readonly kind: "reading"; readonly reading: Reading; readonly isPartial?: boolean }
  | { readonly kind: "unchanged" }
  | { readonly kind: "absent"; readonly isUnasked?: true }
  | { readonly kind: "confused"; readonly reason: string | Phrase }
  | {
      readonly kind: "refused";
      readonly reason: string | Phrase;
      readonly isDenial?: boolean;
      readonly isForNow?: true;
    }
  | { readonly kind: "unsupported"; readonly isUnasked?: true; readonly isForNow?: true };
