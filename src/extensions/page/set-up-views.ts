/* Set-up in the browser: the configuration, its changes, and what is found in the network. Types alone for the browser. */
import * as z from "zod";
import { named, schemas } from "./phrase-views.ts";
import { findingView, type View } from "./wire.ts";

const plain = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const settingView = named("Setting", {
  name: z.string().describe("As in a file, such as mqtt.url."),
  about: z.string(),
  wanted: z.string().describe("The valid values, in words."),
  choices: z.array(z.string()).describe("The valid values, where they are a few words; empty elsewhere."),
  isPerPlayer: z.boolean().describe("Whether a player may have a value of its own."),
  value: plain.describe("The value now; null for a secret, and an address is without its credentials."),
  initial: plain.describe("The default."),
  hasSecret: z
    .boolean()
    .nullable()
    .describe(
      "Whether the hidden value, or credentials in the address, are set; null without a hidden part.",
    ),
  source: z.string().nullable().describe("The file, variable or flag that sets it; null for the default."),
  isFixed: z.boolean().describe("Whether a variable or flag sets it, so that the file cannot change it."),
});
export type SettingView = View<typeof settingView>;

const playerSettingsView = named("PlayerSettings", {
  id: z.string(),
  name: z.string(),
  room: z.string().nullable(),
  url: z.string().describe("Without credentials."),
  mac: z.string().nullable(),
  hasPsk: z.boolean(),
  own: z
    .record(z.string(), plain)
    .describe("The settings that differ from those of all players, such as poll.pace."),
  source: z.string(),
  isFixed: z.boolean(),
});
export type PlayerSettingsView = View<typeof playerSettingsView>;

export const configurationView = named("Configuration", {
  file: z.object({
    name: z.string(),
    exists: z.boolean(),
    revision: z
      .string()
      .describe("Changes with the content; every change names the revision that it is for."),
    unwritable: z.string().optional().describe("Why the bridge cannot write it."),
    hasLastGood: z.boolean().describe("Whether there is an earlier file to go back to."),
    hasDefaults: z
      .boolean()
      .describe("Whether the file overrides settings given from outside, such as the options of the App."),
  }),
  problems: z
    .array(z.string())
    .describe("What is wrong now, such as an invalid file, or a port that is in use."),
  needsRestart: z.array(z.string()).describe("Settings of the file that take effect after a restart."),
  settings: z.array(settingView),
  findsPlayers: z.boolean().describe("Whether the bridge uses all players that it finds."),
  players: z.array(playerSettingsView),
  listFixedBy: z.string().nullable().describe("The variable or flag that sets the list of players."),
  operations: z
    .array(z.object({ name: z.string(), path: z.string() }))
    .describe("The operations whose paths can be set in controls.paths, with their usual paths."),
});
export type ConfigurationView = View<typeof configurationView>;

const texts = z.array(z.string());
/** A list such as wakeMacs, or an object such as paths and presets. */
const composed = z.union([
  texts,
  z.record(z.string(), z.union([z.string(), texts, z.record(z.string(), z.union([z.string(), texts]))])),
]);
const values = z
  .record(
    z.string().regex(/^[a-zA-Z]+(\.[a-zA-Z]+)?$/, "expected a key such as url or poll.pace"),
    z.union([plain, composed]),
  )
  .describe("By key, such as url or poll.pace; null removes one.");
const id = z.string().max(100);

const configurationEdit = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("add-player"), values }),
    z.strictObject({ kind: z.literal("change-player"), id, values }),
    z.strictObject({ kind: z.literal("remove-player"), id }),
    z.strictObject({
      kind: z.literal("set"),
      name: z.string(),
      value: z
        .union([
          plain,
          composed,
          z.array(z.record(z.string(), z.union([plain, z.record(z.string(), plain)]))),
        ])
        .describe("A list of objects for players."),
    }),
    z.strictObject({ kind: z.literal("unset"), name: z.string() }),
  ])
  .register(schemas, { id: "ConfigurationEdit" });
export type ConfigurationEdit = View<typeof configurationEdit>;

export const configurationChange = z
  .strictObject({ revision: z.string(), edits: z.array(configurationEdit).min(1).max(100) })
  .register(schemas, { id: "ConfigurationChange" });
export type ConfigurationChange = View<typeof configurationChange>;

