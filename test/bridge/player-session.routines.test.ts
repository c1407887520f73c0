import * as fc from "fast-check";
import { expect, it } from "vitest";
import { readNote } from "../../src/bridge/read-note.ts";
import type { Call, Reply } from "../../src/core/controls/call.ts";
import type { Answer, ResourceName } from "../../src/core/resources/player.ts";
import { browseAll } from "../../src/core/library.ts";
import { model, music, queue } from "../core/sample-player.ts";
import { RecordingBroker } from "../support/bridge/recording-broker.ts";
import { ScriptedPlayer, unreachable } from "../support/bridge/scripted-player.ts";
import { SessionBench } from "../support/bridge/session-bench.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { storiesIn } from "../support/stories-in.ts";

/** A player that plays streams beside its queue, and the bridge that runs it, one time after another. */
class House extends ScriptedPlayer {
  readonly clock = new FakeClock();
  readonly broker = new RecordingBroker();
  bench: SessionBench;
  /** The commands so far. */
  sent = 0;
  /** What the player was told to do. */
  readonly acts: string[] = [];
  /** The operations that it refuses. */
  readonly refused = new Set<string>();
  /** What it cannot tell the next time. */
  readonly confusing = new Set<string>();
  isBusy = false;
  latencyMs = 5;
  hasVolume = true;
  isOn = true;
  level = 60;
  heard = "one";
  playing: "playing" | "paused" | "idle" = "playing";
  #entry = 0;
  #from = { at: this.clock.now(), seconds: 100 };
  #endsAt = Number.POSITIVE_INFINITY;
  readonly songs = ["one", "two", "three"];
  readonly #policy;

  constructor(sleepOff = false) {
    super();
    this.#policy = {
      gapMs: 20,
      offlineAfter: 1,
      pace: { factor: 1, scheduled: new Set<never>() },
      sleepOff,
      library: { enabled: true, requestsPerHour: 9, slowMs: 900_000 },
    };
    this.bench = new SessionBench(this.#policy, () => this, this);
  }

  get note(): string {
    return this.broker.retained.get("base/den/note") ?? "";
  }

