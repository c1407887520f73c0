import { setFlagsFromString } from "node:v8";

/** With fewer it gains nothing; and long queues come in pieces for which V8 would collect all the time. */
const manyPlayers = 200;

/**
 * Lets V8 collect what is no longer used once the heap has grown by a third, and not only at four times its size. Each
 * poll leaves a state behind that was just old enough to be taken for one that lasts: with 250 players that came to
 * 60 MB between two collections. A collection takes some milliseconds, aside of the work for the most part.
 */
export function keepHeapSmall(players: number): void {
  if (players >= manyPlayers) setFlagsFromString("--heap-growing-percent=30");
}

/**
 * Has V8 make every object among the young ones. Otherwise, where nearly all that comes from a line of code is kept for a
 * while, as the states of players are while a bridge starts, it makes all of that line among the old ones from then on.
 * But such a state lasts until the next poll, and the old ones are collected by a walk through the whole heap.
 */
export function keepObjectsYoung(): void {
  setFlagsFromString("--no-allocation-site-pretenuring");
}
