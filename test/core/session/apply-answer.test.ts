import { describe, expect, it } from "vitest";
import {
  type Answer,
  type PlayerState,
  type ScheduledResourceName,
  scheduledResourceNames,
  type ResourceName,
  resourceNames,
  resourceOf,
} from "../../../src/core/resources/player.ts";
import type { PlayerModel } from "../../../src/core/resources/model.ts";
import { emptyPlaylist } from "../../../src/core/resources/playlist.ts";
import { emptyQueue } from "../../../src/core/resources/queue.ts";
import { idleVideo } from "../../../src/core/resources/video.ts";
import { newSession } from "../../../src/core/session/new-session.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { audio, declared, model, music, readings } from "../sample-player.ts";
import { after, answered, having, pending, settled } from "../samples.ts";
import type { SessionFields } from "../session-with.ts";

const never = Number.POSITIVE_INFINITY;
const nothing: Record<ScheduledResourceName, unknown> = {
  audio: audio(),
  video: idleVideo,
  playlist: emptyPlaylist,
  queue: emptyQueue,
  music: music,
  videoVolume: undefined,
};
const answers = (session: Session, resource: ScheduledResourceName, ...kinds: Answer["kind"][]): Session =>
  after(session, ...kinds.map((kind, index) => [(index + 1) * 10_000, answered(resource, kind)] as const));

describe("a reading", () => {
  it.each(resourceNames)("of %s is taken and proves that the player has it", (resource) => {
    const session = after(newSession(0), [500, answered(resource)]);
    expect(session.player).toEqual({ [resource]: readings[resource].value });
    expect(session.resources[resource]).toMatchObject({ support: "supported", dueAt: never, triedAt: 500 });
  });

  it("of the queue remembers how many pages it had", () => {
    expect(after(newSession(0), [500, answered("queue")]).memory.pagesKnown).toBe(2);
    expect(after(settled({ pagesKnown: 9 }), [500, answered("queue")]).memory.pagesKnown).toBe(9);
  });

  it("of declared operations keeps what was not answered, and nothing else, and is repeated", () => {
    const problem = { text: "HTTP status 500" };
    const [subwoofer, clock] = declared.map((one) => ({ ...one, problem }));
    if (subwoofer?.kind !== "switch" || clock?.kind !== "fact") throw new Error("other samples");
    const missed = { ...subwoofer, isOn: undefined, isMissed: true } as const;
    const value = [missed, { ...clock, value: "" }];
    const partial = { kind: "reading", reading: { resource: "declared", value }, isPartial: true } as const;
    const { player, resources } = after(settled(), [500, answered("declared", partial)]);
    expect(player.declared).toEqual([
      { ...missed, isOn: true },
      { ...clock, value: "" },
    ]);
    expect(resources.declared).toMatchObject({ hasFailed: true, support: "supported" });
    const first = after(newSession(0), [500, answered("declared", partial)]);
    expect(first.player.declared).toEqual(value);
    const next = after(settled({ player }), [500, answered("declared")]);
    expect(next.player.declared).toEqual(declared);
  });

  it("of new firmware makes every resource due, including unsupported ones", () => {
    const before = having(settled({ player: { model: { ...model, firmware: "v0" } } }), {
      queue: { support: "unsupported" },
    });
    const session = after(before, [500, answered("model")]);
    const due = scheduledResourceNames.filter((name) => session.resources[name].dueAt === 500);
    expect(due).toEqual(scheduledResourceNames);
    expect(session.resources.music.support).toBe("supported");
  });

  it.each([
    ["the same firmware", model],
    ["a firmware that was not known", { ...model, firmware: undefined }],
    ["a first model", undefined],
  ])("of the model makes nothing due where it is %s", (_name, known) => {
    const player: PlayerState = known === undefined ? {} : { model: known };
    const session = after(settled({ player }), [500, answered("model")]);
    expect(scheduledResourceNames.every((name) => session.resources[name].dueAt === never)).toBe(true);
  });
});

