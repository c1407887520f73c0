import type { Watched } from "../../../src/core/history/history.ts";
import { Deliveries, type DeliveriesOptions } from "../../../src/extensions/history/deliveries.ts";
import { MemoryLog } from "../../support/bridge/memory-log.ts";
import { FakeClock } from "../../support/fake-clock.ts";

/** A film that was seen nearly to its end, of which no base of films is known. */
export const film: Watched = {
  kind: "watched",
  title: "Film",
  path: "/mnt/nas/films/Film (1999).mkv",
  year: undefined,
  season: undefined,
  episode: undefined,
  imdb: undefined,
  tmdb: undefined,
  positionSeconds: 5000,
  durationSeconds: 5400,
  fraction: 0.95,
  startedAt: "2025-12-31T20:00:00.000Z",
  id: "film-1",
};

/** Deliveries to these receivers, for every player and without files; pauses are as long as they may be. */
export function deliveriesTo(
  receivers: Partial<DeliveriesOptions["settings"]>,
  options: Partial<DeliveriesOptions> = {},
): Deliveries {
  return new Deliveries({
    settings: { listens: [], webhooks: [], trakt: [], ...receivers },
    version: "1.2.3",
    clock: new FakeClock(),
    log: new MemoryLog(),
    random: () => 1,
    playerOf: (id) => ({ id, model: undefined }),
    mayAct: () => true,
    folder: undefined,
    file: undefined,
    ...options,
  });
}
