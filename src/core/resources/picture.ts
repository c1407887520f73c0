import { revised } from "../session/revise.ts";
import type { Session } from "../session/session.ts";
import { heardTrack } from "./heard-track.ts";

/** A picture that can be shown. */
export interface Picture {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** The picture that was asked for last. */
export interface AskedPicture {
  readonly address: string;
  /** Nothing where it could not be had. */
  readonly picture: Picture | undefined;
  /** The type of the last one that could be had. */
  readonly lastType: string | undefined;
}

/** The formats by their first bytes: what a player says of the type is not believed. SVG can hold scripts, and is none. */
const signatures: readonly (readonly [type: string, pattern: RegExp])[] = [
  ["image/png", /^89504e470d0a1a0a/],
  ["image/jpeg", /^ffd8ff/],
  ["image/gif", /^47494638(37|39)61/],
  ["image/webp", /^52494646.{8}57454250/],
];

/** Which format a picture has; undefined for what is none that every program shows. */
export function pictureTypeOf(bytes: Uint8Array): string | undefined {
  const head = Array.from(bytes.subarray(0, 12), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return signatures.find(([, pattern]) => pattern.test(head))?.[0];
}

/** The address of the picture of what is heard; undefined where there is none. */
function pictureAddress({ player: { state } }: Pick<Session, "player">): string | undefined {
  return (state && heardTrack(state)?.picture) || undefined;
}

/** The address of a picture that is to be published and was not asked for yet. */
export function pictureToAsk(session: Session): string | undefined {
  if (session.mostPictureBytes === 0 || session.availability !== "online") return undefined;
  const address = pictureAddress(session);
  return address === session.asked?.address ? undefined : address;
}

/** The picture of what is heard, as far as it is at hand. */
export function pictureAtHand(session: Session): Picture | undefined {
  const { asked } = session;
  return asked !== undefined && asked.address === pictureAddress(session) ? asked.picture : undefined;
}

/** A picture was asked for, and this came. */
export function withPicture(session: Session, address: string, picture: Picture | undefined): Session {
  const lastType = picture?.type ?? session.asked?.lastType;
  return revised(session, { asked: { address, picture, lastType } });
}

/** A picture that could not be had may be asked for once more: the player was away, or somebody wants to know. */
export function forgetMissingPicture(session: Session): Session {
  const { asked } = session;
  const isMissing = asked !== undefined && asked.picture === undefined;
  return isMissing ? revised(session, { asked: { ...asked, address: "" } }) : session;
}
