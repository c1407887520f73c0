import { expect, it } from "vitest";
import { deniedToGuests } from "../../src/extensions/page/guests.ts";
import type { Hello, PlayerChange } from "../../src/extensions/page/wire.ts";
import { type Answered, FakeStream, fill, submitForm } from "./fake-browser.ts";
import {
  bridge,
  den,
  failures,
  live,
  loft,
  now,
  openScenes,
  openTab,
  pressOne,
  scene,
  sentFrom,
  settle,
  wait,
} from "./open-app.ts";

openScenes();

/** The facts of a player with other support for these controls. */
const withControls = (change: object): string => {
  const info = JSON.parse(den.topics["info"] ?? "{}") as { readonly controls: object };
  return JSON.stringify({ ...info, controls: { ...info.controls, ...change } });
};

const film = [
  "Previous video: video/playback previous",
  "Pause the video: video/playback pause",
  "Next video: video/playback next",
];
it.each([
  [
    "now",
    [
      ...film.slice(0, 1),
      "Back 10 seconds: video/position -10",
      ...film.slice(1, 2),
      "Forward 30 seconds: video/position +30",
      ...film.slice(2),
      "Previous chapter: video/playback previous-chapter",
      "Stop the video: video/playback stop",
      "Next chapter: video/playback next-chapter",
      "Previous track: music/playback previous",
      "Pause the music: music/playback pause",
      "Next track: music/playback next",
      "Shuffle: music/mode shuffle",
      "Repeat this track: music/mode single",
      "Mute: mute on",
      "Refresh The den: refresh ",
      "The XMOS: audio/input XMOS",
      "The BT: audio/input BT",
      "TV: audio/input EARC",
      "The XLR: audio/output XLR",
      "The RCA: audio/output RCA",
      "USB DAC: audio/output USB",
      "Add The loft: group add loft",
      ...[1, 2].map((host) => `Remove 10.0.0.${host}:11000: group remove 10.0.0.${host}:11000`),
      "Leave the group: group leave",
      ...[15, 30, 60].map((minutes) => `${minutes} mins: sleep ${minutes}`),
      "Cancel the timer: sleep 0",
      "Standby: power standby",
      "Switch off: power off",
      "Reboot: power reboot",
      "Subtitle: video/subtitle French",
      "Audio track: video/audio-track German",
      "Zoom: video/zoom Fit",
      "Play mode: video/play-mode All",
      "Position: video/position 6905",
      "Position: music/position 200",
      "Volume: volume 100",
    ],
  ],
  [
    "queue",
    [
      "den queue 0 0: music/queue 0",
      "den queue 0 1: music/queue 1",
      "den playlist 0 0: video/playlist 0",
      "den playlist 0 1: video/playlist 1",
      ...film,
      "Mute: mute on",
      "Volume: volume 100",
    ],
  ],
  [
    "remote",
    [
      ...["Up", "Left", "Ok", "Right", "Down", "Back", "Home", "Menu"].map(
        (key) => `${key === "Ok" ? "OK" : key}: key ${key}`,
      ),
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map((digit) => `${digit}: key Number_${digit}`),
      ...film,
      "Mute: mute on",
      "Volume: volume 100",
    ],
  ],
  [
    "device",
    [
      "Screen on: screen on",
      "Screen off: screen off",
      "Show neither: display/show off",
      "Show the meters: display/show meters",
      "Show the spectrum: display/show spectrum",
      "TV: app org.example.tv",
      "Radio: app org.example.radio",
      "radio: app org.example.radio2",
      ...film,
      "Mute: mute on",
      "Knob color: display/knob-color Night blue",
      "Meter style: display/meters Night blue",
      "Spectrum style: display/spectrum Night blue",
      "Equalizer: sound/equalizer Night blue",
      "DAC filter: sound/dac-filter Night blue",
      "Upsampling: sound/upsampling Night blue",
      "Master clock: sound/master-clock Night blue",
      "Screen brightness: display/brightness 115",
      "Knob brightness: display/knob 115",
      "CD autoplay: sound/cd-autoplay on",
      "Volume: volume 100",
    ],
  ],
])("each control of the tab %s sends what it says", async (tab, sent) => {
  expect(await sentFrom(tab)).toEqual(sent);
});

