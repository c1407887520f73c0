/* The values that page, programs and server exchange. The browser imports their types alone. */
import * as z from "zod";
import { libraryListNames } from "../../core/library.ts";
import { choicesView, controlsView, deviceView, type levelView } from "./control-views.ts";
import { code, phrase, named, schemas, values } from "./phrase-views.ts";

/** The type of a schema's values, which nothing may change. */
export type View<Schema extends z.ZodType> = DeepReadonly<z.output<Schema>>;
type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;

const date = z.number().describe("A date, in milliseconds since 1970.");
const pictureKey = z
  .string()
  .describe("A key for the picture, different for each picture; empty if there is none.");
const playing = z.enum(["playing", "paused", "idle", "unknown"]);

const optionView = named("Option", {
  tag: z.string().describe("The player's own name of it: the value of a command that selects it."),
  name: z.string().describe("The name for people."),
  isEnabled: z.boolean().describe("Whether it can be selected now."),
  hasIcon: z.boolean().describe("Whether the player has a picture of it."),
});
export type OptionView = View<typeof optionView>;

const selectorView = named("Selector", {
  current: z.string().optional().describe("The tag of the selected entry, if one is known."),
  options: z.array(optionView),
});
export type SelectorView = View<typeof selectorView>;

const factView = named("Fact", { label: z.string(), text: z.string() });
export type FactView = View<typeof factView>;

const audioView = named("Audio", {
  input: selectorView,
  output: selectorView,
  facts: z.array(factView).describe("The player's description of the current output."),
});
export type AudioView = View<typeof audioView>;

const positionView = named(
  "Position",
  { seconds: z.number(), at: date.describe("When this position was read, in milliseconds since 1970.") },
  "A position that moves on by itself while the state is playing: it is sent again only if it jumps.",
);
export type PositionView = View<typeof positionView>;

choicesView.register(schemas, { id: "Choices" });
export type ChoicesView = View<typeof choicesView>;

const filmView = named(
  "Film",
  {
    title: z.string(),
    year: z.number().optional(),
    season: z.number().optional(),
    episode: z.number().optional(),
    episodeTitle: z.string().optional(),
    tagLine: z.string().optional(),
    overview: z.string().optional(),
    poster: pictureKey,
    backdrop: pictureKey,
  },
  "What the player's library knows of the film.",
);
export type FilmView = View<typeof filmView>;

const videoView = named("Video", {
  state: playing,
  title: z.string(),
  durationSeconds: z.number().optional(),
  facts: z.array(z.string()).describe("Short facts: resolution, codec, frame rate, output format."),
  details: z.array(factView),
  film: filmView.nullable().describe("Null if the library does not know the film."),
  subtitles: choicesView,
  audioTracks: choicesView,
  zooms: choicesView.describe("How the film is fitted to the screen."),
  playModes: choicesView.describe("What the player does at the end of the film."),
});
export type VideoView = View<typeof videoView>;

const soundView = named("Sound", {
  source: z.string().describe("Codec, bits and kilohertz of the source, such as FLAC 24/96."),
  processing: z.array(z.enum(["dsp", "eq", "subwoofer"])).describe("What is known to be done to the sound."),
  profile: z.string().optional().describe("The DSP profile of the present input."),
  output: z.string().describe("What comes out, such as 96 kHz; empty if it is not known."),
  bitPerfect: z.enum(["on", "off", "unknown"]),
});
export type SoundView = View<typeof soundView>;

const musicView = named("Music", {
  state: playing.describe("Whether it is audible now; unknown if the player reports only its queue."),
  title: z.string(),
  artist: z.string(),
  album: z.string(),
  current: z.number().optional().describe("Zero-based place in the queue."),
  total: z.number().describe("Entries in the queue."),
  format: z.string(),
  cover: pictureKey,
  durationSeconds: z.number().optional(),
  source: z.enum(["internal", "bluetooth", "network", "unknown"]),
  isPassThrough: z
    .boolean()
    .describe("Whether the player only passes on an input, such as that of a television."),
  mode: z.enum(["list", "single", "shuffle", "other"]).optional(),
  sound: soundView.nullable().describe("The sound on its way; null where the player does not tell it."),
  denies: z
    .array(z.enum(["toggle", "next", "previous", "seek"]))
    .describe("What the player does not allow for what plays now."),
  stops: z.boolean().describe("Whether it can be stopped, which is more than a pause."),
});
export type MusicView = View<typeof musicView>;

