import { type FilmArt, artOf } from "./film-art.ts";
import { activeTrack, type MusicState } from "./music.ts";
import { part, type PayloadLimits } from "./property.ts";
import { type Availability, type PartOf, renderTopics, type PropertyGroup, type Topics } from "./resource.ts";
import type { VideoStatus } from "./video.ts";

export interface Picture {
  readonly type: string;
  readonly bytes: Uint8Array;
}

interface RequestedPicture {
  readonly address: string;
  readonly picture: Picture | undefined;
  readonly lastType: string | undefined;
}

/** In the order in which they are requested. */
const pictureNames = ["cover", "poster", "backdrop"] as const;

export type PictureName = (typeof pictureNames)[number];

export interface PictureContext {
  readonly player: { readonly music?: MusicState; readonly video?: VideoStatus; readonly filmArt?: FilmArt };
  readonly presence: { readonly availability: Availability };
  /** Larger pictures are not published; 0 publishes none. */
  readonly config: { readonly maxPictureBytes: number };
  readonly memory: { readonly requestedPictures: RequestedPictures };
}

type RequestedPictures = Readonly<Partial<Record<PictureName, RequestedPicture>>>;

/** By their first bytes, since the player's content type is unreliable. Not SVG: it can contain scripts. */
const signatures: readonly (readonly [type: string, pattern: RegExp])[] = [
  ["image/png", /^89504e470d0a1a0a/],
  ["image/jpeg", /^ffd8ff/],
  ["image/gif", /^47494638(37|39)61/],
  ["image/webp", /^52494646.{8}57454250/],
];

/** The format of a picture; undefined for an unknown one. */
export function pictureTypeOf(bytes: Uint8Array): string | undefined {
  const head = Array.from(bytes.subarray(0, 12), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return signatures.find(([, pattern]) => pattern.test(head))?.[0];
}

/** The address of a picture; undefined if there is none now. */
function addressOf(name: PictureName, { player }: Pick<PictureContext, "player">): string | undefined {
  if (name === "cover") return (player.music && activeTrack(player.music)?.picture) || undefined;
  const art = artOf({ player });
  return (name === "poster" ? art?.picture : art?.backdrop) || undefined;
}

/** The address of the picture to request next; undefined if there is none, or all were requested already. */
export function pictureToRequest(context: PictureContext): string | undefined {
  const { config, memory, presence } = context;
  if (config.maxPictureBytes === 0 || presence.availability !== "online") return undefined;
  for (const name of pictureNames) {
    const address = addressOf(name, context);
    if (address !== undefined && address !== memory.requestedPictures[name]?.address) return address;
  }
  return undefined;
}

export function currentPicture(
  context: Pick<PictureContext, "player" | "memory">,
  name: PictureName,
): Picture | undefined {
  const requested = context.memory.requestedPictures[name];
  return requested !== undefined && requested.address === addressOf(name, context)
    ? requested.picture
    : undefined;
}

/** The state after a picture request, successful or not. A picture that nothing shows any more is dropped. */
export function withPicture<Context extends PictureContext>(
  context: Context,
  address: string,
  picture: Picture | undefined,
): Context {
  const requestedPictures = { ...context.memory.requestedPictures };
  for (const name of pictureNames.filter((one) => addressOf(one, context) === address)) {
    const lastType = picture?.type ?? requestedPictures[name]?.lastType;
    requestedPictures[name] = { address, picture, lastType };
  }
  return { ...context, memory: { ...context.memory, requestedPictures } };
}

/** Allows another request for missing pictures: the player was away, or a refresh was requested. */
export function forgetMissingPicture<Context extends PictureContext>(context: Context): Context {
  const { memory } = context;
  const missing = pictureNames.flatMap((name) => {
    const requested = memory.requestedPictures[name];
    return requested === undefined || requested.picture !== undefined
      ? []
      : [[name, { ...requested, address: "" }] as const];
  });
  if (missing.length === 0) return context;
  const requestedPictures = { ...memory.requestedPictures, ...Object.fromEntries(missing) };
  return { ...context, memory: { ...memory, requestedPictures } };
}

/** The type announces that a picture exists, so it is published after the bytes and cleared before them. */
const data = part(
  "data",
  { sample: "", about: "with `publish.pictures` only: its bytes, see [Pictures](#pictures)" },
  ({ bytes }: Picture) => bytes,
);
const type = part(
  "type",
  {
    sample: "image/jpeg",
    about: "its type: `image/jpeg`, `image/png`, `image/gif` or `image/webp`, detected from the bytes",
  },
  (picture: Picture) => picture.type,
);

const pictureTopics = {
  cover: { "music/picture/data": data, "music/picture/type": type },
  poster: { "video/picture/data": data, "video/picture/type": type },
  backdrop: { "video/backdrop/data": data, "video/backdrop/type": type },
} satisfies Record<PictureName, Topics<Picture>>;

const ofFilm = ["filmArt", "video.path", "video.state"] as const;

export const picture = topicsOf("cover", pictureTopics.cover, ["music"]);

export const posterPicture = topicsOf("poster", pictureTopics.poster, ofFilm);

export const backdropPicture = topicsOf("backdrop", pictureTopics.backdrop, ofFilm);

function topicsOf<Own extends Topics<Picture>>(
  name: PictureName,
  topics: Own,
  addressParts: readonly PartOf<PictureContext>[],
) {
  return {
    topics,
    isOffered: ({ config: { maxPictureBytes } }: PictureContext) => maxPictureBytes > 0,
    dependsOn: ["memory.requestedPictures", ...addressParts] as const,
    render: (context: PictureContext, limits: PayloadLimits) => {
      const found = currentPicture(context, name);
      const isTooLarge = found !== undefined && found.bytes.byteLength > limits.largestPayloadBytes;
      // Cleared also if this run never delivered one: an earlier run may have left one.
      return renderTopics(topics, isTooLarge ? undefined : found, "unsupported", context, limits);
    },
  } satisfies PropertyGroup<PictureContext>;
}
