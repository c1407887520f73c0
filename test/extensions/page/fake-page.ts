import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Command } from "../../../src/core/controls/command.ts";
import type { Outcome } from "../../../src/core/controls/effect.ts";
import { RecentLines } from "../../../src/ops/recent-lines.ts";
import { render } from "../../../src/core/topics/render.ts";
import { newSession } from "../../../src/core/session/new-session.ts";
import type { Session } from "../../../src/core/session/session.ts";
import type { AccessRules } from "../../../src/extensions/page/access.ts";
import { BrokerWatch } from "../../../src/extensions/page/broker-watch.ts";
import type { Examine } from "../../../src/extensions/page/doctor-run.ts";
import type { PageDevices, PagePlayer, PageServices } from "../../../src/extensions/page/page-bridge.ts";
import { pageRoutes } from "../../../src/extensions/page/page-routes.ts";
import type { SetUp } from "../../../src/extensions/page/set-up-views.ts";
import { Page } from "../../../src/extensions/page/page.ts";
import { settled } from "../../core/samples.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { type SessionFields, sessionWith } from "../../core/session-with.ts";
import { StreamReader } from "./stream-reader.ts";

export class FakePlayer implements PagePlayer {
  readonly id: string;
  readonly name: string;
  readonly address = "http://192.0.2.7:9529";
  readonly stats = { polls: 0, commands: 0, latencyMs: undefined as number | undefined };
  readonly deadlineMs = 5000;
  readonly offered: Command[] = [];
  /** How often somebody looked at it. */
  watchedTimes = 0;
  state: Session = newSession(0);
  libraryLists: PagePlayer["libraryLists"] = [];

  constructor(id: string) {
    this.id = id;
    this.name = `The ${id}`;
  }

  offer(command: Command): void {
    this.offered.push(command);
  }

  browse: PagePlayer["browse"] = () => Promise.resolve({ kind: "none", reason: "not scripted" });

  /** How many pictures of entries may be requested. */
  pictureBudget = 100;

  takePicture(): boolean {
    return this.pictureBudget-- > 0;
  }

  watched(): void {
    this.watchedTimes += 1;
  }
}

export class FakePage implements Disposable {
  readonly clock = new FakeClock();
  readonly players: PagePlayer[] = [];
  readonly pictures: string[] = [];
  /** Browsers whose connections were closed. */
  cuts = 0;
  /** The limits of silence that requests set for their connections; 0 is none. */
  readonly silenceLimitsMs: number[] = [];
  readonly broker: BrokerWatch;
  readonly page: Page;
  readonly traffic = { published: 0, maxPayloadBytes: 100_000, largestPayloadBytes: 100_000 };
  readonly lines = new RecentLines();
  readonly attempt = {
    time: "2026-01-01T12:00:00.000Z",
    player: "den",
    receiver: "maloja",
    title: "Amber Ferry",
    outcome: "taken" as const,
    reason: "",
  };
  answer: PageDevices["picture"] = () => Promise.resolve({ status: 404, body: new Uint8Array() });
  /** Where the part of the queue begins that the player has told. */
  queueStart = 0;
  isQueueRead = (_position: number): boolean => true;
  readQueue: (from: number, count: number) => Promise<void> = async () => {};
  readonly #routes: ReturnType<typeof pageRoutes>;
  readonly #folder = mkdtempSync(join(tmpdir(), "page-test-"));

