import { switchesByKey } from "../../../core/resources/power.ts";
import { controlSupport, isPossible } from "../../../core/controls/table.ts";
import type { JsonObject } from "../../../core/resources/json.ts";
import { essentialResourceNames } from "../../../core/resources/player.ts";
import type { Support } from "../../../core/resources/resource.ts";
import type { Session } from "../../../core/session/session.ts";
import { isExplored } from "../../../core/topics/render.ts";
import {
  type BridgeLeaf,
  type BridgeName,
  bridgeTopic,
  type PlayerLeaf,
  playerTopic,
  setTopic,
} from "../../../core/topics/topics.ts";
import type { Announced } from "./announced.ts";
import { bridgeEntities } from "./bridge-entities.ts";
import { describeDevice, describeOrigin, originName, reportedFacts } from "./describe-device.ts";
import { type EntityLanguage, entityName } from "./entity-name.ts";
import type { Components, Entity, PlayerEntity } from "./entity.ts";
import { type Identity, identityOfId } from "./identity.ts";
import { filmOptions, listOptions, type Option, optionCommand, optionsOf, optionState } from "./options.ts";
import { availableWith, type Owner, playerAvailability } from "./player-availability.ts";
import { playerEntities } from "./player-entities.ts";
import { settingEntities } from "./setting-entities.ts";
import { distinctSlugs, slugOf } from "./slug.ts";
import type { PictureName } from "../../../core/resources/picture.ts";
import { hash32 } from "../../../lib/hash.ts";
import { cleanText } from "./clean-text.ts";

type DiscoveryPayload = JsonObject & { readonly components: Components };

type KnownPlayer = Pick<Session, "player" | "resources" | "operations" | "profile" | "config" | "memory">;

export interface DiscoveryTarget extends Owner {
  readonly version: string;
  readonly name: string;
  readonly identity: Identity;
  readonly pageUrl?: string | undefined;
  readonly language?: EntityLanguage | undefined;
}

/**
 * The payload of a player, without the selects that follow its film. Entities of an unsupported resource are left out.
 * Entities that are not known yet stay as announced: a bridge that has just started must not remove what a player has.
 */
export function playerPayload(
  target: DiscoveryTarget,
  session: KnownPlayer,
  announced?: Announced,
): DiscoveryPayload {
  const { base, bridge, identity, name, pageUrl, version } = target;
  const { model } = session.player;
  const facts = model === undefined ? announced?.facts : reportedFacts(model);
  return {
    device: describeDevice({ ...facts, identity, name, via: identityOfId(base, bridge), pageUrl }),
    origin: describeOrigin(version),
    availability: playerAvailability(target),
    availability_mode: "all",
    components: {
      ...componentsFor(lastingEntities, target, session, announced),
      ...settingEntities(target, session, (key) => announcedWhole(announced, key, target)),
      ...presetButtons(target, session.config.presets),
    },
  };
}

/**
 * The payload of the selects whose options follow the film, so that the whole player is not announced again for each film.
 * Undefined if there are none, and none were announced.
 */
export function filmPayload(
  target: DiscoveryTarget,
  session: KnownPlayer,
  announced?: Announced,
): DiscoveryPayload | undefined {
  const components = componentsFor(filmEntities, target, session, announced);
  if (Object.keys(components).length + (announced?.components.size ?? 0) === 0) return undefined;
  const { identity, name, version } = target;
  return {
    // Whichever of the two payloads Home Assistant reads first makes the device.
    device: describeDevice({ identity, name }),
    origin: describeOrigin(version),
    availability: playerAvailability(target),
    availability_mode: "all",
    components,
  };
}

/** Those that depend on which film plays. */
export const filmEntities = playerEntities.filter(({ film }) => film !== undefined);
const lastingEntities = playerEntities.filter(({ film }) => film === undefined);

function componentsFor(
  entities: readonly PlayerEntity[],
  target: DiscoveryTarget,
  session: KnownPlayer,
  announced: Announced | undefined,
): Components {
  const components: Record<string, JsonObject> = {};
  for (const entity of entities) {
    const component =
      playerComponent(entity, target, session) ?? keptComponent(entity, target, session, announced);
    if (component !== undefined) components[entity.key] = component;
  }
  return components;
}

/** Whether the player was asked for everything once, and has answered for what most of its entities need. */
export function isComplete(session: Pick<Session, "resources">): boolean {
  return (
    isExplored(session) &&
    essentialResourceNames.every((name) => session.resources[name].support !== "unknown")
  );
}

/** What the settings add to the announcement of a bridge. */
export interface BridgeTraits {
  readonly pageUrl?: string | undefined;
  readonly checksForUpdates?: boolean;
  readonly language?: EntityLanguage;
}

