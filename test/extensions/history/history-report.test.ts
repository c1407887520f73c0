import { expect, it } from "vitest";
import type { PlayerView } from "../../../src/bridge/extension.ts";
import { type Watched, watchedKinds } from "../../../src/core/history/history.ts";
import { type Note, readNote } from "../../../src/core/history/note.ts";
import type { MusicState } from "../../../src/core/resources/music.ts";
import { HistoryReport } from "../../../src/extensions/history/history-report.ts";
import { film, music, whole } from "../../core/sample-player.ts";
import { settled } from "../../core/samples.ts";
import { incoming } from "../../support/bridge/incoming.ts";
import { RecordingBroker } from "../../support/bridge/recording-broker.ts";
import { eventually } from "../../support/eventually.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { startReceiver } from "../../support/receiver-stand-in.ts";
import { deliveriesTo } from "./deliveries-with.ts";

/** What follows these players and tells these receivers, or a later run of it at the same broker. */
function reporting(
  receivers: Parameters<typeof deliveriesTo>[0],
  { clock, broker } = { clock: new FakeClock(), broker: new RecordingBroker() },
  here: ReadonlySet<string> = new Set(),
  others: ReadonlySet<string> = new Set(),
) {
  // What waits for a receiver can be seen as long as nothing is handed over.
  const deliveries = deliveriesTo(receivers, { clock, mayAct: () => here.size === 0 });
  const players = () => Array.from(here, (id) => ({ id }) as PlayerView);
  const sources = { base: "p", broker, clock, players, mayAct: (id: string) => !others.has(id), deliveries };
  return { report: new HistoryReport(sources), clock, deliveries, broker };
}

/** The same with films on two players. */
function following(earlier?: Pick<ReturnType<typeof reporting>, "clock" | "broker">) {
  const [here, others] = [new Set(["den", "bath"]), new Set<string>()];
  const webhooks = [{ url: "http://127.0.0.1:9", kinds: watchedKinds }];
  const bench = reporting({ webhooks }, earlier, here, others);
  const { report, clock, deliveries, broker } = bench;
  const shows = (id: string, state: "playing" | "paused" | "offline", positionSeconds = 0): void => {
    const isOffline = state === "offline";
    const video = { ...film, state: isOffline ? "playing" : state, positionSeconds };
    const { music: _music, ...player } = { ...whole, video };
    const shown = settled({ player, availability: isOffline ? "offline" : "online" });
    report.observed({ id, state: shown } as unknown as PlayerView, isOffline ? "model" : "video", false);
  };
  const plays = async (id: string): Promise<void> => {
    shows(id, "playing", 60);
    await clock.advance(10_000);
    shows(id, "playing", 70);
  };
  /** What was published meanwhile: of a note, what the broker has not accepted by then. */
  const said = (): string[] =>
    broker.messages.splice(0).map(({ topic, payload, retain, qos }) => {
      const { kind, note } = JSON.parse(payload) as Pick<Watched, "kind"> & { readonly note?: Note };
      const text = kind ?? note?.untold.map(({ event }) => (event as Watched).kind).join();
      return `${topic} ${retain ? "kept" : "sent"} ${qos}: ${text}`;
    });
  const waiting = (id: string): string[] => deliveries.of(id).map(({ event }) => (event as Watched).kind);
  return { ...bench, here, others, shows, plays, said, waiting };
}

it("what was seen is told once there is no note to go on from, after a note that has it until it is accepted", async () => {
  const { report, broker, clock, here, others, shows, plays, said, waiting } = following();
  await plays("den");
  // A connection that is lost again before the broker has sent its notes.
  report.connected();
  report.disconnected();
  await plays("bath");
  await clock.advance(60_000);
  expect(said()).toEqual([]);
  report.connected();
  await clock.advance(4999);
  expect(said()).toEqual([]);
  await clock.advance(1);
  expect(said()).toEqual(
    ["den", "bath"].flatMap((id) => [`p/${id}/history kept 0: started`, `p/${id}/watched sent 1: started`]),
  );
  for (const id of here) report.accepted(`p/${id}/watched`);
  await clock.advance(60_000);
  expect(said()).toEqual(["p/den/history kept 0: ", "p/bath/history kept 0: "]);
  for (const [position, notes] of [
    [80, ["p/den/history kept 0: "]],
    [90, ["p/den/history kept 0: "]],
    [90, []],
  ] as const) {
    shows("den", "playing", position);
    await clock.advance(60_000);
    expect(said()).toEqual(notes);
  }
  shows("bath", "offline");
  expect(said()).toEqual(["p/bath/history kept 0: stopped", "p/bath/watched sent 1: stopped"]);
  shows("den", "paused", 90);
  expect(said()).toEqual(["p/den/history kept 0: paused", "p/den/watched sent 1: paused"]);
  report.refused("p/den/watched");
  // After a new connection.
  report.announced();
  expect(said()).toEqual(["p/den/history kept 0: ", "p/bath/history kept 0: stopped"]);
  shows("den", "paused", 95);
  here.delete("den");
  report.arranged();
  expect(said()).toEqual(["p/den/history kept 0: "]);
  // Who has the player next hands it over.
  expect(readNote(broker.retained.get("p/den/history") ?? "")?.unsent).toHaveLength(2);
  expect([waiting("den"), waiting("bath")]).toEqual([[], ["started", "stopped"]]);
  here.add("den");
  report.arranged();
  shows("den", "paused", 95);
  report.accepted("p/bath/watched");
  others.add("bath");
  await clock.advance(60_000);
  // Of the one that came back, and has no note.
  expect(said()).toEqual(["p/den/history kept 0: "]);
  others.clear();
  await report.stop();
  expect([said(), clock.pending]).toEqual([["p/bath/history kept 0: "], 0]);
});