describe("the reading of another model", () => {
  const another = { ...model, model: "A4" };
  const owning = (known: PlayerModel, change: SessionFields = {}): Session =>
    settled({ ...change, player: { ...settled().player, model: known } });
  const others = resourceNames.filter((name) => name !== "model");

  it.each([
    ["a model of another name", another],
    ["one that did not report its model", { ...model, model: undefined }],
  ])("in the place of %s makes everything due, and its support unknown", (_name, known) => {
    const before = having(owning(known), { queue: { denials: 2, confusions: 1, support: "unsupported" } });
    const { resources, player } = after(before, [500, answered("model")]);
    for (const name of others) {
      expect(resources[name]).toMatchObject({ support: "unknown", dueAt: 500, denials: 0, confusions: 0 });
    }
    expect(resources.model).toMatchObject({ support: "supported", dueAt: never });
    const kept = Object.entries(before.player).filter(
      ([name]) => resourceOf(name as ResourceName).readOn !== "film",
    );
    expect(player).toEqual({ ...Object.fromEntries(kept), model });
    expect(Object.keys(before.player)).toContain("subtitles");
  });

  it.each(others)("lets one denial of %s remove what the model before had", (resource) => {
    const session = after(
      owning(another),
      [500, answered("model")],
      [900, answered(resource, "unsupported")],
    );
    expect(session.resources[resource].support).toBe("unsupported");
    expect(session.player).not.toHaveProperty(resource);
  });

  it.each(["absent", "refused"] as const)("lets it lack what few models have: %s", (kind) => {
    const { player } = after(owning(another), [500, answered("model")], [900, answered("apps", kind)]);
    expect(player).not.toHaveProperty("apps");
  });

  it("does not believe in what was found absent without a request", () => {
    const ended = { kind: "absent", isUnasked: true } as const;
    const known = after(owning(another), [500, answered("model")]);
    const odd = having(known, { filmArt: { hasFailed: true, confusions: 2, denials: 1 } });
    const told = { support: "unknown", hasFailed: false, confusions: 0, denials: 0 };
    expect(after(odd, [900, answered("filmArt", ended)]).resources.filmArt).toMatchObject(told);
  });

  it("forgets which operations worked, except those that are off", () => {
    const operations: Session["operations"] = {
      seekVideo: { support: "off", denials: 0 },
      selectInput: { support: "supported", denials: 1 },
      setVolume: { support: "unsupported", denials: 3 },
    };
    const session = after(owning(another, { operations }), [500, answered("model")]);
    expect(session.operations).toEqual({ seekVideo: { support: "off", denials: 0 } });
  });

  it("never reads what the owner has not enabled", () => {
    const before = having(owning(another), {
      power: { support: "unsupported", dueAt: never, unread: "off" },
    });
    const { resources } = after(before, [500, answered("model")]);
    expect(resources.power).toBe(before.resources.power);
  });

  it("is not taken from a player that does not report its model this time", () => {
    const unnamed: Answer = {
      kind: "reading",
      reading: { resource: "model", value: { ...model, model: undefined } },
    };
    const session = after(owning(model), [500, answered("model", unnamed)]);
    expect(others.map((name) => session.resources[name])).toEqual(
      others.map((name) => settled().resources[name]),
    );
  });
});

describe("an answer that is unchanged", () => {
  it.each(resourceNames)("leaves all of %s as it is", (resource) => {
    const before = settled();
    const session = after(before, [500, answered(resource, "unchanged")]);
    expect(session.player).toBe(before.player);
    expect(session.schedule.activeUntil).toBe(before.schedule.activeUntil);
  });
});

describe("nothing there", () => {
  it.each(scheduledResourceNames)("gives %s its empty value", (resource) => {
    const session = answers(settled(), resource, "absent", "absent");
    expect(session.player[resource]).toEqual(nothing[resource]);
    expect(session.resources[resource].support).toBe("supported");
  });

  it.each(scheduledResourceNames)("repeated for %s changes nothing", (resource) => {
    const session = answers(settled(), resource, "absent", "absent");
    const again = after(session, [90_000, answered(resource, "absent")]);
    expect(again.player).toBe(session.player);
    expect(again.schedule.activeUntil).toBe(session.schedule.activeUntil);
    expect(again.resources[resource].dueAt).toBe(never);
  });

  it("does not end a film at once, whoever asked", () => {
    const { effect } = pending();
    const stopping = settled({ effect: pending({ effect: { ...effect, proof: "video" } }) });
    const due = having(stopping, { subtitles: { dueAt: 400 } });
    const once = after(due, [500, answered("video", "absent")]);
    expect(once.player).toBe(due.player);
    expect(once.schedule.activeUntil).toBe(due.schedule.activeUntil);
    const ended = after(once, [750, answered("video", "absent")]);
    expect([ended.player.video?.state, ended.resources.subtitles.dueAt]).toEqual(["idle", never]);
  });

  const trailing = ["subtitles", "audioTracks", "zooms", "playModes"] as const;
  const retried = (begun: Session, list: ResourceName, kind: Answer["kind"]): Session => {
    let session = after(begun, [500, answered(list, kind)]);
    for (const at of [1000, 2000, 4000, 8000]) {
      expect(session.resources[list].dueAt).toBe(at);
      session = after(session, [at, answered(list, kind)]);
    }
    expect(session.resources[list]).toMatchObject({ dueAt: 16_000, hasFailed: true });
    return after(session, [16_000, answered(list, kind)]);
  };

  it.each(trailing)("of %s as a film begins is asked for again, for 15 seconds", (list) => {
    const none = retried(having(settled(), { [list]: { support: "unknown" } }), list, "absent");
    expect(none.resources[list]).toMatchObject({ support: "supported", hasFailed: false });
    expect(none.resources[list].dueAt).toBeGreaterThan(60_000);
  });

  it.each(trailing)("of %s is a wrong address no sooner, if that is the answer", (list) => {
    const none = retried(having(settled(), { [list]: { support: "unknown" } }), list, "confused");
    expect(none.resources[list].support).toBe("unsupported");
  });

  it.each(["absent", "confused"] as const)(
    "in the playlist while the subtitles are missing, too, is asked for again: %s",
    (kind) => {
      const begun = having(settled(), { subtitles: { confusions: 1 }, playlist: { hasFailed: false } });
      const none = retried(begun, "playlist", kind);
      expect(none.player.playlist).toEqual(kind === "absent" ? emptyPlaylist : begun.player.playlist);
      expect(none.resources.playlist.dueAt).toBeGreaterThan(60_000);
    },
  );
});