it("keys of the keyboard press those of the remote control", async () => {
  await openTab("remote");
  scene.commands = [];
  for (const key of ["ArrowUp", "Enter", "Escape", "0", "x"]) scene.browser.happen("keydown", { key });
  await settle(1, 60);
  expect(scene.commands.map(({ body }) => body.request)).toEqual(["Up", "Ok", "Back", "Number_0"]);
});

it("what is on is switched off, what is off on, and the settings are those that the player has", async () => {
  const topics = {
    group: '{"role":"none","members":[]}',
    "music/mode": "shuffle",
    mute: "on",
    power: "off",
    "power/options": options("on", "off", "standby", "reboot"),
    "video/state": "paused",
    "settings/gain": "Low",
    "settings/gain/title": "Gain",
    "settings/gain/options": options("Low", "High"),
    "settings/upsampling": "on",
    "settings/upsampling/title": "Upsampling",
    "settings/upsampling/options": options("off", "on"),
    "settings/balance": "0",
    "settings/balance/title": "Balance",
    "settings/balance/range": '{"min":-10,"max":10}',
  };
  const sent = new Set<string>();
  for (const tab of ["", "now", "device"]) for (const one of await sentFrom(tab, topics)) sent.add(one);
  const isMeant = /mode list|group|: (mute|power|settings)|video\/.* (play|pause)$/;
  expect([...sent].filter((one) => isMeant.test(one))).toEqual([
    "Play the video: video/playback play",
    "Mute: group/mute on",
    "Volume: group/volume 100",
    "Shuffle: music/mode list",
    "Mute: mute off",
    "Play along with The loft: group join loft",
    "Wake: power on",
    "Reboot: power reboot",
    "Gain: settings gain High",
    "Upsampling: settings upsampling off",
    "Balance: settings balance 10",
  ]);
});

it("a player has what it and its source can do, and a guest nothing that outlasts the visit", async () => {
  const { controls, ...others } = JSON.parse(den.topics["info"] ?? "") as { readonly controls: object };
  const info = JSON.stringify({ ...others, controls: { ...controls, volume: "unsupported", mute: "off" } });
  const sent = await sentFrom("now", { info, "music/actions": '["play","pause","stop"]' });
  expect(sent.filter((one) => /: (key|volume|mute|music\/playback) /.test(one))).toEqual([
    "Pause the music: music/playback pause",
    "Stop the music: music/playback stop",
    "Quieter: key VolumeDown",
    "Louder: key VolumeUp",
  ]);
  const linksOf = async (hello: Partial<Hello>, tab = "now"): Promise<readonly string[]> => {
    const page = await openTab(tab, {}, { bridge: { ...bridge, setUp: "possible" }, ...hello });
    return page.all("a").map(({ label }) => label);
  };
  const asGuest = { deniedToGuest: [...deniedToGuests([])] };
  const [owners, guests] = [await linksOf({}), await linksOf(asGuest)];
  expect(owners.filter((link) => !guests.includes(link))).toEqual([
    "Set-up",
    "Check",
    "Topics",
    "Diagnostics",
  ]);
  // The address of a tab may come from the owner.
  for (const tab of ["topics", "diagnostics"]) expect(await linksOf(asGuest, tab)).toEqual(guests);
  expect((await sentFrom("now", {}, asGuest)).filter((one) => /: (power|sleep) /.test(one))).toEqual([]);
});

it("the topics of a player are never shown as those of another one", async () => {
  const page = await openTab("topics");
  for (const stream of FakeStream.open) stream.tell("topics", { "music/title": "Of the den" });
  await settle();
  expect(page.markup).toContain("Of the den");
  scene.browser.go("#/players/loft/topics");
  // The bridge has not answered yet.
  await wait(0);
  expect(page.markup).not.toContain("Of the den");
});

