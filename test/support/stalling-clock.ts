import { FakeClock } from "./fake-clock.ts";

/** A clock whose time can also pass while nothing is done. */
export class StallingClock extends FakeClock {
  stalledMs = 0;

  override now(): number {
    return super.now() + this.stalledMs;
  }
}