const playerLibrary = named("Library", {
  isOn: z.boolean().describe("Whether the bridge reads it: the setting library.enabled."),
  lists: z.array(z.enum(libraryListNames)).describe("The lists that the player may have."),
});

const presenceView = named("Presence", {
  availability: z.enum(["unknown", "online", "offline"]),
  since: date.describe(
    "Since when, in milliseconds since 1970; for an offline player, the time of its last answer.",
  ),
  failure: z.string().optional().describe("Why the last request failed; missing while the player answers."),
  failureCode: code,
  failureValues: values,
  failures: z.number().describe("Failed requests in a row."),
  waking: z
    .object({ since: date, until: date })
    .nullable()
    .describe("The attempt to wake it that is in progress."),
});
export type PresenceView = View<typeof presenceView>;

const identityView = named("Identity", {
  name: z.string(),
  room: z.string().optional().describe("The room it is in, if one is configured."),
  address: z.string(),
  model: z.string().optional(),
  firmware: z.string().optional(),
  isUnsupported: z
    .boolean()
    .describe("It answers, but supports none of the resources that the bridge reads."),
});
export type IdentityView = View<typeof identityView>;

export const outcomeKind = z
  .enum(["applied", "unchanged", "rejected", "superseded", "expired", "failed"])
  .register(schemas, { id: "Outcome" });

/** What a command has ended for good. */
export const lost = z
  .array(z.enum(["queue", "stream", "film", "track"]))
  .readonly()
  .optional()
  .describe("What it has ended and does not come back.");

/** How a command, or a step of one, ended. */
export const ending = {
  command: z.string(),
  request: z.string(),
  outcome: outcomeKind,
  tag: z.string().optional(),
  reason: z.string().optional(),
  reasonCode: code,
  reasonValues: values,
};

const commandView = named("Command", {
  number: z.number().describe("Increases with every command of this bridge."),
  ...ending,
  lost,
  durationMs: z.number(),
  at: date,
});
export type CommandView = View<typeof commandView>;

const listView = named("List", {
  size: z.number(),
  current: z.number().describe("Zero-based place of the current entry; -1 if none is."),
  mark: z.number().describe("Changes with the list: read it again."),
});
const listsView = named("Lists", { playlist: listView, queue: listView });
export type ListsView = View<typeof listsView>;

controlsView.register(schemas, { id: "Controls" });
export type ControlsView = View<typeof controlsView>;

deviceView.register(schemas, { id: "Device" });
export type DeviceView = View<typeof deviceView>;
export type SettingView = DeviceView["settings"][number];
export type LevelView = View<typeof levelView>;

const groupView = named("Group", {
  role: z.enum(["none", "primary", "secondary", "both"]),
  members: z
    .array(z.string())
    .describe("Ids of players of this bridge, else host:port, the primary first; empty outside a group."),
});
export type GroupView = View<typeof groupView>;

const playerParts = z.object({
  identity: identityView,
  presence: presenceView,
  audio: audioView.nullable(),
  video: videoView.nullable(),
  position: positionView.nullable(),
  music: musicView.nullable(),
  musicPosition: positionView.nullable(),
  group: groupView.nullable().describe("Null if the player forms no groups."),
  controls: controlsView,
  device: deviceView,
  lists: listsView,
  library: playerLibrary,
  commands: z.array(commandView).describe("The last commands, the newest first."),
});
/** All parts of a player; a change contains only the parts that differ. */
export type PlayerParts = View<typeof playerParts>;

export const playerView = playerParts.extend({ id: z.string() }).register(schemas, { id: "Player" });
export type PlayerView = View<typeof playerView>;

