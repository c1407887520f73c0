/* The values that page, programs and server exchange. The browser imports their types alone. */
import * as z from "zod";
import { libraryListNames } from "../../core/library.ts";
import type { PlayerLeaf } from "../../core/topics/topics.ts";
import { code, phrase, named, schemas, values } from "./phrase-views.ts";

/** The type of a schema's values, which nothing may change. */
export type View<Schema extends z.ZodType> = DeepReadonly<z.output<Schema>>;
type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;

const date = z.number().describe("A date, in milliseconds since 1970.");
const positionView = named(
  "Position",
  { seconds: z.number(), at: date.describe("When this position was read, in milliseconds since 1970.") },
  "A position that moves on by itself while the state is playing: it is sent again only if it jumps.",
);
export type PositionView = View<typeof positionView>;

// Moments and reasons are no topics: a retained message does not tell its age, and each failed request may have another reason.
const presenceView = named("Presence", {
  since: date.describe(
    "Since when it has its availability, in milliseconds since 1970; for an offline player, the time of its last answer.",
  ),
  failure: phrase.optional().describe("Why the last request failed; missing while the player answers."),
  failures: z.number().describe("Failed requests in a row."),
  waking: z
    .object({ since: date, until: date })
    .nullable()
    .describe("The attempt to wake it that is in progress."),
});

// The topic `info` is published once the player was recognized; a page names it before.
const identityView = named(
  "Identity",
  {
    name: z.string(),
    room: z.string().optional().describe("The room it is in, if one is configured."),
    address: z.string(),
    maxVolume: z.number().describe("The setting controls.maxVolume, in percent."),
  },
  "What the configuration says of it.",
);

export const outcomeKind = z
  .enum(["applied", "unchanged", "rejected", "superseded", "expired", "failed"])
  .register(schemas, { id: "Outcome" });

/** What a command has ended for good. */
export const lost = z
  .array(z.enum(["queue", "stream", "film", "track"]))
  .readonly()
  .optional()
  .describe("What it has ended and does not come back.");

export const ending = {
  command: z.string(),
  request: z.string(),
  outcome: outcomeKind,
  tag: z.string().optional(),
  reason: z.string().optional(),
  reasonCode: code,
  reasonValues: values,
};

// The topic `result` is not retained: a page that opens later would not know what was sent before.
const commandView = named("Command", {
  number: z.number().describe("Increases with every command of this bridge."),
  ...ending,
  lost,
  durationMs: z.number(),
  at: date,
});
export type CommandView = View<typeof commandView>;

// The topics of both lists are too long for every page, which reads parts of them on request.
const listView = named("List", {
  size: z.number(),
  current: z.number().describe("Zero-based place of the current entry; -1 if none is."),
  mark: z.number().describe("Changes with the list: read it again."),
});
const listsView = named("Lists", { playlist: listView, queue: listView });

// A topic tells no moment, and changes by itself while something plays.
const positionsView = named("Positions", {
  video: positionView.nullable().describe("The topic `video/position`, with its moment."),
  music: positionView.nullable().describe("The topic `music/position`, with its moment."),
});

// `info` has the lists only while the library is read; a page offers to switch that on.
const playerLibrary = named("Library", {
  isOn: z.boolean().describe("Whether the bridge reads it: the setting library.enabled."),
  lists: z.array(z.enum(libraryListNames)).describe("The lists that the player may have."),
});

/** A topic of a player, without base and id. */
export type Leaf = PlayerLeaf;

const topics = z
  .record(z.string(), z.string())
  .describe(
    "Payloads by topic, without base and id, as published. Positions are in `positions`; pictures, `music/queue`, `video/playlist`, " +
      "`video/status`, `description` and `note` are left out.",
  );

const playerParts = z.object({
  identity: identityView,
  presence: presenceView,
  positions: positionsView,
  lists: listsView,
  library: playerLibrary,
  commands: z.array(commandView).describe("The last commands, the newest first."),
});
/** What no topic of a player has; a change contains only the parts that differ. */
export type PlayerParts = View<typeof playerParts>;

export const playerView = playerParts.extend({ id: z.string(), topics }).register(schemas, { id: "Player" });
export type PlayerView = View<typeof playerView>;

const playerChange = playerParts.extend({ topics }).exactPartial();
export type PlayerChange = View<typeof playerChange>;

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
    reason: phrase.optional().describe("Why there is no connection."),
  }),
  notes: z.array(phrase).describe("Warnings for the user, in plain words."),
});
export type BridgeView = View<typeof bridgeView>;

const samplesView = named(
  "Samples",
  { everySeconds: z.number(), messagesPerMinute: z.array(z.number()) },
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
    deniedToGuest: z
      .array(z.string())
      .optional()
      .describe("For guests only: the controls that they may not set."),
  })
  .register(schemas, { id: "Hello" });
export type Hello = View<typeof hello>;

const change = named("Change", {
  bridge: bridgeView.exactOptional(),
  players: z
    .record(z.string(), playerChange)
    .exactOptional()
    .describe("Only the parts and the topics that differ, by player."),
  added: z.array(playerView).exactOptional(),
  removed: z.array(z.string()).exactOptional(),
  check: checkView.exactOptional(),
});
/** The changes since the last event. */
export type Change = View<typeof change>;

const sample = named("Sample", { messagesPerMinute: z.number() });
export type Sample = View<typeof sample>;

const topicChanges = z
  .record(z.string(), z.string())
  .describe(
    "First all topics of the player without base and id, and their payloads, then those that change; all again once it was removed and added. Long ones are cut.",
  )
  .register(schemas, { id: "TopicChanges" });
export type TopicChanges = View<typeof topicChanges>;

export const streamEvents = { hello, change, sample, topics: topicChanges };
export const streamEvent = z.union(Object.values(streamEvents)).register(schemas, { id: "StreamEvent" });
export type StreamEvents = {
  readonly [Name in keyof typeof streamEvents]: View<(typeof streamEvents)[Name]>;
};
