import { activeTrack, type MusicState } from "./music.ts";
import { type Availability, renderTopics, type TopicGroup, type Topics } from "./resource.ts";

/** A picture that can be shown. */
export interface Picture {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** The picture that was requested last. */
interface RequestedPicture {
  readonly address: string;
  /** Undefined if the player did not deliver it. */
  readonly picture: Picture | undefined;
  /** The type of the last delivered picture. */
  readonly lastType: string | undefined;
}

/** The facts that decide which picture is published. */
export interface PictureContext {
  readonly player: { readonly music?: MusicState };
  readonly availability: Availability;
  /** Larger pictures are not published; 0 publishes none. */
  readonly maxPictureBytes: number;
  readonly requestedPicture: RequestedPicture | undefined;
}

/**
 * The formats by their first bytes, since the player's content type is unreliable. SVG is missing on purpose: it can
 * contain scripts.
 */
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

/** The address of the current track's picture; undefined if it has none. */
function pictureAddress({ player: { music } }: Pick<PictureContext, "player">): string | undefined {
  return (music && activeTrack(music)?.picture) || undefined;
}

/** The address of the picture to request next; undefined if none is wanted or it was requested already. */
export function pictureToRequest(context: PictureContext): string | undefined {
  if (context.maxPictureBytes === 0 || context.availability !== "online") return undefined;
  const address = pictureAddress(context);
  return address === context.requestedPicture?.address ? undefined : address;
}

/** The picture of the current track, if it was delivered. */
export function currentPicture(
  context: Pick<PictureContext, "player" | "requestedPicture">,
): Picture | undefined {
  const { requestedPicture } = context;
  return requestedPicture !== undefined && requestedPicture.address === pictureAddress(context)
    ? requestedPicture.picture
    : undefined;
}

/** The state after a picture request, successful or not. */
export function withPicture<Context extends PictureContext>(
  context: Context,
  address: string,
  picture: Picture | undefined,
): Context {
  return {
    ...context,
    requestedPicture: { address, picture, lastType: picture?.type ?? context.requestedPicture?.lastType },
  };
}

/** Allows another request for a missing picture: the player was away, or a refresh was requested. */
export function forgetMissingPicture<Context extends PictureContext>(context: Context): Context {
  const { requestedPicture } = context;
  const isMissing = requestedPicture !== undefined && requestedPicture.picture === undefined;
  return isMissing ? { ...context, requestedPicture: { ...requestedPicture, address: "" } } : context;
}

/** The type announces that a picture exists, so it is published after the bytes and cleared before them. */
const pictureTopics = {
  "music/picture/data": ({ bytes }) => bytes,
  "music/picture/type": ({ type }) => type,
} satisfies Topics<Picture>;

/** The picture itself. */
export const picture = {
  topics: pictureTopics,
  inputs: (context) => [currentPicture(context)],
  render: (context, limits) => {
    const found = currentPicture(context);
    const isTooLarge = found !== undefined && found.bytes.byteLength > limits.largestPayloadBytes;
    // Cleared also if this run never delivered one: an earlier run may have left one.
    return renderTopics(pictureTopics, isTooLarge ? undefined : found, "unsupported", context, limits);
  },
} satisfies TopicGroup<PictureContext> & { readonly topics: object };