const lost = {
  topics: { availability: "offline", "power/options": '[{"value":"on"}]' },
  presence: {
    ...den.presence,
    failures: 3,
    failure: {
      text: "unreachable: ECONNREFUSED",
      code: "answer.unreachable",
      values: { reason: "ECONNREFUSED" },
    },
  },
} as const;
const silent = { availability: "unknown", "music/state": "unknown", "video/state": "unknown" };
const noVolume = { info: withControls({ volume: "unsupported", mute: "off", key: "off" }) };
const diagnostics = {
  everySeconds: 5,
  requests: [1, 2],
  latencyMs: [3, 4],
  sent: [],
  log: [{ time: "2026-01-01T00:00:00Z", level: "warn", message: "player is offline", details: "reason: x" }],
};

/** What several views say. */
const company = "10.0.0.1:11000, 10.0.0.2:11000";
const facts = "3840 × 2160 · H.265 · 23.976 fps 1:00 1:55:05";
const song = "· 2 of 2 Song Band · Record DSP → 96 kHz, not bit-perfect 0:30 3:20";
const routing = "Input The XMOS The BT TV Output The XLR The RCA USB DAC About this output Formats PCM";
const tabs = "Now Queue Library Remote Device Topics Diagnostics";
const ofDen = `All players The den A8 Online 1 day ${tabs}`;
const rest = `Keys: Space pauses, Shift with ← → skips and with ↑ ↓ changes the volume. ${routing} Group ${company}
  Add The loft Remove 10.0.0.1:11000 Remove 10.0.0.2:11000 Leave the group Sleep timer Playback ends in 30
  mins 15 mins 30 mins 60 mins Cancel the timer Play an address`;
const gone = `Offline since 31 Dec, 19:00, off or asleep. Last seen playing Film. Its address accepts no connection.
  The bridge keeps trying. unreachable: ECONNREFUSED`;

it.each<[what: string, tab: string, change: PlayerChange, said: string]>([
  [
    "what a player plays",
    "",
    {},
    `Players The den A8 Online 1 day with ${company} Playing video Film ${facts} Playing music ${song} 30%
    ${routing} More`,
  ],
  [
    "what one plays in detail",
    "now",
    {},
    `${ofDen} Now Playing video Film One · 2031 ${facts} Playing music ${song} 20% Subtitle Off English
    French Audio track English German Zoom Original Fit Play mode Once All ${rest} Power Standby Switch
    off Reboot Reboot The den? Playback stops. Cancel Reboot`,
  ],
  [
    "when and why one went offline",
    "",
    lost,
    `Players The den A8 Offline 1 day with ${company} ${gone} Wake Was playing Film ${facts} Was playing
    ${song} 30% ${routing} More`,
  ],
  [
    "that one is being woken",
    "now",
    { ...lost, presence: { ...lost.presence, waking: { since: now - 1000, until: now + 60_000 } } },
    `All players The den A8 Offline 1 day ${tabs} Now ${gone} Waking it up; the bridge tries for another 58
    secs. Wake Was playing Film One · 2031 ${facts} Was playing ${song} 20% ${rest}`,
  ],
  [
    "nothing of one that has never answered",
    "now",
    { ...lost, topics: silent },
    `All players The den A8 Connecting ${tabs} Now 3 requests failed. Its address accepts no connection.
    unreachable: ECONNREFUSED Last known Film One · 2031 ${facts} 20% ${rest}`,
  ],
  [
    "where a volume is looked for",
    "",
    { topics: noVolume },
    `Players The den A8 Online 1 day with ${company} Playing video Film ${facts} Playing music ${song} 30%
    It reports no volume: try its volume keys, else use the amplifier or television. ${routing} More`,
  ],
  [
    "that its controls may be switched on",
    "queue",
    { topics: { info: withControls({ "music/queue": "off" }) } },
    `${ofDen} Music queue 2 entries Playing an entry from here is an experimental control and switched off:
    no maker documents this request. To switch it on, set controls.experimental: true. 1 den queue 0 0 2
    den queue 0 1 Playlist 2 entries 1 den playlist 0 0 2 den playlist 0 1`,
  ],
  [
    "what switches the library on",
    "library",
    { library: { isOn: false, lists: [] } },
    `${ofDen} Library Albums, artists, tracks, playlists and films of the player, with covers and a search.
    This is switched off, since it makes some players hang for minutes. To switch it on, set
    library.enabled: true.`,
  ],
  [
    "what set-up can add to the device",
    "device",
    {},
    `${ofDen} Display Screen on Screen off Screen brightness 80 Knob brightness 80 Knob color Walnut Night
    blue Meter style Walnut Night blue Spectrum style Walnut Night blue Show neither Show the meters Show
    the spectrum Sound Equalizer Walnut Night blue DAC filter Walnut Night blue Upsampling Walnut Night
    blue Master clock Walnut Night blue CD autoplay Apps TV Radio radio Not used yet Presets : several
    commands as one button, such as “Film night”. Settings of the player : such as gain or upsampling;
    name those to show here.`,
  ],
  [
    "what a player was asked and what the log has about it",
    "diagnostics",
    { topics: { info: withControls({}).replace("http://192.0.2.7:9529", "https://192.0.2.8") } },
    `${ofDen} Requests 0/min 10/min 20/min now −2 mins −4 mins As a table Time Requests now 15/min Response
    times 0 ms 2.5 ms 5 ms now −2 mins −4 mins As a table Time Response times now 3.5 ms Log 31 Dec,
    19:00:00 warn player is offline reason: x About Address https://192.0.2.8 Model A8 Firmware v1
    Screen 2160p Sound English Subtitle French Play mode All Zoom Fit Commands No commands since the
    bridge started. Those from this page, MQTT and Home Assistant are listed here. Raw answers The last
    answer of the player to each request, with addresses, paths and keys hidden. Show answers`,
  ],
])("a page says %s", async (_what, tab, { topics, ...change }, said) => {
  scene.answers = { diagnostics };
  const page = await openTab(tab, topics, {}, change);
  expect(page.all("main")[0]?.said).toBe(said.replaceAll(/\s+/g, " "));
});

