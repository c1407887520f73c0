import { describe, expect, it } from "vitest";
import {
  forgetMissingPicture,
  type Picture,
  currentPicture,
  pictureToRequest,
  pictureTypeOf,
  withPicture,
} from "../../../src/core/resources/picture.ts";
import { idleVideo } from "../../../src/core/resources/video.ts";
import { plan } from "../../../src/core/session/plan.ts";
import { messagesOf, render } from "../../../src/core/topics/render.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { after, failed, having, pending, policy, refreshOf, select, settled, planned } from "../samples.ts";
import { music, player } from "../sample-player.ts";
import { type SessionFields, sessionWith } from "../session-with.ts";

const address = "http://player/cover";
const png: Picture = { type: "image/png", bytes: Buffer.from("89504e470d0a1a0a00", "hex") };
const { filmArt, ...unknownFilm } = player;
const wanting = (change: SessionFields = {}): Session =>
  settled({ maxPictureBytes: 1000, player: unknownFilm, ...change });
const heard = (change: Partial<typeof music>): SessionFields => ({
  player: { ...unknownFilm, music: { ...music, ...change } },
});
const withAddress = (picture: string): SessionFields => heard({ track: { ...music.track, picture } });

describe("a picture", () => {
  it.each([
    ["89504e470d0a1a0a0000", "image/png"],
    ["ffd8ffe000104a464946", "image/jpeg"],
    ["474946383961", "image/gif"],
    ["474946383761", "image/gif"],
    ["52494646aabbccdd57454250", "image/webp"],
    [Buffer.from("<svg/>").toString("hex"), undefined],
    ["", undefined],
  ])("is known by its first bytes: %s", (hex, type) => {
    expect(pictureTypeOf(Buffer.from(hex, "hex"))).toBe(type);
  });

  it("is requested once per address, from an online player, if pictures are enabled", () => {
    expect(pictureToRequest(wanting())).toBe(address);
    expect(pictureToRequest(settled())).toBeUndefined();
    expect(pictureToRequest(wanting({ availability: "offline" }))).toBeUndefined();
    const had = withPicture(wanting(), address, png);
    expect(pictureToRequest(had)).toBeUndefined();
    expect(pictureToRequest({ ...had, ...withAddress("http://player/other") })).toBe("http://player/other");
    expect(pictureToRequest(withPicture(wanting(), address, undefined))).toBeUndefined();
  });

  it.each([
    ["nothing plays", heard({ playing: "idle" })],
    ["the track has none", withAddress("")],
    ["the player tells of no music", { player: {} }],
  ] as const)("is not asked for when %s", (_what, change) => {
    expect(pictureToRequest(wanting(change))).toBeUndefined();
    expect(currentPicture(withPicture(wanting(change), address, png), "cover")).toBeUndefined();
  });

  it("waits behind everything else", () => {
    const step = { kind: "picture", address };
    expect(plan(wanting(), 5, undefined)).toEqual(step);
    expect(plan(wanting({ quietUntil: 150 }), 5, undefined)).toEqual({ kind: "wait", ms: 145 });
    expect(plan(having(wanting(), { video: { dueAt: 5 } }), 5, undefined)).toMatchObject({ kind: "read" });
    expect(plan(wanting({ status: "unclear" }), 5, undefined)).toMatchObject({ kind: "wait" });
    expect(planned(wanting(), 5, select())).toEqual({ kind: "command" });
    expect(plan(wanting({ effect: pending() }), 5, undefined)).toEqual({ kind: "wait", ms: 995 });
    expect(plan(wanting({ effect: pending() }), 5, select("x", { receivedAt: 1 }))).toMatchObject({
      kind: "wait",
    });
  });

  it("that failed does not affect the player, keeps the gap, and is not requested again", () => {
    const session = after(wanting(), [10, { kind: "picture", address, picture: undefined }]);
    expect(session).toMatchObject({
      presence: { availability: "online", failures: 0 },
      schedule: { quietUntil: 10 + policy.gapMs },
    });
    expect(pictureToRequest(session)).toBeUndefined();
  });

  it("that failed is requested again after a refresh, and when the player is back", () => {
    const missing = withPicture(wanting(), address, undefined);
    expect(pictureToRequest(after(missing, [10, { kind: "refresh", command: refreshOf() }]))).toBe(address);
    const away = after(missing, [10, failed("audio")], [20, failed("audio")], [30, failed("audio")]);
    expect(away.presence.availability).toBe("offline");
    const back = after(away, [40, { kind: "answered", resource: "audio", answer: { kind: "unchanged" } }]);
    expect(pictureToRequest(back)).toBe(address);
  });

  it("that is at hand is kept through both, and so is the type of the last one", () => {
    const had = withPicture(wanting(), address, png);
    expect(forgetMissingPicture(had)).toBe(had);
    expect(forgetMissingPicture(wanting()).memory.requestedPictures).toEqual({});
    const other = "http://player/other";
    const missing = withPicture(sessionWith(had, withAddress(other)), other, undefined);
    expect([
      missing.memory.requestedPictures.cover?.lastType,
      forgetMissingPicture(missing).memory.requestedPictures.cover?.lastType,
    ]).toEqual(["image/png", "image/png"]);
  });
});

