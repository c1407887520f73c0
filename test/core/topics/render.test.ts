import { describe, expect, it } from "vitest";
import { asObject, type Json } from "../../../src/core/resources/json.ts";
import type { CallName } from "../../../src/core/controls/call.ts";
import { controlNames, controls } from "../../../src/core/controls/table.ts";
import { emptyQueue } from "../../../src/core/resources/queue.ts";
import { type ChangedTopic, messagesOf, render } from "../../../src/core/topics/render.ts";
import {
  expectedResourceNames,
  publicNameOf,
  resourceNames,
  properties,
  resourceLeaves,
  type ResourceLeaf,
  resourceOf,
} from "../../../src/core/resources/player.ts";
import { newSession } from "../../../src/core/session/new-session.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { film, group, music, player, queue, whole } from "../sample-player.ts";
import {
  after,
  answered,
  answerOf,
  failed,
  having,
  listing,
  pending,
  profile,
  settled,
  target,
} from "../samples.ts";
import { type SessionFields, sessionWith } from "../session-with.ts";

const leavesOf = (changes: readonly ChangedTopic[]): Record<string, string> =>
  Object.fromEntries(changes.map(({ leaf, payload }) => [leaf, String(payload)]));
const snapshot = (session: Session, maxPayloadBytes = 100_000): Record<string, string> =>
  leavesOf(render({ ...target, maxPayloadBytes }, undefined, session));
const infoOf = (session: Session) => JSON.parse(snapshot(session)["info"] ?? "") as Record<string, unknown>;
const changes = (before: Session, next: Session): Record<string, string> =>
  leavesOf(render(target, before, next));

const pictureLeaves = ["music/picture", "video/picture", "video/backdrop"].flatMap((leaf) => [
  `${leaf}/type`,
  `${leaf}/data`,
]);

/** Whether a payload has the form that its topic declares; an empty one is what the player does not report. */
function isAsDeclared(leaf: ResourceLeaf, payload: string): boolean {
  const { kind, words } = properties[leaf];
  if (payload === "") return true;
  if (words?.includes(payload) === false) return false;
  switch (kind) {
    case "number":
      return /^-?\d+(\.\d+)?$/.test(payload);
    case "flag":
      return ["on", "off", "unknown"].includes(payload);
    case "object":
    case "range":
      return asObject(JSON.parse(payload) as Json) !== undefined;
    case "list":
    case "options":
      return Array.isArray(JSON.parse(payload));
    default:
      return true;
  }
}