it.each([
  [
    "other bridges of a fleet have the players",
    {},
    `No players assigned to this bridge It shares a list of players with other bridges, and all of them
    are assigned elsewhere. The pages of those bridges show them. A new player may be assigned here and
    then appears by itself.`,
  ],
  [
    "players are searched",
    { findsPlayers: true },
    `Looking for players None has answered yet. The bridge keeps searching: a player appears here by
    itself, soon after it is switched on. A player that never appears may be on another network, or
    behind a firewall or container network. This lists what can be found from here: player2mqtt discover
    If it is not found, configure its address instead of PLAYERS=auto: PLAYER_URL=192.168.1.20`,
  ],
  [
    "none is configured",
    { setUp: "needed" },
    `Welcome: no player is configured yet Add players, choose the broker, and see the topics appear.
    Everything is kept in a file that you can also change by hand. Set up the bridge`,
  ],
] as const)("a page without players says that %s", async (_what, change, said) => {
  const page = await openTab("", {}, { players: [], bridge: { ...bridge, ...change } });
  expect(page.all("main")[0]?.said).toBe(said.replaceAll(/\s+/g, " "));
});

it("a page says what has become of the broker and of the bridge, and goes on after that", async () => {
  const page = await openTab("");
  const broker = { ...bridge.broker, isConnected: false, reason: { text: "refused" } };
  await live({ change: { bridge: { ...bridge, broker } } });
  expect(page.said).toMatch(/No broker .*The broker cannot be reached: refused/);
  await live({ change: { bridge } });
  expect(page.said).not.toContain("cannot be reached");
  scene.isAway = true;
  await live("is lost");
  expect(page.said).toContain("The bridge does not answer.");
});

/** What was sent since it was last asked. */
function sentNow(): readonly string[] {
  return scene.commands.splice(0).map(({ body }) => `${body.command} ${body.request}`);
}

const options = (...values: readonly string[]): string =>
  JSON.stringify(values.map((value) => ({ value, title: value })));