describe("poster and backdrop of a film", () => {
  const seen = (change: object = {}): Session => wanting({ player: { ...player, ...change } });

  it("are requested after the cover, each once, while the film plays", () => {
    const heardOf = withPicture(seen(), address, png);
    expect(pictureToRequest(heardOf)).toBe(filmArt.picture);
    const half = withPicture(heardOf, filmArt.picture, png);
    expect(pictureToRequest(half)).toBe(filmArt.backdrop);
    const all = withPicture(half, filmArt.backdrop, png);
    expect(pictureToRequest(all)).toBeUndefined();
    expect([currentPicture(all, "poster"), currentPicture(all, "backdrop")]).toEqual([png, png]);
    const gone = { ...all, player: { ...player, video: idleVideo } };
    expect([currentPicture(gone, "poster"), pictureToRequest(gone)]).toEqual([undefined, undefined]);
  });

  it("are dropped when the film has changed meanwhile", () => {
    const other = seen({ filmArt: { ...filmArt, path: "/films/other.mkv" } });
    expect(withPicture(other, filmArt.picture, png).memory.requestedPictures).toEqual({});
  });

  it("are not requested where the library does not know the film", () => {
    expect(
      pictureToRequest(
        withPicture(seen({ filmArt: { ...filmArt, picture: "", backdrop: "" } }), address, png),
      ),
    ).toBeUndefined();
  });
});

describe("the topics of a picture", () => {
  const target = { base: "b", id: "p", name: "P", address: "http://p", maxPayloadBytes: 100_000 };
  const had = withPicture(wanting(), address, png);
  const messages = (before: Session | undefined, next: Session, largest = 1000): unknown[] =>
    messagesOf(target, render({ ...target, largestPayloadBytes: largest }, before, next))
      .filter(({ topic }) => topic.startsWith("b/p/music/picture/"))
      .map(({ topic, payload, retain, lowPriority }) => {
        expect([retain, lowPriority]).toEqual([true, true]);
        return [topic, payload];
      });
  const empty = [
    ["b/p/music/picture/type", ""],
    ["b/p/music/picture/data", ""],
  ];
  const full = [
    ["b/p/music/picture/data", png.bytes],
    ["b/p/music/picture/type", "image/png"],
  ];

  it("have the bytes before their type, and lose the type first", () => {
    expect(messages(wanting(), had)).toEqual(full);
    expect(messages(had, { ...had, ...withAddress("") })).toEqual(empty);
  });

  it("are published only when they change, and all in a snapshot", () => {
    expect(messages(had, sessionWith(had, { failures: 1 }))).toEqual([]);
    expect(messages(undefined, had)).toEqual(full);
    expect(messages(undefined, settled())).toEqual(empty);
  });

  it("stay empty where the broker takes nothing so large", () => {
    expect(messages(undefined, had, png.bytes.byteLength)).toEqual(full);
    expect(messages(undefined, had, png.bytes.byteLength - 1)).toEqual(empty);
  });
});