describe("a snapshot", () => {
  const shown = settled({ shownPosition: { seconds: 61, at: 0 }, shownMusicPosition: { seconds: 7, at: 0 } });

  it("has every topic that is declared, and no other", () => {
    const wanted = resourceLeaves.filter((leaf) => leaf !== "note");
    const further = ["availability", "info", "description", "music/queue/pages/0", "music/queue/pages/1"];
    expect(Object.keys(snapshot(shown)).toSorted()).toEqual([...wanted, ...further].toSorted());
  });

  it("has on each topic what is declared of it, as its sample shows", () => {
    const payloads = snapshot(shown);
    const problems = resourceLeaves.filter(
      (leaf) => !isAsDeclared(leaf, payloads[leaf] ?? "") || !isAsDeclared(leaf, properties[leaf].sample),
    );
    expect(problems).toEqual([]);
  });

  it("has the values of the player", () => {
    expect(snapshot(shown)).toMatchObject({
      availability: "online",
      "audio/input": "XMOS",
      "audio/output/name": "The XLR",
      "video/position": "61",
      "video/subtitle/name": "French",
      "music/position": "7",
      "music/title": "Song",
      "music/queue/total": "2",
      "display/brightness/range": '{"min":0,"max":115}',
      "display/knob-color": "Walnut",
      volume: "20",
      sleep: "30",
    });
  });

  it.each<readonly [string, string | undefined, SessionFields]>([
    ["video/subtitle/options", "[]", { player: { ...player, video: { ...film, state: "idle" } } }],
    ["music/picture", "", { player: { ...player, music: { ...music, playing: "idle" } } }],
    ["power/waking", "on", { effect: pending({ isWaking: true }) }],
    ["note", "", { resumable: {} }],
    ["note", '{"writer":"player2mqtt","sleep":{"endsAt":"x"}}', { resumable: { sleep: { endsAt: "x" } } }],
    [
      "volume",
      undefined,
      having(settled({ player: {} }), {
        music: { support: "unsupported" },
        videoVolume: { support: "unknown" },
      }),
    ],
  ])("has %s: %s", (leaf, payload, change) => {
    expect(snapshot(sessionWith(shown, change))[leaf]).toBe(payload);
  });

  it("is retained throughout, the availability with QoS 1", () => {
    for (const { topic, retain, qos } of messagesOf(target, render(target, undefined, shown))) {
      expect([retain, qos]).toEqual([true, topic === "p/tv/availability" ? 1 : 0]);
    }
  });

  it("has an info about the player", () => {
    const model = { ...player.model, model: "A8", wifiMac: "cc:dd" };
    const told = sessionWith(shown, { family: "zidoo", player: { ...player, model } });
    expect(infoOf(told)).toEqual({
      id: "tv",
      name: "TV",
      family: "zidoo",
      address: "http://tv",
      pathPrefix: "Zidoo",
      model: "A8",
      firmware: "v1",
      mac: "aa:bb",
      wifiMac: "cc:dd",
      families: Object.fromEntries(expectedResourceNames.map((name) => [publicNameOf(name), "supported"])),
      controls: Object.fromEntries(
        ([...controlNames, "announce"] as const).map((name) => [
          name,
          // Only a call shows whether the player has one that needs no resource.
          name === "announce" || controls[name].resources.length === 0 ? "unknown" : "supported",
        ]),
      ),
      groupControls: [...controlNames.filter((name) => name.startsWith("music/")), "play"],
    });
  });

  it("names the controls of its group while it is in one", () => {
    const alone = { ...shown, player: { ...player, group: { ...group, role: "none" } as const } };
    expect(infoOf(alone)).not.toHaveProperty("groupControls");
    const operations = { playQueueEntry: { support: "unsupported", denials: 2 } } as const;
    expect(infoOf({ ...shown, operations })["groupControls"]).not.toContain("music/queue");
  });

  it("names how the queue can be edited if it can", () => {
    const editable = (...calls: CallName[]) => ({
      ...shown,
      profile: { ...shown.profile, calls: new Set<CallName>(["playQueueEntry", ...calls]) },
    });
    expect(infoOf(editable("clearQueue", "playServiceItem"))["queueEdits"]).toEqual(["clear", "add"]);
    expect(infoOf(editable())).not.toHaveProperty("queueEdits");
    const operations = {
      clearQueue: { support: "unsupported", denials: 2 },
      moveQueueEntry: { support: "off", denials: 0 },
    } as const;
    const refused = editable("clearQueue", "moveQueueEntry", "playServiceItem");
    expect(infoOf({ ...refused, operations })["queueEdits"]).toEqual(["add"]);
  });

  it("names the presets and the lists of the library in the info if there are any", () => {
    expect(infoOf(sessionWith(shown, { presets: ["Film night"], readsLibrary: true }))).toMatchObject({
      controls: { preset: "supported" },
      library: expect.arrayContaining(["albums", "films"]) as unknown,
    });
  });

  it("of a player of a known family has its info, and otherwise clears the picture of an earlier run", () => {
    const { info, ...others } = snapshot(newSession(0, { profile }));
    expect(others).toEqual(Object.fromEntries(pictureLeaves.map((leaf) => [leaf, ""])));
    expect(JSON.parse(info ?? "")).toMatchObject({ families: { audio: "unknown" } });
  });

  it("of a player of which nothing is known leaves the info of an earlier run, which names its family", () => {
    expect(snapshot(newSession(0))).not.toHaveProperty("info");
  });

  it("has the options before the selection", () => {
    const leaves = Object.keys(snapshot(shown));
    for (const list of ["audio/input", "audio/output"]) {
      expect(leaves.indexOf(`${list}/options`)).toBeLessThan(leaves.indexOf(list));
    }
  });

  it("clears what an earlier run may have left of an unsupported resource", () => {
    const none = resourceNames.map((name) => [name, { support: "unsupported" }] as const);
    const lacking = having(settled({ player: {} }), Object.fromEntries(none));
    const { info: _info, description: _description, ...others } = snapshot(lacking);
    expect(Object.values({ ...others, availability: "", "video/state": "" }).join("")).toBe("");
    expect(others).toMatchObject({ availability: "online", "video/state": "unsupported" });
    const declared = resourceLeaves.filter((leaf) => leaf !== "note");
    expect(declared.filter((leaf) => others[leaf] === undefined)).toEqual([]);
  });

  it("clears what an earlier run may have left of a film, if there is none", () => {
    const ofFilm = ["subtitle", "audio-track", "zoom", "play-mode"].flatMap((list) => [
      `video/${list}/options`,
      `video/${list}/name`,
    ]);
    const cleared = Object.fromEntries([...ofFilm, "video/details"].map((leaf) => [leaf, ""]));
    const withoutFilm = after(newSession(0), [0, answered("video", "absent")]);
    expect(snapshot(withoutFilm)).toMatchObject(cleared);
    expect(snapshot(withoutFilm)).not.toHaveProperty("music/title");
    expect(changes(newSession(0), withoutFilm)).toMatchObject(cleared);
    // The list that is read a moment later takes their place.
    const withFilm = after(newSession(0), [0, answered("video")]);
    expect(Object.keys(changes(withoutFilm, withFilm))).not.toContain("video/subtitle/options");
    expect(Object.keys(snapshot(withFilm))).not.toContain("video/subtitle/options");
    const ended = after(withFilm, [9, answered("video", "absent")], [9, answered("video", "absent")]);
    expect(changes(withFilm, ended)).toMatchObject(cleared);
  });

  it("publishes missing values as empty", () => {
    const absent = (["video", "video", "queue"] as const).map((name) => answered(name, "absent"));
    const lacking = [1, 2, 3].map(() => answered("music", "unsupported"));
    const events = [answered("audio", listing("none", "none")), ...absent, ...lacking];
    const leaves = snapshot(after(settled(), [0, events]));
    for (const leaf of [
      "audio/input",
      "audio/output/name",
      "video/position",
      "video/duration",
      "music/title",
    ])
      expect([leaf, leaves[leaf]]).toEqual([leaf, ""]);
    expect(leaves["video/state"]).toBe("idle");
    const queue: unknown = JSON.parse(leaves["music/queue"] ?? "");
    expect(queue).toMatchObject({ entries: [] });
    expect(queue).not.toHaveProperty("current");
  });
});