it("an address is played, or announced at a volume, and is not shown again", async () => {
  const page = await openTab("now");
  const form = page.all("details").find((one) => one.said.startsWith("Play an address"));
  Object.assign(form ?? {}, { open: true });
  form?.dispatchEvent(new Event("toggle"));
  await settle(1);
  const play = async (fields: Readonly<Record<string, string | boolean>>): Promise<readonly string[]> => {
    for (const [name, value] of Object.entries(fields)) {
      fill(page, name, value);
      await settle(1);
    }
    submitForm(page, "Play");
    await settle(1, 60);
    return sentNow();
  };
  const address = "Address of a stream, or path of a file on the player";
  expect(await play({ [address]: " http://radio.example/a " })).toEqual(["play http://radio.example/a"]);
  expect(page.markup).not.toContain("radio.example");
  const about = {
    "Title (optional)": "Harbour",
    "Address of a picture (optional)": "http://radio.example/p",
  };
  expect(await play({ [address]: "/a", ...about })).toEqual([
    'play {"address":"/a","title":"Harbour","picture":"http://radio.example/p"}',
  ]);
  scene.outcome = { status: 200, body: { outcome: "failed", reason: "no" } };
  const announced = {
    "Go back to what plays now afterwards": true,
    "Volume in percent, as now if empty": "20",
  };
  expect(await play({ [address]: "/b?key", ...announced })).toEqual([
    'announce {"address":"/b?key","volume":20}',
  ]);
  expect(failures(page)).toEqual(["That did not work: no."]);
});

it("a preset shows what became of each step", async () => {
  const page = await openTab("now", { "preset/options": options("Quiet") });
  const steps = [
    { command: "volume", request: "10", outcome: "applied" },
    { command: "mute", request: "on", outcome: "rejected", reason: "no" },
    { command: "screen", request: "off", outcome: "skipped" },
  ];
  scene.outcome = { status: 200, body: { outcome: "failed", steps } };
  await pressOne(page, "Quiet");
  expect(sentNow()).toEqual(["preset Quiet"]);
  const panel = page.all("section").find(({ said }) => said.startsWith("Presets"));
  expect(panel?.said).toBe(
    "Presets Quiet Quiet: failed Volume 10%: done Mute: not possible no Screen off: not tried",
  );
});

it("an app is found among many by a part of its name, and opened", async () => {
  const names = Array.from({ length: 9 }, (_, place) => `App ${place}`);
  const page = await openTab("device", { "app/options": options(...names, "Web Radio") });
  const apps = () => page.all("section").find(({ said }) => said.startsWith("Apps"));
  fill(page, "Find an app", "RADIO");
  await settle(1);
  expect(apps()?.said).toBe("Apps Web Radio");
  await pressOne(page, "Web Radio");
  expect([sentNow(), apps()?.said]).toEqual([["app Web Radio"], "Apps Web Radio Opened: Web Radio"]);
  fill(page, "Find an app", "<b>none");
  await settle(1);
  expect(apps()?.said).toBe("Apps No app has “<b>none” in its name.");
});

it("nothing of a player that is off can be set, and it is asked before it is rebooted", async () => {
  const page = await openTab("device");
  const enabled = (): readonly string[] =>
    ["button", "input", "select"].flatMap((name) =>
      page.all(name).flatMap(({ attributes, label }) => (attributes.has("disabled") ? [] : [label])),
    );
  expect(enabled()).toContain("Screen off");
  await live({ change: { players: { den: lost } } });
  expect(enabled()).toEqual(["Wake", "Appearance"]);
  const now = await openTab("now");
  await pressOne(now, "Reboot");
  expect(sentNow()).toEqual([]);
});

it("impatient taps play once, and bring back the queue of before", async () => {
  const ofMusic = { "music/source": "internal", "music/queue/total": "2", "video/state": "idle" };
  const page = await openTab("library", ofMusic);
  let release = (_outcome: Answered): void => {};
  scene.outcome = new Promise((resolve) => (release = resolve));
  for (const name of ["one", "one"]) await pressOne(page, `Play den albums ${name}`);
  // The player has begun with it, and the bridge has read that.
  await live({
    change: { players: { den: { lists: { ...den.lists, queue: { size: 1, current: 0, mark: 7 } } } } },
  });
  await pressOne(page, "Play den albums two");
  expect(sentNow()).toEqual(["library/play album albums-one", "library/play album albums-two"]);
  release({ status: 200, body: { outcome: "applied" } });
  await settle();
  await pressOne(page, "Bring the queue back");
  expect(sentNow()[0]).toBe("library/play track den0,den1");
});

