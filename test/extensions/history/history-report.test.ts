import { expect, it } from "vitest";
import type { PlayerView } from "../../../src/bridge/extension.ts";
import type { MusicState } from "../../../src/core/resources/music.ts";
import { HistoryReport } from "../../../src/extensions/history/history-report.ts";
import { music } from "../../core/sample-player.ts";
import { settled } from "../../core/samples.ts";
import { RecordingBroker } from "../../support/bridge/recording-broker.ts";
import { eventually } from "../../support/eventually.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { startReceiver } from "../../support/receiver-stand-in.ts";
import { deliveriesTo } from "./deliveries-with.ts";

/** What follows the players, and tells these receivers. */
function reporting(listens: readonly { readonly url: string }[]) {
  const clock = new FakeClock();
  const deliveries = deliveriesTo({ listens }, { clock });
  const broker = new RecordingBroker();
  const sources = { base: "p", broker, clock, players: () => [], mayAct: () => true, deliveries };
  return { report: new HistoryReport(sources), clock, deliveries, broker };
}

it("a track that ended before the receiver could hear of it is not told as playing", async () => {
  await using receiver = await startReceiver();
  const { report, clock, deliveries } = reporting([{ url: receiver.url }]);
  const shows = (id: string, playing: MusicState["playing"]): void => {
    const track = { ...music.track, title: id };
    const state = settled({ player: { music: { ...music, playing, track } } });
    report.observed({ id, state } as unknown as PlayerView, "music", false);
  };
  try {
    receiver.next = ["hang"];
    shows("den", "playing");
    await eventually(() => expect(receiver.requests).toHaveLength(1));
    shows("bath", "playing");
    shows("attic", "playing");
    shows("bath", "paused");
    await clock.advance(30_000);
    await eventually(() =>
      expect(deliveries.health).toMatchObject({
        receivers: { [new URL(receiver.url).host]: { problem: "no answer in time" } },
      }),
    );
    await clock.advance(5000);
    await eventually(() => expect(receiver.taken).toHaveLength(1));
    shows("bath", "playing");
    await eventually(() => expect(receiver.taken).toHaveLength(2));
    const titles = receiver.taken.map(({ body }) => /"track_name":"(\w+)"/.exec(JSON.stringify(body))?.[1]);
    expect(titles).toEqual(["attic", "bath"]);
  } finally {
    await report.stop();
  }
});

it("what only follows from earlier answers counts once the player tells another track", async () => {
  const { report, clock, broker } = reporting([]);
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