describe("the payload's budget", () => {
  const titled = Array.from({ length: 400 }, (_, index) => ({ title: `Ä song, number ${index}`, index }));
  const playlist = { size: 400, currentIndex: 300, currentTitle: "", entries: titled };
  const songs = titled.map(({ title, index }) => ({ position: 1000 + index, title }));
  const long = settled({ player: { playlist, queue: { ...queue, current: 1300, entries: songs } } });

  it("keeps the entries around the current one", () => {
    const leaves = snapshot(long, 1500);
    const bytes = ["music/queue", "video/playlist"].map((leaf) => Buffer.byteLength(leaves[leaf] ?? ""));
    expect(Math.max(...bytes)).toBeLessThanOrEqual(1500);
    const now = JSON.parse(leaves["music/queue"] ?? "") as { entries: object[] };
    expect(now.entries).toContainEqual(expect.objectContaining({ position: 1300 }));
    const list = JSON.parse(leaves["video/playlist"] ?? "") as { start: number; playlist: object[] };
    expect(list.playlist).toContainEqual(expect.objectContaining({ index: 300 }));
    expect(list.playlist[0]).toMatchObject({ index: list.start });
  });
});

describe("a change", () => {
  const at = (seconds: number): Session => settled({ shownPosition: { seconds, at: seconds * 1000 } });
  const failing = settled({ failures: 2, family: "zidoo" });
  it.each<readonly [string, Session, Session, object]>([
    [
      "input",
      settled(),
      after(settled(), [5, answered("audio", listing("EARC"))]),
      { "audio/input": "EARC", "audio/input/name": "TV" },
    ],
    [
      "availability",
      failing,
      after(failing, [5, failed("video")]),
      { availability: "offline", power: "off" },
    ],
    ["position", at(60), at(65), { "video/position": "65" }],
  ])("of the %s is just that", (_what, before, next, expected) => {
    expect(changes(before, next)).toEqual(expected);
  });

  it("to an unsupported resource clears it and updates the info", () => {
    const before = having(settled(), { playlist: { denials: 2 } });
    const next = after(before, [5, answered("playlist", answerOf("unsupported"))]);
    const { info, description, ...others } = changes(before, next);
    expect(JSON.parse(info ?? "")).toMatchObject({ families: { playlist: "unsupported" } });
    expect(description).not.toContain("video/playlist");
    expect(others).toEqual({ "video/playlist": "", "video/playlist/current": "" });
  });

  it("to a player that reports whether it is muted allows to mute it", () => {
    const mute = (isMuted?: boolean) => settled({ player: { ...player, music: { ...music, isMuted } } });
    expect(JSON.parse(changes(mute(), mute(false))["info"] ?? "")).toMatchObject({
      controls: { mute: "supported" },
    });
  });

  it("to offline takes `on` from the description of a player that only a request switches on", () => {
    const power = [{ tag: "on", name: "on", isCurrent: true }];
    const online = settled({
      player: { ...player, power },
      operations: { wake: { support: "unsupported", denials: 1 } },
    });
    const { description = "{}" } = changes(online, sessionWith(online, { availability: "offline" }));
    expect(JSON.parse(description)).toMatchObject({ properties: { power: { set: { words: [] } } } });
  });

  it("has a low priority for its pages and its picture alone", () => {
    const messages = messagesOf(target, render(target, undefined, settled()));
    const patient = messages.filter(({ lowPriority }) => lowPriority);
    expect(patient.map(({ topic }) => topic)).toEqual([
      "p/tv/music/queue/pages/0",
      "p/tv/music/queue/pages/1",
      ...pictureLeaves.map((leaf) => `p/tv/${leaf}`),
    ]);
  });

  it("clears pages of an earlier run that were seen at the broker", () => {
    const next = after(settled(), [5, { kind: "page-seen", page: 3 }]);
    expect(changes(settled(), next)).toEqual({ "music/queue/pages/2": "", "music/queue/pages/3": "" });
  });

  it("leaves pages of an earlier run alone until the queue is known", () => {
    const next = after(newSession(0), [5, { kind: "page-seen", page: 0 }]);
    expect(changes(newSession(0), next)).toEqual({});
    const known = after(next, [9, answered("queue", "absent")]);
    expect(known.player.queue).toBe(emptyQueue);
    expect(changes(next, known)).toMatchObject({ "music/queue/pages/0": "" });
  });

  it("clears values that are no longer known", () => {
    const before = having(settled({ player: {} }), { video: { support: "unsupported" } });
    const next = having(before, { video: { support: "unknown" } });
    expect(changes(before, next)).toMatchObject({ "video/state": "" });
  });
});

describe("what is declared as unpublished", () => {
  const declaring = resourceNames.filter((name) => resourceOf(name).unpublished !== undefined);

  it.each(declaring)("of %s is read by no topic", (name) => {
    const read = new Set<string>();
    const value = new Proxy(whole[name] ?? {}, {
      get: (fields, field) => {
        read.add(String(field));
        return Reflect.get(fields, field) as unknown;
      },
    });
    render(target, undefined, settled({ player: { ...whole, [name]: value } }));
    expect(read).toContain("title" in value ? "title" : "track");
    for (const field of resourceOf(name).unpublished ?? []) expect(read).not.toContain(field);
  });
});