it("what services have is added to the queue, next or last, and told until another place is opened", async () => {
  const entries = [
    { id: "a1", title: "Low Tide", folder: true, playable: true },
    { id: "x", title: "Box", folder: true },
  ];
  scene.answers = { "library/services": { list: "services", start: 0, total: 2, entries } };
  const page = await openTab(
    "library",
    { info: withControls({ app: "supported" }) },
    {},
    { library: { isOn: true, lists: ["services"] } },
  );
  for (const where of ["Play next", "Add to queue"]) {
    await pressOne(page, "Add Low Tide to the queue");
    await pressOne(page, where);
    expect(page.said).toContain("Added to the queue: Low Tide");
  }
  expect(sentNow()).toEqual(["library/play next service a1", "library/play add service a1"]);
  await pressOne(page, "Low Tide");
  await settle();
  expect(page.said).not.toContain("Added to the queue");
  await pressOne(page, "Play all");
  // A film plays, so that there is no way back.
  expect(page.said).toContain("Play “Low Tide”?");
  await pressOne(page, "Play");
  expect(sentNow()).toEqual(["library/play service a1"]);
});

it.each([
  ["taps below the value", "down 10, up 10", ["volume 10"]],
  ["taps far above it", "down 90, up 90", ["volume 30"]],
  ["drags", "down 20, move 40, move 50, up 95", ["volume 40", "volume 95"]],
  ["hardly moves", "down 22, move 26, up 26", ["volume 26"]],
  ["scrolls the page", "down 20, move 30,40, up 30,40", []],
  ["is taken by the browser", "down 20, move 40, cancel 95", ["volume 40"]],
])("a finger that %s on a slider sends what it means", async (_what, doings, sent) => {
  const page = await openTab("now");
  const area = page.all("input").find(({ label }) => label === "Volume")?.parentNode;
  for (const doing of doings.split(", ")) {
    const [what, x, y = 0] = doing.split(/[ ,]/);
    const at = { clientX: Number(x) + 8, clientY: Number(y), pointerId: 1, isPrimary: true, button: 0 };
    area?.dispatchEvent(Object.assign(new Event(`pointer${what}`), at));
    await settle(1, 10);
  }
  expect(sentNow()).toEqual(sent);
});

it("what moves goes on by itself, also for those who come back to it", async () => {
  const at = now + 1000;
  const positions = { video: { seconds: 60, at }, music: { seconds: 30, at } };
  const page = await openTab("", {}, {}, { positions });
  const seconds = (): readonly number[] =>
    [...page.said.matchAll(/(\d):(\d\d) (?:1:55:05|3:20)/g)].map(
      ([, all, more]) => Number(all) * 60 + Number(more),
    );
  for (const go of ["", "#/check", "#/players/den/now", "#/check", ""]) {
    await live({ go });
    const before = seconds();
    expect(before).toHaveLength(go === "#/check" ? 0 : 2);
    // The bridge tells nothing meanwhile.
    await wait(5000);
    expect(seconds()).toEqual(before.map((one) => one + 5));
  }
});

it.each([
  ["running", "1 of 2 done, 2 findings …", " Checking …"],
  ["done", "1 failed, 0 warnings, 1 passed.", ""],
  ["failed", "The check did not finish: no", ""],
] as const)("a check that is %s tells what it has found", async (state, said, end) => {
  const good = { check: "login", verdict: "good", text: "logged in" } as const;
  const fault = { check: "write", verdict: "fault", text: "refused", advice: "allow it" } as const;
  const broker = { id: "a", title: "Broker", subject: "mqtt://b", findings: [good, fault], isDone: true };
  const areas = [broker, { ...broker, id: "b", title: "Den", findings: [], isDone: false }];
  const page = await openTab("", {}, { check: { state, areas, reason: "no" } });
  await live({ go: "#/check" });
  const found = "Broker mqtt://b good : logged in fault : refused allow it Den mqtt://b";
  expect(page.all("main")[0]?.said).toMatch(new RegExp(`${said} ${found}${end}$`));
});