export function bridgePayload(
  base: string,
  version: string,
  bridge: BridgeName = "bridge",
  { pageUrl, checksForUpdates = false, language }: BridgeTraits = {},
): DiscoveryPayload {
  const identity = identityOfId(base, bridge);
  const state = bridgeTopic(base, "state", bridge);
  // Slugs and the name of the device drop the blanks that an empty part leaves.
  const name = [originName, base === originName ? "" : base, bridge.slice("bridge-".length)].join(" ");
  const components: Record<string, JsonObject> = {};
  const topicOf = (leaf: BridgeLeaf): string => bridgeTopic(base, leaf, bridge);
  for (const entity of bridgeEntities) {
    const isUpdate = entity.key === "update";
    if (isUpdate && !checksForUpdates) continue;
    components[entity.key] = {
      ...describeEntity(entity, identity, name, topicOf, language),
      ...(isUpdate && { latest_version_topic: topicOf("latest-version") }),
      // A static template: the entity shows availability, whatever the payload is.
      ...(entity.key === "connectivity" && { availability: [{ topic: state, value_template: "online" }] }),
    };
  }
  return {
    device: describeDevice({ identity, name, manufacturer: originName, model: "Bridge", version, pageUrl }),
    origin: describeOrigin(version),
    availability: [{ topic: state }],
    components,
  };
}

function playerComponent(
  entity: PlayerEntity,
  target: DiscoveryTarget,
  session: KnownPlayer,
): JsonObject | undefined {
  if (!isEnough(entity, session) && !hasResource(entity, session, "supported")) return undefined;
  if (lacksControl(entity, session) || entity.isOffered?.(session) === false) return undefined;
  const component = fixedComponent(entity, target);
  if (entity.picture !== undefined) return { ...component, ...imageSource(target, session, entity.picture) };
  if (entity.range !== undefined) {
    const range = session.player[entity.range];
    return range && { ...component, min: range.min, max: range.max };
  }
  const options = choicesOf(entity, session);
  if (options === undefined) return component;
  // An empty list is a passing fault, or the end of a film.
  if (options.length === 0) return undefined;
  return {
    ...component,
    command_template: optionCommand(options, entity.selector === undefined ? "value" : "tag"),
    // Nothing reports which app is open.
    ...(entity.state !== undefined && { value_template: optionState(options) }),
    options: options.map(({ text }) => text),
  };
}

function fixedComponent(entity: PlayerEntity, target: DiscoveryTarget): JsonObject {
  const { base, bridge, id, identity, language } = target;
  return {
    ...describeEntity(entity, identity, id, (leaf) => playerTopic(base, id, leaf), language),
    // These stay available while the player is offline: they show that it is, switch it on, and report
    // why that failed, or that its film has ended with it.
    ...(isAvailableOffline(entity) && { availability: [{ topic: bridgeTopic(base, "state", bridge) }] }),
    ...(entity.neededLeaf !== undefined && availableWith(target, entity.neededLeaf)),
    ...(entity.control !== undefined && { command_topic: setTopic(base, id, entity.control) }),
    ...(entity.platform === "update" && { latest_version_topic: playerTopic(base, id, "firmware/latest") }),
    ...(entity.key === "refresh" && { command_topic: setTopic(base, id, "refresh") }),
  };
}

function isAvailableOffline({ key }: PlayerEntity): boolean {
  return ["connectivity", "power", "waking", "command_outcome", "last_outcome", "watched", "played"].includes(
    key,
  );
}

/** The options of a select that come from the player; undefined for any other entity. */
function choicesOf({ film, list, selector }: PlayerEntity, session: KnownPlayer): Option[] | undefined {
  if (film !== undefined) return filmOptions(session, film);
  if (list !== undefined) return listOptions(session.player, list);
  if (selector === undefined) return undefined;
  const routing = session.player.audio?.[selector];
  return routing === undefined ? [] : optionsOf(routing);
}

/** An entity that is not known yet, as announced before. */
function keptComponent(
  entity: PlayerEntity,
  target: DiscoveryTarget,
  session: KnownPlayer,
  announced: Announced | undefined,
): JsonObject | undefined {
  const { key, platform } = entity;
  const isSupported = hasResource(entity, session, "supported");
  if (!isSupported && !hasResource(entity, session, "unknown")) return undefined;
  if (isSupported && lacksControl(entity, session)) return undefined;
  const component = announced?.components.get(key);
  if (component?.platform !== platform) return undefined;
  const whole = announcedWhole(announced, key, target);
  return whole === undefined
    ? fixedComponent(entity, target)
    : { ...whole, name: entityName(entity, target.language ?? "en") };
}

