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
import type { Support } from "../../../src/core/resources/resource.ts";
import { audio, declared, film, model, music, readings } from "../sample-player.ts";
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
    const odd = after(settled(), [500, answered("video", "absent")]);
    expect(odd.player).toBe(settled().player);
    expect(odd.schedule.activeUntil).toBe(settled().schedule.activeUntil);
    expect(odd.resources.video.dueAt).toBe(750);
    const { effect } = pending();
    const stopping = settled({ effect: pending({ effect: { ...effect, proof: "video" } }) });
    const due = having(stopping, { subtitles: { dueAt: 400 } });
    const once = after(due, [500, answered("video", "absent")]);
    expect(once.player).toBe(due.player);
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

  it("in the playlist is believed once the film's own lists are there", () => {
    const none = after(settled(), [500, answered("playlist", "absent")]);
    expect(none.player.playlist).toEqual(emptyPlaylist);
  });

  it.each(["reading", "unchanged"] as const)(
    "in the playlist before the film's own lists were there is doubted once one of them is: %s",
    (kind) => {
      const begun = after(
        settled(),
        [300, answered("playlist", "absent")],
        [400, answered("subtitles", "absent")],
      );
      expect(begun.resources.playlist.dueAt).toBeGreaterThan(60_000);
      const there = after(begun, [900, answered("subtitles", kind)]);
      expect(there.resources.playlist.dueAt).toBe(900);
      expect(after(there, [950, answered("playlist", "absent")]).resources.playlist.dueAt).toBe(1950);
      const known = after(
        settled(),
        [400, answered("subtitles", "absent")],
        [900, answered("subtitles", kind)],
      );
      expect(known.resources.playlist.dueAt).toBeGreaterThan(60_000);
    },
  );

  it("in the playlist goes on being asked for, although the film's own lists are there by now", () => {
    const begun = having(settled(), { subtitles: { confusions: 1 } });
    const missing = after(begun, [500, answered("playlist", "absent")], [900, answered("subtitles")]);
    expect(after(missing, [1000, answered("playlist", "absent")]).resources.playlist.dueAt).toBe(2000);
  });

  it("counts as one of two odd answers beside a confused one", () => {
    const ended = after(settled(), [500, answered("video", "confused")], [1000, answered("video", "absent")]);
    expect(ended.player.video?.state).toBe("idle");
    const goesOn = after(
      settled(),
      [500, answered("video", "absent")],
      [1000, answered("video", "unchanged")],
      [2000, answered("video", "absent")],
    );
    expect(goesOn.player.video?.state).toBe("playing");
  });

  it("leaves the model as it is", () => {
    expect(after(settled(), [500, answered("model", "absent")]).player.model).toBe(model);
  });
});

describe("confusion", () => {
  it("is retried half a second later, at most twice", () => {
    const dueAfter = (confusions: number): number => {
      const session = having(settled(), { video: { confusions } });
      return after(session, [7000, answered("video", "confused")]).resources.video.dueAt;
    };
    expect([0, 1, 2, 3].map(dueAfter)).toEqual([7500, 7500, never, never]);
  });

  it("that lasts leaves the video unknown, and all else as last seen", () => {
    const twice = answers(settled(), "video", "confused", "confused");
    expect(twice.player.video).toBe(film);
    const thrice = after(twice, [50_000, answered("video", "confused")]);
    expect(thrice.player.video).toEqual({ ...film, state: "unknown" });
    expect(after(thrice, [60_000, answered("video", "confused")]).player).toBe(thrice.player);
  });

  it("that lasts from the beginning leaves the video unknown and empty", () => {
    const session = answers(newSession(0), "video", "confused", "confused", "confused");
    expect(session.player.video).toEqual({ ...idleVideo, state: "unknown" });
  });

  it.each(["audio", "playlist", "queue"] as const)("about %s keeps the old state", (resource) => {
    const session = answers(settled(), resource, "confused", "confused", "confused", "confused");
    expect(session.player).toEqual(settled().player);
  });

  it.each(["reading", "unchanged", "absent", "refused", "unsupported"] as const)(
    "is over with an answer that is %s",
    (kind) => {
      expect(answers(settled(), "video", "confused", "confused", kind).resources.video.confusions).toBe(0);
    },
  );
});