it("the next run goes on from the note: what was not accepted is told again, once, and receivers get nothing twice", async () => {
  const first = following();
  await first.plays("den");
  first.report.connected();
  await first.clock.advance(5000);
  first.report.accepted("p/den/watched");
  first.shows("den", "paused", 80);
  await first.report.stop();
  first.said();
  const note = first.broker.retained.get("p/den/history") ?? "";
  const { report, shows, said, waiting, deliveries, broker } = following(first);
  expect(report.subscriptions).toEqual(
    ["den", "bath"].map((id) => ({ filter: `p/${id}/history`, wantsRetained: true })),
  );
  const hears = (retain: boolean): void => report.received(incoming("p/den/history", note, { retain }));
  report.connected();
  shows("den", "paused", 80);
  hears(false);
  expect(said()).toEqual([]);
  hears(true);
  expect(said()).toEqual(["p/den/history kept 0: paused", "p/den/watched sent 1: paused"]);
  hears(true);
  expect([said(), waiting("den")]).toEqual([[], ["started", "paused"]]);
  shows("den", "playing", 80);
  expect(said()).toEqual(["p/den/history kept 0: paused,resumed", "p/den/watched sent 1: resumed"]);
  expect(new Set(deliveries.of("den").map(({ event: { id } }) => id)).size).toBe(1);
  expect(report.ownMessage("p/den/history")?.payload).toBe(broker.retained.get("p/den/history"));
  await report.stop();
});

it("a track is told to receivers as it begins, and as it goes on after a pause", async () => {
  await using receiver = await startReceiver();
  const { report } = reporting({ listens: [{ url: receiver.url }] });
  const steps = ["den playing", "den playing", "bath paused", "attic playing", "den paused", "den playing"];
  const told = ["den playing 0", "attic playing 3", "den playing 5"];
  for (const [place, step] of steps.entries()) {
    const [id, playing] = step.split(" ") as [string, MusicState["playing"]];
    const track = { ...music.track, title: `${step} ${place}` };
    const state = settled({ player: { music: { ...music, playing, track } } });
    report.observed({ id, state } as unknown as PlayerView, "music", false);
    const count = told.filter((one) => Number(one.at(-1)) <= place).length;
    await eventually(() => expect(receiver.taken).toHaveLength(count));
  }
  const titles = receiver.taken.map(({ body }) => /"track_name":"([^"]+)"/.exec(JSON.stringify(body))?.[1]);
  expect(titles).toEqual(told);
  await report.stop();
});

it("what only follows from earlier answers counts once the player tells another track", async () => {
  const { report, clock, broker } = reporting({});
  const shows = (title: string, positionSeconds: number, isInferred: boolean): void => {
    const track = { ...music.track, key: title, title };
    const state = settled({ player: { music: { ...music, track, positionSeconds } } });
    report.observed({ id: "den", state } as unknown as PlayerView, "music", isInferred);
  };
  /** A player that tells a track as it begins, and nothing more while it plays. */
  const plays = async (title: string, seconds: number): Promise<void> => {
    shows(title, 0, false);
    for (let at = 10; at <= seconds; at += 10) {
      await clock.advance(10_000);
      shows(title, at, true);
    }
  };
  const played = (): unknown[] =>
    broker.messages
      .filter(({ topic }) => topic === "p/den/played")
      .map(({ payload }) => (JSON.parse(payload) as { title: string }).title);
  try {
    report.connected();
    await plays("whole", 190);
    expect(played()).toEqual([]);
    await plays("skipped", 40);
    expect(played()).toEqual(["whole"]);
    await plays("last", 0);
    expect(played()).toEqual(["whole"]);
  } finally {
    await report.stop();
  }
});
