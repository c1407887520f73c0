import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type {
  ConfigurationChange,
  ConfigurationView,
  PlayerSettingsView,
  SettingView,
} from "../../../src/extensions/page/set-up-views.ts";
import { importUntyped } from "../../support/import-untyped.ts";
import { click, draw, FakeElement, fill, formWith, h, startBrowser, submitForm } from "../fake-browser.ts";

const ofSetting = { about: "", wanted: "", choices: [], hasSecret: null, source: null, isFixed: false };
const setting = (
  name: string,
  initial: SettingView["initial"],
  more: Partial<SettingView> = {},
): SettingView => ({ ...ofSetting, name, initial, value: initial, isPerPlayer: true, ...more });
const player = (id: string, name: string): PlayerSettingsView => ({
  id,
  name,
  room: null,
  url: `http://${id}`,
  mac: null,
  hasPsk: false,
  own: {},
  source: "file",
  isFixed: false,
});

let view: ConfigurationView;
let sent: unknown[];
let root: FakeElement;
let problem: string | undefined;
/** What is found, tried and listed, by its address. */
let answers: Readonly<Record<string, object>>;
const wait = (ms = 50) => vi.advanceTimersByTimeAsync(ms);

/** Lists and objects are told as JSON. */
const textOf = (value: unknown): SettingView["value"] =>
  typeof value === "object" ? JSON.stringify(value) : (value as SettingView["value"]);

/** A bridge with a file: each change makes another revision of it. */
async function answer(
  address: string,
  { method, body }: { readonly method: string; readonly body: unknown },
) {
  const path = address.replace("api/v1/", "");
  if (method === "GET") return { status: 200, body: path === "configuration" ? view : answers[path] };
  sent.push([method, path, body]);
  if (answers[path] !== undefined) return { status: 200, body: answers[path] };
  if (problem !== undefined) return { status: 503, body: { error: problem } };
  const { revision, edits } = body as ConfigurationChange;
  const isStale = revision !== view.file.revision;
  if (!isStale) {
    const { players, settings, file } = view;
    const kept = players.filter(
      ({ id }) => !edits.some((edit) => edit.kind === "remove-player" && edit.id === id),
    );
    const valued = settings.map((one) => {
      const edit = edits.find((other) => "name" in other && other.name === one.name);
      if (edit === undefined) return one;
      return edit.kind === "set"
        ? { ...one, ...(one.hasSecret === null && { value: textOf(edit.value) }), source: "file" }
        : { ...one, value: one.initial, source: null };
    });
    view = { ...view, players: kept, settings: valued, file: { ...file, revision: `${file.revision}+` } };
  }
  const problems = isStale ? ["changed meanwhile"] : [];
  return {
    status: 200,
    body: { kind: isStale ? "stale" : "saved", problems, changes: [], needsRestart: [] },
  };
}