  get seconds(): number {
    const passed = this.playing === "playing" ? (this.clock.now() - this.#from.at) / 1000 : 0;
    return Math.floor(this.#from.seconds + passed);
  }

  /** The bridge reads what an earlier run has noted. */
  async resume(): Promise<void> {
    this.bench.session.resume(readNote(Buffer.from(this.note)));
    await this.clock.advance(2000);
  }

  /** The first command of the next run may come before its note. */
  async restart(awayMs: number, first: string[]): Promise<void> {
    await this.bench[Symbol.asyncDispose]();
    await this.clock.advance(awayMs);
    this.bench = new SessionBench(this.#policy, () => this, this);
    const [doing = "", ...words] = first;
    await doings[doing]?.(this, ...words);
    await this.resume();
  }

  announce(seconds = "", volume?: string, name = "bell"): void {
    const address = `http://house.example/${name}?${seconds}`;
    this.send(
      "announce",
      JSON.stringify({ address, volume: Number.isNaN(Number(volume)) ? undefined : Number(volume) }),
    );
  }

  send(target: "announce" | "sleep", request: string): void {
    this.sent += 1;
    this.bench.send(request, { target });
  }

  play(what: string, seconds = 0): void {
    [this.heard, this.playing] = [what, "playing"];
    this.#from = { at: this.clock.now(), seconds };
    this.#endsAt = Number.POSITIVE_INFINITY;
    if (this.songs.includes(what)) this.#entry = this.songs.indexOf(what);
  }

  pause(): void {
    this.#from = { at: this.clock.now(), seconds: this.seconds };
    this.playing = "paused";
  }

  override async read(resource: ResourceName, signal: AbortSignal): Promise<Answer> {
    if (!this.isOn) throw unreachable();
    await this.clock.sleep(this.latencyMs, signal);
    signal.throwIfAborted();
    if (this.confusing.delete(resource)) return { kind: "confused", reason: "busy" };
    if (this.isBusy && resource === "music") return { kind: "refused", reason: "busy" };
    if (this.clock.now() >= this.#endsAt) this.playing = "idle";
    const { heard, level, playing, seconds: positionSeconds, songs } = this;
    switch (resource) {
      case "model":
        return { kind: "reading", reading: { resource, value: { ...model, mac: undefined } } };
      case "power":
        return { kind: "reading", reading: { resource, value: [{ tag: "poweroff", name: "Off" }] } };
      case "queue": {
        const entries = songs.map((title, position) => ({ position, title }));
        const value = { ...queue, total: songs.length, current: this.#entry, entries };
        return { kind: "reading", reading: { resource, value } };
      }
      case "music": {
        const track = { ...music.track, title: heard, key: heard };
        const length = songs.includes(heard) ? 5000 : (this.#endsAt - this.#from.at) / 1000;
        const durationSeconds = Number.isFinite(length) ? length : undefined;
        const volume = this.hasVolume ? { level, min: 0, max: 100 } : undefined;
        const value = { ...music, playing, track, positionSeconds, durationSeconds, volume };
        return { kind: "reading", reading: { resource, value } };
      }
      default:
        return { kind: "unsupported" };
    }
  }

  override async perform(call: Call, signal: AbortSignal): Promise<Reply> {
    if (!this.isOn) throw unreachable();
    if (this.refused.has(call.operation)) return { kind: "refused", reason: "not now" };
    const act = this.#act(call);
    if (act === undefined) return { kind: "unsupported" };
    this.acts.push(act);
    await this.clock.sleep(this.latencyMs, signal);
    signal.throwIfAborted();
    return { kind: "done" };
  }

  #act(call: Call): string | undefined {
    switch (call.operation) {
      case "setVolume":
        this.level = call.level;
        return `level ${call.level}`;
      case "toggleMusic":
        if (call.to === "paused") this.pause();
        else this.play(this.heard, this.seconds);
        return `${call.to} ${this.heard}`;
      case "seekMusic":
        this.#from = { at: this.clock.now(), seconds: call.seconds };
        return `seek ${call.seconds}`;
      case "playQueueEntry":
        this.play(this.songs[call.index] ?? "");
        return `play ${this.heard}`;
      case "playStream": {
        const { pathname, search } = new URL(call.stream.address);
        this.play(pathname.slice(1));
        if (search !== "?0") this.#endsAt = this.clock.now() + Number(search.slice(1)) * 1000;
        return `play ${this.heard}`;
      }
      case "setPower":
        this.isOn = false;
        return "off";
      default:
        return undefined;
    }
  }

  /** The ends of its commands; the steps of a timer have outcomes of their own. */
  get outcomes(): string[] {
    return this.broker.results.flatMap(({ command, lost, outcome }) =>
      command === "announce" || command === "sleep" ? [[command, outcome, ...(lost ?? [])].join(" ")] : [],
    );
  }

  /** What was done with the player, of a fade its end; what is heard at last; and what was told. */
  get summary(): string {
    const isFading = (act: string, place: number): boolean =>
      act.startsWith("level") && this.acts[place + 1]?.startsWith("level") === true;
    const acts = this.acts.filter((act, place) => !isFading(act, place)).join(", ");
    const place = this.playing === "paused" ? ` after ${this.seconds} s` : "";
    const minutes = this.broker.payloads("base/den/sleep").map((text) => text || "-");
    const told = [
      ...this.outcomes,
      ...(minutes.some((text) => text !== "-") ? [`minutes ${minutes.join(" ")}`] : []),
    ];
    return `${acts} | ${this.playing} ${this.heard} at ${this.level}${place} | ${told.join(", ")}`;
  }
}

/** What happens in a story, by its first word. */
const doings: Readonly<Record<string, (house: House, ...words: string[]) => unknown>> = {
  announce: (house, ...told) => house.announce(...told),
  sleep: (house, minutes = "") => house.send("sleep", minutes),
  wait: ({ clock }, seconds) => clock.advance(Number(seconds) * 1000),
  restart: (house, seconds, ...first) => house.restart(Number(seconds) * 1000, first),
  reconnect: ({ bench }) => bench.session.resume({}),
  set: (house, level) => (house.level = Number(level)),
  play: (house, what = "") => house.play(what),
  pause: (house) => house.pause(),
  refuse: ({ refused }, operation = "") => refused.add(operation),
  off: (house) => (house.isOn = false),
  on: (house) => (house.isOn = true),
  late: (house, seconds) => (house.latencyMs = Number(seconds) * 1000),
  confuse: ({ confusing }, resource = "") => confusing.add(resource),
  busy: (house) => (house.isBusy = true),
  free: (house) => (house.isBusy = false),
  order: ({ bench }, request = "") => bench.send(request, { target: "music/playback" }),
  silence: (house) => (house.hasVolume = false),
  browse: (house) => {
    // This page of the library never comes.
    house.follow(() => undefined);
    void house.bench.session.browse({ operation: browseAll("albums"), of: "", start: 0, count: 9 });
  },
  reverse: ({ songs }) => songs.push(...songs.splice(0).toReversed()),
  look: ({ acts, heard }) => acts.push(`hear ${heard}`),
};

/** One thing after another; those with a plus at once. */
async function tell(story: string, sleepOff = false): Promise<House> {
  const house = new House(sleepOff);
  await house.resume();
  for (const part of story === "" ? [] : story.split(", ")) {
    const at = part.split(" + ").map((one) => one.split(" "));
    await Promise.all(at.map(([word = "", ...words]) => doings[word]?.(house, ...words)));
    await house.clock.advance(0);
  }
  return house;
}

it.each(
  storiesIn(`
  an announcement is heard at its volume, and what played goes on where it was
      announce 20 30, wait 60
      paused one, level 30, play bell, level 60, play one, seek 102 | playing one at 60 | announce applied

  what was paused stays paused, also after a restart of the bridge
      pause, wait 60, announce 20 30, wait 10, restart 60, wait 60
      level 30, play bell, level 60, play one, seek 102, paused one | paused one at 60 after 102 s | announce failed

  what played long ago is not begun again after a restart, but the volume comes back
      announce 20 30, wait 10, restart 1000, wait 60
      paused one, level 30, play bell, level 60 | idle bell at 60 | announce failed

  the last of several announcements is heard, and each has an outcome
      announce 600 30, wait 10, announce 20 40 second + announce 20 20 third, wait 60
      paused one, level 30, play bell, paused bell, level 20, play third, level 60, play one, seek 102 | playing one at 60 | announce superseded, announce superseded, announce applied

  one that cannot be told from the one before fails, and what played before both goes on
      announce 20 30, wait 1, announce 20, wait 60
      paused one, level 30, play bell, play bell, paused bell, level 60, play one, seek 102 | playing one at 60 | announce superseded, announce failed

  one that another replaces before it is heard is not heard at all
      announce 20 30, announce 20 - second, wait 60
      play second, play one, seek 102 | playing one at 60 | announce superseded, announce applied

  one that has waited for another for too long is not heard
      late 3, announce 20 30, wait 3, announce 20 30 second, wait 60
      paused one, level 30, play bell, level 60, play one, seek 101 | playing one at 60 | announce superseded, announce expired

  one that waits for the player as the bridge stops leaves nothing to go back to
      late 2, announce 20 30, wait 1, restart 10 + pause, wait 60
      | paused one at 60 after 103 s | announce failed

  one of a player that does not tell everything is heard
      confuse music, announce 20 30, wait 60
      paused one, level 30, play bell, level 60, play one, seek 102 | playing one at 60 | announce applied

  what somebody has paused only just before stays paused, also without a volume
      silence, wait 60, pause, announce 20, wait 60
      play bell, play one, seek 162, paused one | paused one at 60 after 162 s | announce applied

  a page of the library that never comes delays none
      browse, wait 1, announce 20 30, wait 60
      paused one, level 30, play bell, level 60, play one, seek 103 | playing one at 60 | announce applied

  what played comes back after a restart in the moment in which the next one begins
      announce 600 30, wait 10, late 1, announce 20 40 second, wait 6, restart 5, wait 60
      paused one, level 30, play bell, paused bell, level 40, play second, level 60, play one, seek 102 | playing one at 60 | announce superseded, announce failed

  what played also comes back if two others could not be played meanwhile
      announce 0, wait 10, refuse playStream, late 1, announce 20 - second, wait 2, announce 20 - third, wait 100
      play bell, play one, seek 102 | playing one at 60 | announce superseded, announce failed, announce expired

  one that waits as the bridge stops has its outcome, and the next run goes back
      announce 600 30, wait 10, announce 20 40 second + restart 10, wait 700
      paused one, level 30, play bell, paused bell, level 60, play one, seek 102 | playing one at 60 | announce superseded, announce failed

  one without an end is paused before it becomes louder
      announce 0 30, wait 100
      paused one, level 30, play bell, paused bell, level 60, play one, seek 102 | playing one at 60 | announce applied

  one of two minutes is heard to its end
      announce 120, wait 115, look, wait 30
      play bell, hear bell, play one, seek 102 | playing one at 60 | announce applied

  what somebody plays meanwhile stays
      announce 600 30, wait 10, play three, wait 60
      paused one, level 30, play bell, level 60 | playing three at 60 | announce applied

  a volume that somebody sets meanwhile stays
      announce 20 30, wait 10, set 70, wait 60
      paused one, level 30, play bell, play one, seek 102 | playing one at 70 | announce applied

  so does one that somebody sets before the next announcement
      announce 600 30, wait 10, set 70, wait 5, announce 20 40, wait 60
      paused one, level 30, play bell, paused bell, level 40, play bell, level 70, play one, seek 102 | playing one at 70 | announce superseded, announce applied

  a volume that somebody has set only just before comes back
      pause, wait 60, set 20, announce 20 30, wait 60
      level 30, play bell, level 20, play one, seek 102, paused one | paused one at 20 after 102 s | announce applied

  a player that is switched off meanwhile gets its volume back once it is on
      announce 600 30, wait 10, pause + off, wait 60, on, wait 60
      paused one, level 30, play bell, level 60 | paused bell at 60 after 9 s | announce applied track

  so does one that is switched off as it takes the volume
      late 1, announce 20 30, wait 3.8, off, wait 60, on, wait 60
      paused one, level 60, playing one | playing one at 60 | announce failed

  what played goes on at its volume if nothing else can be played
      refuse playStream, announce 20 30, wait 60
      paused one, level 60, playing one | playing one at 60 | announce failed

  the volume fades, what plays is paused, and the volume comes back
      sleep 2, wait 150
      level 2, paused one, level 60 | paused one at 60 after 222 s | sleep applied, minutes - 2 1 -

  a touch of the volume ends the fade, but not that of the next timer
      sleep 1, wait 30, set 80, wait 60, play one, wait 5, sleep 1, wait 90
      level 34, paused one, level 2, paused one, level 80 | paused one at 80 after 65 s | sleep applied, sleep applied, minutes - 1 - 1 -

  0 ends the timer and the fade
      sleep 0, sleep 1, wait 30, sleep 0, wait 90
      level 60 | playing one at 60 | sleep unchanged, sleep applied, sleep applied, minutes - 1 -

  more minutes end the fade, too
      sleep 1, wait 30, sleep 30 + sleep 1441, wait 90
      level 60 | playing one at 60 | sleep applied, sleep applied, sleep rejected, minutes - 1 30 29

  a bridge that starts in the middle of the fade ends it
      sleep 1, wait 30, restart 5, wait 90
      level 2, paused one, level 60 | paused one at 60 after 162 s | sleep applied, minutes - 1 - 1 -

  a bridge that starts after the end of the timer pauses what plays
      sleep 1, wait 30, restart 60, wait 60
      level 34, paused one, level 60 | paused one at 60 after 194 s | sleep applied, minutes - 1 -

  so does one that cannot tell at first what plays
      sleep 1, wait 30, confuse music, restart 60, wait 60
      level 34, paused one, level 60 | paused one at 60 after 194 s | sleep applied, minutes - 1 -

  a page of the library that never comes delays no step of it
      sleep 1, browse, wait 90
      level 2, paused one, level 60 | paused one at 60 after 162 s | sleep applied, minutes - 1 -

  a bridge that starts long after the end of the timer only gives the volume back
      sleep 1, wait 30, restart 800, wait 90
      level 60 | playing one at 60 | sleep applied, minutes - 1 -

  a player that was switched off during the fade gets its volume back, and the timer can be ended
      sleep 5, wait 270, off, wait 60, sleep 0, sleep 9, on, wait 60
      level 60 | playing one at 60 | sleep applied, sleep applied, sleep failed, minutes - 5 4 3 2 1 -

  a player that is off as the bridge starts is asked for nothing until it is on
      sleep 1, wait 30, off, restart 100, wait 60, look, on, wait 60
      level 34, hear one, level 60 | playing one at 60 | sleep applied, minutes - 1 -

  what could not be paused does not become loud again
      refuse toggleMusic, sleep 1, wait 90
      level 2 | playing one at 2 | sleep applied, minutes - 1 -

  a timer that ends during an announcement pauses what came back, at its former volume
      sleep 1, wait 30, announce 90 30, wait 200
      level 34, paused one, level 30, play bell, level 34, play one, seek 132, paused one, level 60 | paused one at 60 after 132 s | sleep applied, announce applied, minutes - 1 -

  the minutes of a timer go on during an announcement, and with another connection to the broker
      sleep 5, announce 200 30, wait 100, reconnect, wait 90
      paused one, level 30, play bell | playing bell at 30 | sleep applied, minutes - 5 4 3 2

  a pause that was ordered just before stays one
      order pause + announce 20 30, wait 60
      paused one, level 30, play bell, level 60, play one, seek 102, paused one | paused one at 60 after 102 s | announce applied

  one that tells only much later what it plays is paused no more, and has its volume back
      sleep 1, wait 30, busy, restart 40, wait 700, free, wait 60
      level 60 | playing one at 60 | sleep applied, minutes - 1 -

  what cannot be played again is told
      refuse playQueueEntry, announce 20 30, wait 60
      paused one, level 30, play bell, level 60 | idle bell at 60 | announce applied track

  so is a song that has another place in the queue by now
      announce 20 30, wait 5, reverse, wait 60
      paused one, level 30, play bell, level 60, play three | playing three at 60 | announce applied track

  a player that is off announces nothing
      off, wait 60, announce 20, wait 60
      | playing one at 60 | announce failed

  one that comes before the note of the last run goes back to what that one has left
      announce 600 30, wait 10, restart 5 announce 20 20 second, wait 60
      paused one, level 30, play bell, paused bell, level 20, play second, level 60, play one, seek 102 | playing one at 60 | announce failed, announce applied

  a volume that cannot be turned down stays
      refuse setVolume, sleep 1, wait 90
      paused one | paused one at 60 after 165 s | sleep applied, minutes - 1 -

  a timer ends although a player that is off still has to end an announcement
      sleep 1, announce 20 30, wait 5, off, wait 1200, on, wait 60
      paused one, level 30, play bell, level 60 | idle bell at 60 | sleep applied, announce applied track, minutes - 1 -
`),
)("%s", async (_name, story, summary) => {
  const house = await tell(story);
  expect(house.summary.trim()).toBe(summary);
  const rejected = house.bench.log.lines.filter(({ fields }) => fields["outcome"] === "rejected");
  expect(rejected.length, "logged as rejected").toBe(summary.split("rejected").length - 1);
  await house.bench[Symbol.asyncDispose]();
  expect(house.clock.pending).toBe(0);
});

it("switches the player off if that is wanted, at its former volume", async () => {
  const house = await tell("sleep 1, wait 90", true);
  expect(house.summary).toMatch(/paused one, level 60, off \| paused one at 60/);
  await house.bench[Symbol.asyncDispose]();
});

const happening = fc.constantFrom(
  "announce 20",
  "announce 20 30",
  "announce 90 30",
  "announce 40 20 second",
  "confuse music",
  // A run that ends before it has seen what has no end cannot tell it from what others play.
  "announce 0 10, wait 6",
  "sleep 0",
  "sleep 1",
  "wait 4",
  "wait 15",
  "wait 70",
  "restart 40",
  "reconnect",
);

it("whatever comes together, each command has one outcome, and volume and song are the owner's in the end", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array<string>(happening, { maxLength: 10 }),
      fc.nat(12),
      async (happenings, touchedAt) => {
        // Nobody can tell a touch from the step of an announcement that is under way as it comes.
        const story = happenings.toSpliced(touchedAt, 0, "wait 2, set 75, wait 5");
        const house = await tell([...story, "wait 600"].join(", "));
        const { broker, heard, level, note, outcomes, sent } = house;
        expect([heard, note, outcomes.length]).toEqual(["one", "", sent]);
        // A step of a fade may be under way as the volume is set.
        const steps = broker.results.flatMap(({ command, request }) =>
          command === "volume/level" && request.startsWith("-") ? [-Number(request)] : [],
        );
        expect(75 - level).toBeOneOf([0, ...steps]);
        await house.bench[Symbol.asyncDispose]();
      },
    ),
    { numRuns: 60 },
  );
});