  constructor(rules: Partial<AccessRules> = {}, examine?: Examine, setUp?: SetUp) {
    this.broker = new BrokerWatch({ url: "mqtt://127.0.0.1", isEmbedded: false, clientId: "us" }, this.clock);
    const files = {
      "index.html": "<script>1</script><style>p{}</style><p>the page</p>",
      "page-1.css": "p{}",
      "page-1.js": "",
      "fr-1.js": "",
      "fr.phrases-1.js": "",
      "icon.svg": "<svg/>",
      "service-worker.js": "",
    };
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(this.#folder, name), text);
      writeFileSync(join(this.#folder, `${name}.br`), brotliCompressSync(text));
    }
    this.page = new Page({
      services: this.#services(),
      broker: this.broker,
      rules: { host: "127.0.0.1", token: "", guest: "", ingress: false, ...rules },
      guestDenies: [],
      clock: this.clock,
      hideSecrets: (texts) => Promise.resolve(texts.map((text) => text.replaceAll("secret", "…"))),
      linesOf: (id) => this.lines.of(id),
      attempts: () => [this.attempt, { ...this.attempt, player: "elsewhere" }],
      folder: this.#folder,
      examine,
      setUp,
      hasMcp: true,
    });
    this.#routes = pageRoutes(this.page);
  }

  /** Adds a player; the page follows it after `page.arranged()`. */
  add(id: string): FakePlayer {
    const player = new FakePlayer(id);
    this.players.push(player);
    return player;
  }

  change(player: FakePlayer, state: SessionFields): void {
    const before = player.state;
    player.state = sessionWith(before, state);
    const target = { base: "house", id: player.id, name: player.name, address: player.address };
    this.page.changed(player, render({ ...target, ...this.traffic }, before, player.state));
  }

  settle(player: FakePlayer, asked: Command, outcome: Outcome): void {
    this.page.settled(player, { command: asked, outcome });
  }

  async ask(path: string, init: RequestInit = {}, remoteAddress = "127.0.0.1"): Promise<Response> {
    const socket = { remoteAddress, setTimeout: (ms: number) => this.silenceLimitsMs.push(ms) };
    const env = { incoming: { socket }, outgoing: { destroy: () => (this.cuts += 1) } };
    const headers = new Headers(init.headers);
    if (!headers.has("host")) headers.set("host", "localhost:8099");
    return this.#routes.request(`http://localhost:8099${path}`, { ...init, headers }, env);
  }

  /** The headers of the bridge's own page, opened in a browser at this address. */
  async ownHeaders(remoteAddress?: string): Promise<Record<string, string>> {
    const reader = new StreamReader(await this.ask("/api/v1/events", {}, remoteAddress));
    const { forgeryToken } = await reader.nextOf("hello");
    await reader.leave();
    return { "sec-fetch-site": "same-origin", "x-forgery-token": forgeryToken };
  }

  [Symbol.dispose](): void {
    this.page.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #services(): PageServices {
    return {
      version: "1.2.3",
      baseTopic: "house",
      findsPlayers: false,
      needsSetUp: false,
      traffic: this.traffic,
      bridge: { sessions: this.players },
      devices: {
        answers: (id) => [
          { operation: "/getIt", body: Buffer.from(`{"of":"${id}","psk":"secret"}`) },
          {
            operation: "/getMuch",
            body: Buffer.from(
              JSON.stringify({ array: Array.from({ length: 1000 }, () => ({ text: "x".repeat(30) })) }),
            ),
          },
          { operation: "/getNonsense", body: Buffer.from("<html>") },
        ],
        queueEntries: (_id, from, count) => {
          const queue = Array.from({ length: 250 }, (_, index) => index + this.queueStart).map(
            (position) => ({
              position,
              title: `Song ${position}`,
              artist: "Band",
              album: "Record",
              duration: 200,
              codec: "flac",
              picture: `http://192.0.2.7:9529/image?id=${position}`,
              track: String(700 + position),
            }),
          );
          return queue.slice(from, from + count).filter(({ position }) => this.isQueueRead(position));
        },
        readQueue: (_id, from, count) => this.readQueue(from, count),
        picture: (id, url, signal) => {
          this.pictures.push(url);
          return this.answer(id, url, signal);
        },
      },
    };
  }
}

/** A page with a player in this state. */
export function withPlayer(
  state: SessionFields = settled(),
  rules: Partial<AccessRules> = {},
): FakePage & { readonly den: FakePlayer } {
  const fake = new FakePage(rules);
  const den = fake.add("den");
  fake.page.arranged();
  fake.change(den, state);
  return Object.assign(fake, { den });
}
