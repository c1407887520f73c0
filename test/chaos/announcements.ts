import type { SimulatedPlayer } from "../../simulator/zidoo/simulated-player.ts";
import { displayNames, has, type Household, identityOf } from "./expected-topics.ts";
import { type Json, parse, problemInJson, type Wanted } from "./wanted.ts";

/*
 * Home Assistant's announcements, checked against the documented entities: which ones a player has, where each reads its
 * state and sends its commands, and what can be chosen.
 */

const words = (text: string): readonly string[] => text.split(" ");

const always = words(
  "input output output_format output_sample_rate output_connected track_title track_artist track_album queue_total " +
    "connectivity refresh command_outcome last_outcome",
);
const ofVideo = words(
  "video_state video_title video_position video_duration video_resolution audio_track subtitle video_frame_rate " +
    "video_codec display_output dynamic_range watched play_mode zoom playlist_current playlist_size video_play video_pause video_stop " +
    "video_next video_previous chapter_next chapter_previous video_seek",
);
const ofMusic = words(
  "music_state music_source music_position music_duration music_play music_pause music_next music_previous music_seek " +
    "music_mode music_picture played",
);
const ofVolume = words("volume mute");
const ofPower = words("power standby reboot screen_on screen_off");

/** The topics that entities read or write; each entity has at least one. */
const topicFields = ["state_topic", "command_topic", "url_topic", "json_attributes_topic", "image_topic"];

/** The announcements of a player below Home Assistant's prefix, and what they must contain; the first is its device. */
export function expectedAnnouncements(
  player: SimulatedPlayer,
  household: Household,
  leaves: ReadonlySet<string>,
): readonly [Announcement, ofFilm: Announcement] {
  const { id, identity, name } = household;
  const choices = filmChoices(player);
  const rule = (found: string, wanted: Json, entities: ReadonlySet<string>): string | undefined => {
    const payload = parse(found);
    return problemInJson(payload, wanted, "") ?? problemWithEntities(payload, entities, { id, leaves });
  };
  return [
    [
      `homeassistant/device/${identity}/config`,
      { rule: (found) => rule(found, frame(player, household), wantedEntities(player)) },
    ],
    [
      `homeassistant/device/film_${identity}/config`,
      {
        rule: (found) =>
          choices.size === 0 && found === ""
            ? undefined
            : rule(found, { ...availabilityOf(id), device: { identifiers: [identity], name } }, choices),
      },
    ],
  ];
}

type Announcement = readonly [topic: string, wanted: Wanted];

/** The options in Home Assistant: they follow from the polls alone. */
export function expectedChoices(player: SimulatedPlayer): Wanted {
  return { json: { components: choices(player) } };
}

function frame(
  { identity: { model, firmware, mac } }: SimulatedPlayer,
  { id, name, identity }: Household,
): Json {
  // The identity stays with the address. Another model there does not claim its MAC for it.
  const isOwn = identity === identityOf(mac);
  return {
    device: {
      identifiers: [identity],
      ...(isOwn && { connections: [["mac", mac]] }),
      name,
      model,
      sw_version: firmware,
      via_device: "player2mqtt_bridge",
    },
    ...availabilityOf(id),
  };
}

function availabilityOf(id: string) {
  return {
    availability: [{ topic: "player2mqtt/bridge/state" }, { topic: `player2mqtt/${id}/availability` }],
    availability_mode: "all",
  };
}

/** The choices of a film exist while there is a film. */
function filmChoices(player: SimulatedPlayer): ReadonlySet<string> {
  if (player.video.current === undefined) return new Set();
  return new Set(
    has(player, "getAudioList") ? ["subtitle_choice", "audio_track_choice"] : ["subtitle_choice"],
  );
}

function wantedEntities(player: SimulatedPlayer): ReadonlySet<string> {
  return new Set([
    ...always,
    ...(player.groups.has("video") ? ofVideo : []),
    ...(has(player, "getState") ? ofMusic : []),
    ...(player.volume === undefined ? [] : ofVolume),
    ...(has(player, "getPowerOption") ? ofPower : []),
  ]);
}

/** A disabled output can be chosen only while it is the current one. */
function choices({ audio }: SimulatedPlayer): Json {
  const outputs = displayNames(audio.outputs);
  const isOffered = (index: number): boolean =>
    audio.outputs[index]?.enabled === true || index === audio.outputIndex;
  return {
    input: { options: [...displayNames(audio.inputs)] },
    output: { options: outputs.filter((_name, index) => isOffered(index)) },
  };
}

function problemWithEntities(
  payload: Json | undefined,
  wanted: ReadonlySet<string>,
  { id, leaves }: { readonly id: string; readonly leaves: ReadonlySet<string> },
): string | undefined {
  const { components } = payload as { components: Record<string, Record<string, Json>> };
  const missing = [...wanted].filter((key) => components[key]?.["unique_id"] === undefined);
  if (missing.length > 0) return `lacks the entities ${missing.join(", ")}`;
  // The list of a film that has ended may be announced until the next one begins; new entities may be added.
  for (const [key, component] of Object.entries(components)) {
    const topics = topicFields.map((field) => component[field]).filter((topic) => typeof topic === "string");
    if (component["unique_id"] !== undefined && topics.length === 0) return `${key} reads and sends nothing`;
    const strange = topics.find((topic) => wanted.has(key) && !isTopicOf(topic, id, leaves));
    if (strange !== undefined) return `${key} refers to ${strange}, which is no topic`;
  }
  return undefined;
}

function isTopicOf(topic: string, id: string, leaves: ReadonlySet<string>): boolean {
  const base = `player2mqtt/${id}/`;
  if (!topic.startsWith(base)) return false;
  const leaf = topic.slice(base.length);
  return leaf.endsWith("/set") || ["result", "watched", "played"].includes(leaf) || leaves.has(leaf);
}