beforeEach(async () => {
  vi.useFakeTimers();
  startBrowser(answer);
  [sent, problem] = [[], undefined];
  answers = { "discovery/broker": { isUsable: true, findings: [] } };
  view = {
    file: { name: "file", exists: true, revision: "1", hasLastGood: false, hasDefaults: false },
    problems: [],
    needsRestart: [],
    findsPlayers: false,
    listFixedBy: null,
    operations: [{ name: "nextTrack", path: "/{p}next" }],
    players: [player("den", "Den"), player("loft", "Loft")],
    settings: [
      setting("mqtt.url", "", { value: "mqtt://old", source: "file", isPerPlayer: false }),
      setting("mqtt.username", "", { value: "us", source: "file", isPerPlayer: false }),
      setting("mqtt.password", "", { value: null, hasSecret: true, source: "file", isPerPlayer: false }),
      setting("library.enabled", false),
      setting("poll.pace", "normal", { choices: ["normal", "slow"] }),
      setting("controls.maxVolume", 100),
      setting("controls.wakeMacs", "[]"),
      setting("controls.presets", "{}"),
      setting("controls.paths", "{}"),
      setting("publish.settings", "[]"),
      setting("publish.confirmedSettings", "[]"),
      setting("http.token", "", { value: null, hasSecret: false, isPerPlayer: false }),
    ],
  };
  const { SetupPage } = await importUntyped<{ readonly SetupPage: unknown }>("/page/setup/setup-page.tsx");
  const { BridgeContext } = await importUntyped<{ readonly BridgeContext: { readonly Provider: unknown } }>(
    "/page/bridge-context.ts",
  );
  const { asker } = await importUntyped<{ readonly asker: (token: () => string) => unknown }>(
    "/page/requests.ts",
  );
  const value = { ask: asker(() => "token"), isLive: true, canSetUp: true };
  const state = {
    bridge: { setUp: "possible", baseTopic: "house" },
    forgeryToken: "token",
    players: [],
    link: "live",
  };
  root = new FakeElement("body");
  draw(h(BridgeContext.Provider, { value }, h(SetupPage, { state })), root);
  await wait();
});
afterEach(() => {
  draw(null, root);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function press(name: string): Promise<void> {
  click(root, name);
  await wait();
}

async function submit(button: string): Promise<void> {
  submitForm(root, button);
  await wait();
}

async function put(...field: Parameters<typeof fill>): Promise<void> {
  fill(...field);
  await wait();
}

const choose = (value: string): Promise<void> => put(root, "Library", value);

/** The form of the player that is changed. */
const form = (): FakeElement => formWith(root, "Cancel");

const patch = (revision: string, ...edits: object[]) => ["PATCH", "configuration", { revision, edits }];

it("each change says what differs, for the file as it is by then", async () => {
  await press("Change Loft");
  await put(form(), "Name", " The loft ");
  await put(form(), "controls.maxVolume", "40");
  await put(form(), "controls.wakeMacs", "a, b");
  await submit("Cancel");
  await press("Change Den");
  await put(form(), "Name", "Room");
  await press("Cancel");
  await press("Change Den");
  await put(form(), "Id", "room");
  await submit("Cancel");
  await press("Remove Den");
  await press("Remove it");
  // A choice is written at once, the rest with Save, and a default not at all.
  await put(root, "Library", "true");
  await put(root, "Library", "false");
  await put(root, "controls.maxVolume", "60");
  await submit("Save");
  const change = (id: string, values: object) => ({ kind: "change-player", id, values });
  expect(sent).toEqual([
    patch(
      "1",
      change("loft", { name: "The loft", "controls.maxVolume": 40, "controls.wakeMacs": ["a", "b"] }),
    ),
    patch("1+", change("den", { id: "room" })),
    patch("1++", { kind: "remove-player", id: "den" }),
    patch("1+++", { kind: "set", name: "library.enabled", value: true }),
    patch("1++++", { kind: "unset", name: "library.enabled" }),
    patch("1+++++", { kind: "set", name: "controls.maxVolume", value: 60 }),
  ]);
});

it("a secret is hidden while it is typed and after that, and the form of a player says what holds for all", async () => {
  const [token, maxVolume] = ["a long enough token", 60];
  await put(root, "http.token", token);
  await put(root, "controls.maxVolume", String(maxVolume));
  const holding = () => root.all("input").filter((one) => Reflect.get(one, "value") === token);
  expect(holding().map(({ attributes }) => attributes.get("type"))).toEqual(["password"]);
  await submit("Save");
  const values = { "http.token": token, "controls.maxVolume": maxVolume };
  const edits = Object.entries(values).map(([name, value]) => ({ kind: "set", name, value }));
  expect(sent).toEqual([patch("1", ...edits)]);
  expect(holding()).toEqual([]);
  await press("Change Den");
  expect(form().markup).toContain(`placeholder="${maxVolume}"`);
});

it("a change that failed says why, and the next one is for the file as it is by then", async () => {
  view = { ...view, file: { ...view.file, revision: "2" } };
  await choose("true");
  expect(root.markup).toContain("changed meanwhile");
  problem = "no room on the disk";
  await choose("true");
  expect(root.markup).toContain(problem);
  problem = undefined;
  await choose("true");
  expect(root.markup).not.toContain("no room");
  const edit = { kind: "set", name: "library.enabled", value: true };
  expect(sent).toEqual([patch("1", edit), patch("2", edit), patch("2", edit)]);
});

it("another broker is tried before it is kept, and does not get the password of the one before", async () => {
  const form = formWith(root, "Try and keep this broker");
  await put(form, "Address", "mqtt://new");
  await submit("Try and keep this broker");
  const trial = { url: "mqtt://new", username: "us", ca: "", cert: "", key: "" };
  const edits = [
    { kind: "set", name: "mqtt.url", value: "mqtt://new" },
    { kind: "unset", name: "mqtt.password" },
  ];
  expect(sent).toEqual([["POST", "discovery/broker", trial], patch("1", ...edits)]);
  await put(formWith(root, "Try and keep this broker"), "User", "me");
  await put(formWith(root, "Try and keep this broker"), "Password", "secret");
  await submit("Try and keep this broker");
  expect(sent.slice(2)).toEqual([
    ["POST", "discovery/broker", { ...trial, username: "me", password: "secret" }],
    patch(
      "1+",
      { kind: "set", name: "mqtt.username", value: "me" },
      { kind: "set", name: "mqtt.password", value: "secret" },
    ),
  ]);
});

const found = {
  url: "http://10.0.0.9",
  address: "10.0.0.9",
  mac: "02:5e:11:00:00:77",
  model: "V9",
  firmware: "v1",
};
const suggested = { ...found, ways: [], id: "v9-0077", name: "V9", playsFilms: true, configuredAs: null };

it("players that are found or tried are added under another name, anyway, or at their new address", async () => {
  const den = { ...player("den", "Den"), mac: "02:5e:11:00:00:78" };
  const moved = { ...suggested, url: "http://10.0.0.8", address: "10.0.0.8", mac: den.mac };
  answers = { discovery: { players: [suggested, moved], brokers: [] } };
  await press("Search");
  expect(root.said).toMatch(/2 players answered\..*Topics: house\/v9-0077\/…/);
  await put(formWith(root, "Add V9"), "Name", "Bath");
  await submit("Add Bath");
  view = { ...view, players: [den, player("loft", "Loft")] };
  await choose("true");
  expect(root.said).toContain("Den was at den and does not answer there any more");
  await submit("Update the address Den");
  answers = { "discovery/player": { isUsable: false, findings: [], address: "http://10.0.0.7" } };
  await put(formWith(root, "Try"), "Address", " 10.0.0.7 ");
  await submit("Try");
  await put(formWith(root, "Add anyway Player 10.0.0.7"), "MAC address", found.mac);
  await submit("Add anyway Player 10.0.0.7");
  const { address: url, mac } = found;
  const edits = [
    { kind: "add-player", values: { id: "bath", name: "Bath", url, mac } },
    { kind: "set", name: "library.enabled", value: true },
    { kind: "change-player", id: "den", values: { url: "10.0.0.8" } },
    { kind: "add-player", values: { id: "player-10-0-0-7", name: "Player 10.0.0.7", url: "10.0.0.7", mac } },
  ];
  expect(sent.filter((one) => (one as string[])[0] === "PATCH")).toEqual(
    edits.map((edit, place) => patch(`1${"+".repeat(place)}`, edit)),
  );
  expect(sent).toContainEqual(["POST", "discovery/player", { url: "10.0.0.7" }]);
});

it("presets, paths and the settings to publish are lists, of which unfinished rows are left out", async () => {
  answers = {
    "players/den/settings": {
      settings: [
        { tag: "gain", title: "Gain", group: "Sound", value: "Middle" },
        { tag: "line", title: "Line", group: "", value: "off", warning: "Loud?" },
      ],
    },
  };
  await press("Add a preset");
  await put(root, "Name", "Film night");
  await put(root, "Commands, one per line", "wake\n\ninput TV\n");
  await put(root, "Continue if a command fails", true);
  await press("Add a preset");
  await press("Add a path");
  await put(root, "Operation", "nextTrack");
  await submit("Save");
  await press("Change Den");
  await press("Pick from what it has");
  await put(form(), "Sound: Gain – Middle", true);
  await put(form(), "Line – off", true);
  expect(root.said).toContain("It asks first: “Loud?”");
  await put(form(), "May be changed all the same", true);
  await submit("Cancel");
  const film = { steps: ["wake", "input TV"], onFailure: "continue" };
  const values = { "publish.settings": ["gain", "line"], "publish.confirmedSettings": ["line"] };
  expect(sent).toEqual([
    patch(
      "1",
      { kind: "set", name: "controls.presets", value: { "Film night": film } },
      { kind: "set", name: "controls.paths", value: { nextTrack: "/{p}next" } },
    ),
    patch("1+", { kind: "change-player", id: "den", values }),
  ]);
});

it("the way back says what it changes, and a file that the bridge does not write what to write", async () => {
  const difference = (kind: string, fields: object) => ({ kind, before: null, after: null, ...fields });
  answers = {
    "configuration/back": {
      problems: [],
      differences: [
        difference("player-added", { player: "Attic" }),
        difference("player-removed", { player: "Loft" }),
        difference("player-changed", { player: "Den", setting: "id", before: "den", after: "room" }),
        difference("player-changed", { player: "Den", setting: "psk" }),
        difference("setting-changed", { setting: "poll.pace", before: "eager" }),
      ],
    },
  };
  view = { ...view, file: { ...view.file, hasLastGood: true }, needsRestart: ["mqtt.url"] };
  await choose("true");
  await press("Go back to the file before the last change");
  const [banner] = root.all("ul").slice(-1);
  expect(banner?.said).toBe(
    "The player Attic is added. The player Loft is removed; its topics are cleared. Den: id: den → room Den: psk changes (the value is secret). poll.pace: eager → –",
  );
  await press("Go back");
  await press("Restart the bridge");
  expect(sent.slice(1)).toEqual([
    ["POST", "configuration/back", { revision: "1+" }],
    ["POST", "bridge/restart", undefined],
  ]);
  answers = {
    configuration: {
      kind: "unwritable",
      problems: ["no YAML"],
      instructions: "library: {}",
      changes: [],
      needsRestart: [],
    },
  };
  await choose("true");
  expect(root.said).toContain("no YAML Do this by hand; the bridge notices it by itself: library: {}");
});

it("what a variable sets is fixed, and says what sets it", async () => {
  const settings = view.settings.map((one) =>
    /pace|mqtt/.test(one.name) ? { ...one, isFixed: true, source: one.name.toUpperCase() } : one,
  );
  const players = view.players.slice(0, 1).map((one) => ({ ...one, isFixed: true, source: "PLAYER_URL" }));
  view = { ...view, settings, players, listFixedBy: "PLAYERS" };
  await choose("true");
  for (const source of ["PLAYERS", "PLAYER_URL", "POLL.PACE", "MQTT.URL"])
    expect(root.said).toContain(`Set by ${source}, which wins over the file`);
  const open = ["input", "select"].flatMap((name) =>
    root
      .all(name)
      .flatMap(({ attributes, parentNode }) =>
        attributes.has("disabled") ? [] : [parentNode?.firstChild?.label],
      ),
  );
  expect(open.join(", ")).toBe(
    "CA certificate file, Client certificate file, Private key file, controls.maxVolume, publish.settings, publish.confirmedSettings, http.token, Library",
  );
  expect(root.markup).not.toContain("Change Den");
});
