import type { Battery } from "../../core/resources/battery.ts";
import type { GroupState } from "../../core/resources/group.ts";
import type { PlayerModel } from "../../core/resources/model.ts";
import { childOf, numberIn, shownText, textOf, type XmlElement } from "../http/xml.ts";

/** The level of a player's own volume, and whether it is muted. */
export interface OwnVolume {
  /** The level to return to while it is muted; undefined for a fixed output. */
  readonly level: number | undefined;
  /** Undefined if the document says nothing about it. */
  readonly isMuted: boolean | undefined;
}

/** The model. The MAC is that of the chassis, and the port tells its zones apart. */
export function modelOf({ attributes }: XmlElement, url: string, olderFirmware = ""): PlayerModel {
  const {
    mac = "",
    brand = "",
    model = "",
    modelName = model,
    version = olderFirmware,
    name = "",
  } = attributes;
  return {
    maker: shownText(brand) || undefined,
    model: shownText(modelName) || undefined,
    firmware: shownText(version) || undefined,
    mac: mac.split(/[:-]/).slice(0, 6).join(":") || undefined,
    unit: new URL(url).port || "80",
    name: shownText(name) || undefined,
  };
}

/**
 * The volume in the attributes of `SyncStatus`, or of the answer of `/Volume`, whose level is its text. Muted, the level is 0;
 * only `muteVolume` tells it from a level of 0. Some players never show it in `SyncStatus`, so there its absence says nothing.
 */
export function ownVolumeIn(
  attributes: XmlElement["attributes"],
  level = attributes["volume"],
): OwnVolume | undefined {
  const number = numberIn(level);
  if (number === undefined) return undefined;
  const muted = numberIn(attributes["muteVolume"]);
  const { mute = "" } = attributes;
  const isMuted = muted !== undefined || (mute === "" ? undefined : mute === "1");
  return { level: number < 0 ? undefined : Math.min(100, muted ?? number), isMuted };
}

/** The group of a player, with `host:port` of every member that it names; `volume` is of the whole group. */
export function groupOf(sync: XmlElement, status: XmlElement | undefined, host: string): GroupState {
  const self = ownAddress(sync, host);
  const above = childOf(sync, "master");
  const primary =
    above === undefined ? undefined : `${above.text.trim()}:${above.attributes["port"] ?? "11000"}`;
  // While a group is formed, a zone may name itself for a moment.
  const isSecondary = primary !== undefined && primary !== self;
  const below = sync.children
    .filter(({ name }) => name === "slave")
    .map(({ attributes: { id = "", port = "11000" } }) => `${id.replace(/:\d+$/, "")}:${port}`);
  const isPrimary = below.length > 0;
  const members = isPrimary || isSecondary ? [...(isSecondary ? [primary] : []), self, ...below] : [];
  const volume = status === undefined ? undefined : numberIn(textOf(status, "groupVolume"));
  const mute = status === undefined ? "" : textOf(status, "mute");
  return {
    role: isPrimary ? (isSecondary ? "both" : "primary") : isSecondary ? "secondary" : "none",
    name: shownText(sync.attributes["group"] ?? "") || undefined,
    self,
    primary: isSecondary ? primary : isPrimary ? self : undefined,
    members,
    volume: isPrimary && !isSecondary ? volume : undefined,
    isMuted: isPrimary && !isSecondary && mute !== "" ? mute === "1" : undefined,
  };
}

/** The address that other players know; some see themselves as 127.0.0.1. */
function ownAddress({ attributes: { id = "" } }: XmlElement, host: string): string {
  return id === "" || id.startsWith("127.") ? host : id;
}

/** The battery; undefined where there is none. */
export function batteryOf(sync: XmlElement): Battery | undefined {
  const battery = childOf(sync, "battery");
  const level = numberIn(battery?.attributes["level"]);
  return level === undefined ? undefined : { level, isCharging: battery?.attributes["charging"] === "true" };
}