describe("a refusal that may be a denial", () => {
  const refused: Answer = { kind: "refused", reason: "body status 405", isDenial: true };
  const after405 = (session: Session, times: number): Session =>
    after(
      session,
      ...Array.from({ length: times }, (_, at) => [at * 1000, answered("video", refused)] as const),
    );

  it.each(["unknown", "supported"] as const)("is believed at the third time, from %s on", (support) => {
    const before = having(settled(), { video: { support } });
    expect(after405(before, 2).resources.video).toMatchObject({ support, dueAt: never, hasFailed: true });
    const given = after405(before, 3);
    expect(given.resources.video.support).toBe("unsupported");
    expect(given.player.video).toBeUndefined();
    expect(given.resources.subtitles.support).toBe("unsupported");
  });

  it("is retried ten minutes later, and not by earlier ticks", () => {
    const given = after405(settled(), 3);
    expect(given.resources.video.dueAt).toBe(602_000);
    const ticked = after(given, [4000, { kind: "tick", resources: ["video"], intervalMs: 2000 }]);
    expect(ticked.resources.video.dueAt).toBe(602_000);
    const again = after(
      ticked,
      [602_000, { kind: "requested", resource: "video" }],
      [602_000, answered("video", refused)],
    );
    expect(again.resources.video).toMatchObject({ support: "unsupported", dueAt: 1_202_000 });
    const back = after(again, [1_202_000, answered("video")]);
    expect([back.resources.video.support, back.player.video]).toEqual(["supported", film]);
  });

  it("does not count on after another answer", () => {
    const session = after(after405(settled(), 2), [5000, answered("video", "refused")]);
    expect(after(session, [6000, answered("video", refused)]).resources.video.support).toBe("supported");
  });
});

describe("a denial", () => {
  const cases: readonly (readonly [string, Support, readonly Answer["kind"][], Support])[] = [
    ["is believed at once of what was never answered", "unknown", ["unsupported"], "unsupported"],
    ["is taken for a slip of what once answered", "supported", ["unsupported", "unsupported"], "supported"],
    [
      "is believed at the third time in a row",
      "supported",
      ["unsupported", "unsupported", "unsupported"],
      "unsupported",
    ],
    ...(["reading", "unchanged", "absent", "confused", "refused"] as const).map(
      (kind) =>
        [
          `does not count on after an answer that is ${kind}`,
          "supported",
          ["unsupported", "unsupported", kind, "unsupported", "unsupported"],
          "supported",
        ] as const,
    ),
  ];

  it.each(cases)("%s", (_name, support, kinds, expected) => {
    const session = answers(having(settled(), { queue: { support } }), "queue", ...kinds);
    expect(session.resources.queue.support).toBe(expected);
    expect(session.player.queue === undefined).toBe(expected === "unsupported");
  });

  it.each(["absent", "refused", "unsupported"] as const)(
    "of what few models have is believed at once, and not asked for again: %s",
    (kind) => {
      const { videoVolume } = answers(newSession(0), "videoVolume", kind).resources;
      expect(videoVolume).toMatchObject({ support: "unsupported", dueAt: never });
      const known = having(settled(), { videoVolume: { support: "supported" } });
      expect(answers(known, "videoVolume", kind).resources.videoVolume.support).toBe("supported");
    },
  );

  it("of what few models have is asked for again where that holds for now", () => {
    const kinds: readonly Answer[] = [
      { kind: "refused", reason: "UPnP 501", isForNow: true },
      { kind: "unsupported", isForNow: true },
    ];
    for (const answer of kinds) {
      const { videoVolume } = after(newSession(0), [1000, answered("videoVolume", answer)]).resources;
      expect(videoVolume).toMatchObject({ support: "unsupported", dueAt: 601_000 });
    }
  });
});
