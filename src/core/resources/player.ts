import { audio, type AudioRouting } from "./audio.ts";
import { audioTracks, type FilmContext, type FilmTrack, subtitles } from "./film-tracks.ts";
import { model, type PlayerModel } from "./model.ts";
import { music, type MusicContext, type MusicState } from "./music.ts";
import { picture, type PictureContext } from "./picture.ts";
import { playlist, type Playlist } from "./playlist.ts";
import { power, type PowerOption } from "./power.ts";
import { type MusicQueue, queue, type QueueContext, queuePages, song } from "./queue.ts";
import type { Resource, ResourceState, TopicGroup } from "./resource.ts";
import { video, type VideoContext, type VideoStatus } from "./video.ts";

/** What is known of a player; what was never read is undefined. */
export interface PlayerState {
  readonly model?: PlayerModel;
  readonly audio?: AudioRouting;
  readonly video?: VideoStatus;
  readonly playlist?: Playlist;
  readonly queue?: MusicQueue;
  readonly music?: MusicState;
  readonly power?: readonly PowerOption[];
  readonly subtitles?: readonly FilmTrack[];
  readonly audioTracks?: readonly FilmTrack[];
}

/** One part of a player that one request reads. */
export type ResourceName = keyof PlayerState;

/** What resources know of the player besides their own value. */
export interface ResourceContext
  extends VideoContext,
    MusicContext,
    QueueContext,
    FilmContext,
    PictureContext {
  readonly player: PlayerState;
  readonly resources: Readonly<Record<ResourceName, ResourceState>>;
}

/** Every resource, in the order in which a new player is asked for them. */
const resources = { model, audio, video, playlist, queue, music, power, subtitles, audioTracks } satisfies {
  readonly [Name in ResourceName]: Resource<NonNullable<PlayerState[Name]>, ResourceContext, ResourceName>;
};

type Resources = typeof resources;

/** Topics that are made of more than one resource, or of none. */
export const combinedTopics = [song, queuePages, picture] satisfies readonly TopicGroup<ResourceContext>[];

/** The topics that resources feed, except the pages of a queue. */
export type ResourceLeaf =
  | { [Name in ResourceName]: keyof Resources[Name]["topics"] }[ResourceName]
  | keyof (typeof song)["topics"]
  | keyof (typeof picture)["topics"];

/** The names of these topics. */
export const resourceLeaves = [...Object.values(resources), song, picture].flatMap(({ topics }) =>
  Object.keys(topics),
) as ResourceLeaf[];

/** The names of all resources. */
export const resourceNames = Object.keys(resources) as ResourceName[];

/** A resource where only its name is known. */
export function resourceOf(name: ResourceName): Resource<unknown, ResourceContext, ResourceName> {
  return resources[name] as Resource<unknown, ResourceContext, ResourceName>;
}

/** The resources that are read in one of these ways. */
type NameReadWith<Way> = {
  [Name in ResourceName]: Resources[Name]["readWith"] extends Way ? Name : never;
}[ResourceName];

function namesReadWith<Way extends Resource<unknown>["readWith"]>(
  ...ways: readonly Way[]
): NameReadWith<Way>[] {
  const read: readonly string[] = ways;
  return resourceNames.filter((name): name is NameReadWith<Way> => read.includes(resources[name].readWith));
}

/** A resource with a cron schedule. */
export type PolledResourceName = NameReadWith<"schedule">;

/** The resources with a cron schedule. */
export const polledResourceNames = namesReadWith("schedule");

/** The resources that a refresh reads: the model does not change while the player is there. */
export const refreshedResourceNames = namesReadWith("schedule", "refresh");

/** What a film offers to choose from: it is read anew with each film. */
export const filmResourceNames = namesReadWith("film");

/** What settings, metrics and info call a resource. */
export type PublicName<Name extends ResourceName> = Name extends ResourceName
  ? Resources[Name] extends { readonly publicName: infer Other }
    ? Other
    : Name
  : never;

/** What settings, metrics and info call a resource: `music` is `state` there. */
export function publicNameOf<Name extends ResourceName>(name: Name): PublicName<Name> {
  return (resourceOf(name).publicName ?? name) as PublicName<Name>;
}

/** The resource of a public name; undefined where there is none. */
export function resourceNamed(publicName: string): ResourceName | undefined {
  return resourceNames.find((name) => publicNameOf(name) === publicName);
}

/** Builds a table with one value for each resource. */
export function forEachResource<T>(make: (name: ResourceName) => T): Record<ResourceName, T> {
  return Object.fromEntries(resourceNames.map((name) => [name, make(name)])) as Record<ResourceName, T>;
}

/** One resource as just read: the part of the player's state it replaces. */
export type Reading = {
  readonly [R in ResourceName]: { readonly resource: R; readonly value: NonNullable<PlayerState[R]> };
}[ResourceName];

/**
 * What a player answered. All of these prove that it is there.
 * unchanged: the same bytes as last time. absent: nothing there just now, such as no video playing.
 * confused: asked at a bad moment. refused: it will not do that. unsupported: this model has no such family.
 */
export type Answer =
  | { readonly kind: "reading"; readonly reading: Reading }
  | { readonly kind: "unchanged" }
  | { readonly kind: "absent" }
  | { readonly kind: "confused"; readonly reason: string }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "unsupported" };
