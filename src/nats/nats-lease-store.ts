import { JetStreamApiError, jetstream } from "@nats-io/jetstream";
import { type KV, Kvm } from "@nats-io/kv";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import type { LeaseBucket, LeaseStore, LeaseStoreEvents } from "../core/lease-store.ts";
import type { Clock } from "../lib/clock.ts";

export interface NatsOptions {
  /** Nodes of one cluster, tried in turn. */
  readonly urls: readonly string[];
  readonly username: string;
  readonly password: string;
  readonly tls: Readonly<Record<"ca" | "cert" | "key", string | undefined>>;
  /** The buckets are `<name>-members` and `<name>-players`. */
  readonly bucket: string;
  readonly leaseMs: number;
}

const retryMs = 500;
/** Keys of members that are gone end after so many leases. Whether one is gone is decided by the clocks of the members alone. */
const leasesKept = 3;
/** A node that stores nothing, such as one that is parted from the others, is left after so many writes. */
const mostUnconfirmed = 2;
const wrongLastSequence = 10_071;

type Watch = Awaited<ReturnType<KV["watch"]>>;

/** Leases in two buckets of JetStream's key-value store, over a connection that is made anew until the store is closed. */
export class NatsLeaseStore implements LeaseStore {
  readonly #options: NatsOptions;
  readonly #events: LeaseStoreEvents;
  readonly #clock: Clock;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  readonly #timeoutMs: number;
  #connection: NatsConnection | undefined;
  #open: Readonly<Record<LeaseBucket, KV>> | undefined;
  #unconfirmed = 0;
  /** Whether it is known what is wrong at this connection: what follows from it is no news. */
  #hasFailed = false;
  /** When the store was made that we knew last. */
  #created = "";

  constructor(options: NatsOptions, events: LeaseStoreEvents, clock: Clock) {
    this.#options = options;
    this.#events = events;
    this.#clock = clock;
    this.#timeoutMs = Math.max(500, options.leaseMs / 5);
    this.#running = this.#run();
  }

  async write(
    bucket: LeaseBucket,
    key: string,
    value: string,
    revision: number,
  ): Promise<number | undefined> {
    const kv = this.#open?.[bucket];
    if (kv === undefined) throw new Error("the store is not connected");
    try {
      const written = await kv.put(key, value, { previousSeq: revision, timeout: this.#timeoutMs });
      this.#unconfirmed = 0;
      return written;
    } catch (error) {
      if (error instanceof JetStreamApiError && error.code === wrongLastSequence) {
        const entry = await kv.get(key);
        this.#events.changed(bucket, key, { value: entry?.string() ?? "", revision: entry?.revision ?? 0 });
        return undefined;
      }
      this.#unconfirmed += 1;
      if (this.#unconfirmed >= mostUnconfirmed) {
        this.#events.failed(
          `a write was not confirmed within ${this.#timeoutMs} ms, a fifth of fleet.leaseMs`,
        );
        void this.#connection?.close();
      }
      throw error;
    }
  }

  say(text: string): void {
    if (this.#connection?.isClosed() === false) this.#connection.publish(this.#options.bucket, text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#connection?.close();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    const { urls } = this.#options;
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        this.#hasFailed = false;
        await this.#use(urls[attempt % urls.length] ?? "");
        this.#fail("the connection to the store ended");
      } catch (error) {
        this.#fail(reasonOf(error));
      }
      this.#open = undefined;
      await this.#clock.sleep(retryMs, signal);
    }
  }

  /** Connects to a node and uses it until the connection ends. */
  async #use(url: string): Promise<void> {
    const { bucket, leaseMs, password, tls, username } = this.#options;
    const files = Object.entries(tls).filter(([, text]) => text !== undefined);
    const connection = await connect({
      servers: [url],
      name: "player2mqtt",
      noEcho: true,
      // The next node may be another one.
      reconnect: false,
      timeout: 2 * this.#timeoutMs,
      pingInterval: leaseMs / 3,
      ...(username !== "" && { user: username, pass: password }),
      ...((url.startsWith("tls:") || files.length > 0) && { tls: Object.fromEntries(files) }),
    });
    this.#connection = connection;
    try {
      if (this.#stop.signal.aborted) return;
      void this.#follow(connection);
      connection.subscribe(bucket, { callback: (_error, message) => this.#events.heard(message.string()) });
      const kvm = new Kvm(jetstream(connection, { timeout: 2 * this.#timeoutMs }));
      const settings = {
        replicas: connection.info?.cluster === undefined ? 1 : 3,
        history: 1,
        // The leader answers each read: what another node has may be old.
        allow_direct: false,
      };
      const members = await kvm.create(`${bucket}-members`, { ...settings, ttl: leasesKept * leaseMs });
      const players = await kvm.create(`${bucket}-players`, settings);
      const { created } = (await players.status()).streamInfo;
      const isYoung = Math.abs(Date.now() - Date.parse(created)) < leaseMs;
      this.#unconfirmed = 0;
      this.#events.connected(this.#created === "" ? isYoung : created !== this.#created);
      this.#created = created;
      const [ofMembers, ofPlayers] = [await members.watch(), await players.watch()];
      this.#open = { members, players };
      const reports = [
        this.#report("members", members, ofMembers),
        this.#report("players", players, ofPlayers),
      ];
      await Promise.race([connection.closed(), ...reports]);
    } finally {
      await connection.close();
    }
  }

  /** Reports all keys, and each change from then on, until it hears no more. */
  async #report(bucket: LeaseBucket, kv: KV, watch: Watch): Promise<void> {
    let heard = 0;
    // Where the node is gone that served a watch, the client notices it only after more than a minute.
    const stopOnceDeaf = async (): Promise<void> => {
      // Keys that have expired are not told.
      heard = Math.max(heard, await lastRevision(kv));
      for (let due = 0; heard >= due && !this.#stop.signal.aborted; ) {
        due = await lastRevision(kv);
        await this.#clock.sleep(this.#options.leaseMs / 3, this.#stop.signal);
      }
      this.#fail("the node does not tell what changes in the store");
      watch.stop();
    };
    // Where this is not answered, nothing is.
    stopOnceDeaf().catch(() => watch.stop());
    for await (const entry of watch) {
      heard = Math.max(heard, entry.revision);
      this.#events.changed(bucket, entry.key, { value: entry.string(), revision: entry.revision });
    }
  }

  /** What the server says unasked, such as that a right is missing. */
  async #follow(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status())
      if (status.type === "error") this.#fail(reasonOf(status.error));
  }

  #fail(reason: string): void {
    if (!this.#hasFailed && !this.#stop.signal.aborted) this.#events.failed(reason);
    this.#hasFailed = true;
  }
}

async function lastRevision(kv: KV): Promise<number> {
  return (await kv.status()).streamInfo.state.last_seq;
}

function reasonOf(error: unknown): string {
  const { message, name } = error instanceof Error ? error : { message: String(error), name: "" };
  if (name === "JetStreamNotEnabled" || /jetstream.*not enabled/i.test(message))
    return "the store has no JetStream: start nats-server with it";
  if (/authorization violation|authentication/i.test(message))
    return "the store refuses the credentials: check fleet.username and fleet.password";
  if (/permissions violation/i.test(message)) return `the store denies a right: ${message}`;
  return message;
}
