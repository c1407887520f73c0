import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type {
  ConfigurationChange,
  ConfigurationView,
  PlayerSettingsView,
  SettingView,
} from "../../../src/extensions/page/set-up-views.ts";
import { importUntyped } from "../../support/import-untyped.ts";
import { click, draw, FakeElement, h, startBrowser } from "../fake-browser.ts";

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
const wait = (ms = 50) => vi.advanceTimersByTimeAsync(ms);

/** A bridge with a file: each change makes another revision of it. */
async function answer(
  address: string,
  { method, body }: { readonly method: string; readonly body: unknown },
) {
  if (method === "GET") return { status: 200, body: view };
  sent.push([method, address.replace("api/v1/", ""), body]);
  if (address.endsWith("discovery/broker")) return { status: 200, body: { isUsable: true, findings: [] } };
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
        ? { ...one, value: edit.value as SettingView["value"], source: "file" }
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
  view = {
    file: { name: "file", exists: true, revision: "1", hasLastGood: false, hasDefaults: false },
    problems: [],
    needsRestart: [],
    findsPlayers: false,
    listFixedBy: null,
    operations: [],
    players: [player("den", "Den"), player("loft", "Loft")],
    settings: [
      setting("mqtt.url", "", { value: "mqtt://old", source: "file", isPerPlayer: false }),
      setting("mqtt.username", "", { value: "us", source: "file", isPerPlayer: false }),
      setting("mqtt.password", "", { value: null, hasSecret: true, source: "file", isPerPlayer: false }),
      setting("library.enabled", false),
      setting("poll.pace", "normal", { choices: ["normal", "slow"] }),
      setting("controls.maxVolume", 100),
      setting("controls.wakeMacs", "[]"),
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

/** The form, or part of a form, with a button of this name. */
function formWith(button: string): FakeElement {
  const found = root.all("form").find((form) => form.all("button").some(({ label }) => label === button));
  if (found === undefined) throw new Error(`no form with ${button} in ${root.markup}`);
  return found;
}

function fill(within: FakeElement, name: string, value: string, place = 0): void {
  const field = within.all("p").filter((one) => one.firstChild?.label === name)[place];
  const input = field?.childNodes[1];
  if (input === undefined) throw new Error(`no field ${name} in ${within.markup}`);
  Object.assign(input, { value });
  input.dispatchEvent(new Event(input.localName === "select" ? "change" : "input"));
}

async function press(name: string): Promise<void> {
  click(root, name);
  await wait();
}

async function submit(button: string): Promise<void> {
  formWith(button).dispatchEvent(new Event("submit"));
  await wait();
}

const patch = (revision: string, ...edits: object[]) => ["PATCH", "configuration", { revision, edits }];

it("each change says what differs, for the file as it is by then", async () => {
  await press("Change Loft");
  fill(formWith("Cancel"), "Name", " The loft ");
  await wait();
  fill(formWith("Cancel"), "controls.maxVolume", "40");
  fill(formWith("Cancel"), "controls.wakeMacs", "a, b");
  await wait();
  await submit("Cancel");
  await press("Change Den");
  fill(formWith("Cancel"), "Name", "Room");
  await wait();
  await press("Cancel");
  await press("Change Den");
  fill(formWith("Cancel"), "Id", "room");
  await wait();
  await submit("Cancel");
  await press("Remove Den");
  await press("Remove it");
  // A choice is written at once, the rest with Save, and a default not at all.
  fill(root, "Library", "true");
  await wait();
  fill(root, "Library", "false");
  await wait();
  fill(root, "controls.maxVolume", "60");
  await wait();
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

it("a change that failed says why, and the next one is for the file as it is by then", async () => {
  view = { ...view, file: { ...view.file, revision: "2" } };
  const choose = async (value: string): Promise<void> => {
    fill(root, "Library", value);
    await wait();
  };
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
  const form = formWith("Try and keep this broker");
  fill(form, "Address", "mqtt://new");
  await wait();
  await submit("Try and keep this broker");
  const trial = { url: "mqtt://new", username: "us", ca: "", cert: "", key: "" };
  const edits = [
    { kind: "set", name: "mqtt.url", value: "mqtt://new" },
    { kind: "unset", name: "mqtt.password" },
  ];
  expect(sent).toEqual([["POST", "discovery/broker", trial], patch("1", ...edits)]);
  fill(formWith("Try and keep this broker"), "User", "me");
  fill(formWith("Try and keep this broker"), "Password", "secret");
  await wait();
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