export const bridgeView = named("Bridge", {
  version: z.string(),
  baseTopic: z.string(),
  findsPlayers: z.boolean().describe("Whether players are discovered instead of configured."),
  setUp: z
    .enum(["impossible", "possible", "needed"])
    .describe("needed: no player is configured yet. impossible: the configuration comes from no file."),
  startedAt: date,
  broker: z.object({
    url: z.string(),
    isEmbedded: z.boolean(),
    isConnected: z.boolean(),
    since: date.describe("The date of the last change, in milliseconds since 1970."),
    protocol: z.enum(["5", "3.1.1"]).optional(),
    clientId: z.string(),
    reason: z.string().optional().describe("Why there is no connection."),
    reasonCode: code,
    reasonValues: values,
  }),
  warnings: z.array(z.string()).describe("Notes for the user, in plain words."),
  notes: z.array(phrase).describe("The warnings, each with its code and values."),
});
export type BridgeView = View<typeof bridgeView>;

const samplesView = named(
  "Samples",
  {
    everySeconds: z.number(),
    messagesPerMinute: z.array(z.number()),
    latencyMs: z
      .record(z.string(), z.array(z.number().nullable()))
      .describe("By player; null without an answer."),
  },
  "Samples taken every few seconds, oldest first.",
);
export type SamplesView = View<typeof samplesView>;

export const findingView = named("Finding", {
  check: z.string(),
  verdict: z.enum(["good", "note", "warning", "fault", "skipped"]),
  text: z.string(),
  code,
  values,
  advice: z.string().optional(),
  adviceCode: code,
  adviceValues: values,
});
export type FindingView = View<typeof findingView>;

const areaView = named("Area", {
  id: z.string(),
  title: z.string(),
  titleCode: code,
  subject: z.string(),
  findings: z.array(findingView),
  isDone: z.boolean(),
});
export type AreaView = View<typeof areaView>;

export const checkView = named("Check", {
  state: z.enum(["idle", "running", "done", "failed"]),
  areas: z.array(areaView),
  reason: z.string().describe("Why the examination could not be finished; otherwise empty."),
});
export type CheckView = View<typeof checkView>;

export const stateView = named("State", {
  now: date.describe("The server's date, in milliseconds since 1970; the client's may differ."),
  bridge: bridgeView,
  players: z.array(playerView),
  samples: samplesView,
  check: checkView.nullable().describe("Null if this bridge cannot run checks."),
});
export type StateView = View<typeof stateView>;

const hello = stateView
  .extend({
    forgeryToken: z.string().describe("A browser must send it back with every change."),
    canSignOut: z.boolean(),
  })
  .register(schemas, { id: "Hello" });
export type Hello = View<typeof hello>;

const change = named("Change", {
  bridge: bridgeView.optional(),
  players: z
    .record(z.string(), playerParts.partial())
    .optional()
    .describe("Only the parts that differ, by player."),
  added: z.array(playerView).optional(),
  removed: z.array(z.string()).optional(),
  check: checkView.optional(),
});
/** The changes since the last event. A part that is present is never undefined. */
export type Change = Omit<View<typeof change>, "players"> & {
  readonly players?: Readonly<Record<string, Partial<PlayerParts>>>;
};

const sample = named("Sample", {
  messagesPerMinute: z.number(),
  latencyMs: z.record(z.string(), z.number().nullable()).describe("By player; null without an answer."),
});
export type Sample = View<typeof sample>;

const topicChanges = z
  .record(z.string(), z.string().nullable())
  .describe(
    "The player's topics without base and id, and their payloads; null for a removed topic. Long ones are cut.",
  )
  .register(schemas, { id: "TopicChanges" });
export type TopicChanges = View<typeof topicChanges>;

export const streamEvents = { hello, change, sample, topics: topicChanges } satisfies Record<
  keyof StreamEvents,
  z.ZodType
>;
export const streamEvent = z.union(Object.values(streamEvents)).register(schemas, { id: "StreamEvent" });
export interface StreamEvents {
  readonly hello: Hello;
  readonly change: Change;
  readonly sample: Sample;
  readonly topics: TopicChanges;
}