export const configurationDifference = named("ConfigurationDifference", {
  problems: z.array(z.string()).describe("Why there is no way back."),
  differences: z.array(
    z.object({
      kind: z.enum(["player-added", "player-removed", "player-changed", "setting-changed"]),
      player: z.string().optional().describe("Its name now; as it will be, for one that is added."),
      setting: z.string().optional(),
      before: plain.describe("The value now; null if it is not set, or hidden."),
      after: plain,
    }),
  ),
});
export type ConfigurationDifference = View<typeof configurationDifference>;

export const configurationReturn = z
  .strictObject({ revision: z.string() })
  .register(schemas, { id: "ConfigurationReturn" });

export const configurationResult = named("ConfigurationResult", {
  kind: z
    .enum(["valid", "saved", "stale", "invalid", "unwritable"])
    .describe("stale: the file has changed meanwhile. unwritable: see instructions."),
  problems: z.array(z.string()),
  instructions: z.string().optional().describe("What to write where by hand."),
  changes: z.array(z.string()).describe("The effects, in words."),
  needsRestart: z.array(z.string()).describe("Settings that take effect after a restart."),
});
export type ConfigurationResult = View<typeof configurationResult>;

const foundPlayerView = named("FoundPlayer", {
  url: z.string(),
  address: z.string().describe("The address as to write it: without what is the default anyway."),
  mac: z.string().nullable(),
  model: z.string().nullable(),
  firmware: z.string().nullable(),
  ways: z.array(z.string()).describe("The search methods that found it."),
  id: z.string().describe("A suggestion."),
  name: z.string().describe("A suggestion."),
  playsFilms: z
    .boolean()
    .nullable()
    .describe("Whether it plays films besides music; null if it did not tell, or is configured already."),
  configuredAs: z.string().nullable().describe("The id, if it is configured already."),
});
export type FoundPlayerView = View<typeof foundPlayerView>;

export const discoveryView = named("Discovery", {
  players: z.array(foundPlayerView),
  brokers: z.array(z.object({ url: z.string(), about: z.string().describe("Where it was found.") })),
});
export type DiscoveryView = View<typeof discoveryView>;

/** A broker to try before it is kept: the settings that differ from the present ones. */
export const brokerTrial = z
  .strictObject({
    url: z.string().describe("Empty for the embedded broker."),
    username: z.string().optional(),
    password: z
      .string()
      .optional()
      .describe("Without it, the stored one is used, but only at the configured broker."),
    ca: z.string().optional().describe("CA certificate file (PEM)."),
    cert: z.string().optional().describe("Client certificate file (PEM)."),
    key: z.string().optional().describe("Private key file (PEM) of the client certificate."),
  })
  .register(schemas, { id: "BrokerTrial" });
export type BrokerTrial = View<typeof brokerTrial>;

export const playerTrial = z
  .strictObject({ url: z.string(), psk: z.string().optional() })
  .register(schemas, { id: "PlayerTrial" });
export type PlayerTrial = View<typeof playerTrial>;

export const trialView = named("Trial", {
  isUsable: z.boolean(),
  findings: z.array(findingView),
  player: foundPlayerView.optional().describe("The player that answered."),
  address: z.string().optional().describe("The complete address of a player that was tried."),
});
export type TrialView = View<typeof trialView>;

const ownSettingView = z.object({
  tag: z.string().describe("The name in the topics and in commands."),
  title: z.string().describe("The player's own name of it; the tag if it has none."),
  group: z.string().describe("The player's own name of the group that it belongs to; empty if it has none."),
  value: z
    .string()
    .describe("As on its topic, or the player's own text of a level; empty if it is not reported."),
  warning: z.string().optional().describe("What the player asks before it is switched on or changed."),
});

export const ownSettingsView = named("OwnSettings", {
  settings: z
    .array(ownSettingView)
    .describe("Those that publish.settings may name; none if the player has none, or does not answer."),
});
export type OwnSettingsView = View<typeof ownSettingsView>;

/** Set-up as the page uses it; `from` is the address that a change comes from. */
export interface SetUp {
  view(): ConfigurationView;
  check(change: ConfigurationChange): ConfigurationResult;
  save(change: ConfigurationChange, from: string): Promise<ConfigurationResult>;
  lookBack(): ConfigurationDifference;
  goBack(revision: string, from: string): Promise<ConfigurationResult>;
  /** Returns the problems of the configuration that prevent it. */
  restart(from: string): readonly string[];
  discover(): Promise<DiscoveryView>;
  tryBroker(trial: BrokerTrial): Promise<TrialView>;
  tryPlayer(trial: PlayerTrial): Promise<TrialView>;
  ownSettings(id: string): Promise<OwnSettingsView | undefined>;
}