it("a list of the library that cannot be read says why, and is read again", async () => {
  const page = await openTab("library");
  scene.answers = { "library/tracks": { list: "tracks", start: 0, entries: [], reason: "body status 804" } };
  await pressOne(page, "Tracks");
  await settle();
  expect(page.said).toContain("No entries: body status 804");
  scene.answers = {};
  await pressOne(page, "Try again");
  await settle();
  expect(page.said).toContain("den tracks one");
});

it("rows of a queue that could not be read are read again a little later", async () => {
  scene.isAway = true;
  const page = await openTab("queue");
  expect(page.said).not.toContain("den queue 0 0");
  scene.isAway = false;
  await settle(4, 1000);
  expect(page.said).toContain("den queue 0 0");
});

it("the small player stays for ten seconds with the player that was paused on it", async () => {
  const page = await openTab("", {}, { players: [den, loft] });
  await live({ go: "#/check" });
  const shown = () => page.all("aside").map(({ label }) => label);
  page.all("aside")[0]?.dispatchEvent(new Event("pointerdown"));
  await live({
    change: { players: { den: { topics: { "video/state": "paused", "music/state": "paused" } } } },
  });
  expect(shown()).toEqual(["What plays: The den"]);
  await settle(4, 3000);
  expect(shown()).toEqual(["What plays: The loft"]);
  // It stays with what plays there, whoever plays as well.
  await live({ change: { players: { den: { topics: { "video/state": "playing" } } } } });
  expect(shown()).toEqual(["What plays: The loft"]);
});

it("many players are listed by their rooms, those that play first, and a group once", async () => {
  const members = ["p4", "p6"];
  const players = Array.from({ length: 12 }, (_, place) => {
    const id = `p${place}`;
    const group = members.includes(id)
      ? { role: id === "p4" ? "primary" : "secondary", primary: "p4", members }
      : { role: "none", members: [] };
    const state = place === 4 ? "playing" : "idle";
    const topics = {
      ...den.topics,
      group: JSON.stringify(group),
      "video/state": state,
      "music/state": state,
    };
    const room = ["Attic", "Cinema", undefined][place % 3];
    return { ...den, id, topics, identity: { ...den.identity, name: `Film ${place}`, room } };
  });
  const page = await openTab("", {}, { players });
  const listed = (): readonly string[] => page.all("h2").map(({ label }) => label);
  const inNone = [2, 5, 8, 11].map((place) => `Film ${place}`);
  const inCinema = ["Cinema", "Film 4", "Film 1", "Film 7", "Film 10"];
  expect(listed()).toEqual([...inNone, ...inCinema, "Attic", "Film 0", "Film 3", "Film 9"]);
  fill(page, "Player or title", "attic");
  await settle(1);
  // Film 4 is in the cinema, but Film 6 plays along.
  expect(listed()).toEqual(["Cinema", "Film 4", "Attic", "Film 0", "Film 3", "Film 9"]);
});

it.each([
  [
    "a player of the file alone",
    false,
    { kind: "change-player", id: "den", values: { "library.enabled": true } },
  ],
  [
    "all players, where a variable sets this one",
    true,
    { kind: "set", name: "library.enabled", value: true },
  ],
])("what is off is switched on beside it, for %s", async (_whom, isFixed, edit) => {
  const players = [{ id: "den", isFixed }];
  scene.answers = { "api/v1/configuration": { players, file: { revision: "r" } } };
  scene.outcome = { status: 200, body: { kind: "invalid", problems: ["no room"] } };
  const canSetUp = { bridge: { ...bridge, setUp: "possible" } } as const;
  const page = await openTab("library", {}, canSetUp, { library: { isOn: false, lists: [] } });
  await pressOne(page, "Switch on");
  expect(scene.commands.map(({ body }) => body)).toEqual([{ revision: "r", edits: [edit] }]);
  expect(failures(page)).toEqual(["no room"]);
});