/** A component as announced before, with the topics of today: the player may have got another id while it was off. */
function announcedWhole(
  announced: Announced | undefined,
  key: string,
  target: DiscoveryTarget,
): JsonObject | undefined {
  const whole = announced?.components.get(key)?.whole;
  if (announced === undefined || whole === undefined) return undefined;
  const [before, now] = [announced.owner, target].map(({ base, id }) => `${base}/${id}/`) as [string, string];
  if (before === now) return whole;
  const ofToday = (name: string, value: unknown): unknown =>
    name.endsWith("topic") && typeof value === "string" && value.startsWith(before)
      ? now + value.slice(before.length)
      : value;
  return JSON.parse(JSON.stringify(whole), ofToday) as JsonObject;
}

/** Whether the player has the entity without any resource: every player does, or its plug or its keys are enough. */
function isEnough({ resource, worksWithPlug }: PlayerEntity, session: KnownPlayer): boolean {
  if (resource === undefined || (worksWithPlug === true && session.config.hasPlug)) return true;
  return resource === "power" && switchesByKey(session);
}

/** Whether the support of any resource that is enough for the entity is this one. */
function hasResource(
  { resource, otherResource }: PlayerEntity,
  { resources }: KnownPlayer,
  wanted: Support,
): boolean {
  return [resource, otherResource].some((name) => name !== undefined && resources[name].support === wanted);
}

/** Whether the entity sets something that the player lacks or its owner has switched off. */
function lacksControl({ control }: PlayerEntity, session: KnownPlayer): boolean {
  return control !== undefined && !isPossible(controlSupport(session, control));
}

function describeEntity<Leaf extends string>(
  entity: Entity<Leaf>,
  identity: Identity,
  owner: string,
  topicOf: (leaf: Leaf) => string,
  language: EntityLanguage = "en",
): JsonObject {
  const { key, platform, icon, state, attributes, details } = entity;
  return {
    platform,
    unique_id: `${identity}_${key}`,
    default_entity_id: `${platform}.${slugOf(owner)}_${key}`,
    name: entityName(entity, language),
    ...(icon !== undefined && { icon }),
    ...(entity.isDiagnostic && { entity_category: "diagnostic" }),
    ...(entity.isConfiguration && { entity_category: "config" }),
    ...(entity.isDisabledByDefault && { enabled_by_default: false }),
    ...(state !== undefined && { state_topic: topicOf(state.leaf) }),
    ...(state?.template !== undefined && { value_template: state.template }),
    ...(attributes !== undefined && {
      json_attributes_topic: topicOf(attributes.leaf),
      json_attributes_template: attributes.template,
    }),
    ...details,
  };
}

/** A URL on this machine that refuses at once; a missing picture causes no request to another host. */
const refusingUrl = "http://127.0.0.1:9/";

const leaves = { cover: "music/picture", poster: "video/picture", backdrop: "video/backdrop" } as const;

/**
 * Where Home Assistant finds the picture: at the broker if it is published, else at the player. Without a picture the
 * entity is unavailable, but Home Assistant still logs an error unless the value is a URL.
 */
function imageSource(
  owner: Owner,
  { config, memory }: Pick<Session, "config" | "memory">,
  name: PictureName,
): JsonObject {
  const topicOf = (one: PlayerLeaf): string => playerTopic(owner.base, owner.id, one);
  const leaf = leaves[name];
  const lastType = memory.requestedPictures[name]?.lastType;
  if (config.maxPictureBytes === 0) {
    return {
      ...availableWith(owner, leaf),
      url_topic: topicOf(leaf),
      url_template: `{{ value or "${refusingUrl}" }}`,
    };
  }
  return {
    ...availableWith(owner, `${leaf}/type`),
    image_topic: topicOf(`${leaf}/data`),
    ...(lastType !== undefined && { content_type: lastType }),
  };
}

/** Made from the name alone, a key stays while other presets come and go. A preset may wake a player that is offline. */
function presetButtons(
  { base, bridge, id, identity }: DiscoveryTarget,
  presets: readonly string[],
): Components {
  const slugs = distinctSlugs(presets);
  return Object.fromEntries(
    presets.map((preset): [string, JsonObject] => {
      const key = `preset_${hash32(preset).toString(36)}`;
      return [
        key,
        {
          platform: "button",
          unique_id: `${identity}_${key}`,
          default_entity_id: `button.${slugOf(id)}_preset_${slugs.get(preset)}`,
          name: cleanText(preset, 64),
          icon: "mdi:playlist-play",
          availability: [{ topic: bridgeTopic(base, "state", bridge) }],
          command_topic: setTopic(base, id, "preset"),
          payload_press: JSON.stringify({ value: preset }),
        },
      ];
    }),
  );
}
