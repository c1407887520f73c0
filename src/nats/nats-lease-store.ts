import { JetStreamApiError, jetstream, jetstreamManager } from "@nats-io/jetstream";
import { type KV, Kvm } from "@nats-io/kv";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import type { LeaseBucket, LeaseStore, LeaseStoreEvents, StoredRecord } from "../core/lease-store.ts";
import type { Log } from "../core/ports.ts";
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

const buckets = ["members", "players"] as const;
const retryMs = 500;
/** Keys of members that are gone end after so many leases. Whether one is gone is decided by the clocks of the members alone. */
const leasesKept = 3;
/** A node that stores nothing, such as one that is parted from the others, is left after so many writes. */
const mostUnconfirmed = 2;
const wrongLastSequence = 10_071;

/** Leases in two buckets of JetStream's key-value store, over a connection that is made anew until the store is closed. */
export class NatsLeaseStore implements LeaseStore {
  readonly #options: NatsOptions;
  readonly #events: LeaseStoreEvents;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  readonly #timeoutMs: number;
  #connection: NatsConnection | undefined;
  #open: Readonly<Record<LeaseBucket, KV>> | undefined;
  #unconfirmed = 0;

  constructor(options: NatsOptions, events: LeaseStoreEvents, clock: Clock, log: Log) {
    this.#options = options;
    this.#events = events;
    this.#clock = clock;
    this.#log = log;
    this.#timeoutMs = Math.max(500, options.leaseMs / 5);
    this.#running = this.#run();
  }

  async write(
    bucket: LeaseBucket,
    key: string,
    value: string,
    revision: number,
  ): Promise<number | undefined> {
    const kv = this.#kv(bucket);
    try {
      const written = await kv.put(key, value, { previousSeq: revision, timeout: this.#timeoutMs });
      this.#unconfirmed = 0;
      return written;
    } catch (error) {
      if (error instanceof JetStreamApiError && error.code === wrongLastSequence) return undefined;
      this.#unconfirmed += 1;
      if (this.#unconfirmed >= mostUnconfirmed) void this.#connection?.close();
      throw error;
    }
  }

  async read(bucket: LeaseBucket, key: string): Promise<StoredRecord | undefined> {
    const entry = await this.#kv(bucket).get(key);
    return entry === null ? undefined : { value: entry.string(), revision: entry.revision };
  }

  say(text: string): void {
    if (this.#connection?.isClosed() === false) this.#connection.publish(this.#options.bucket, text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#connection?.close();
    await this.#running;
  }

  #kv(bucket: LeaseBucket): KV {
    if (this.#open === undefined) throw new Error("the store is not connected");
    return this.#open[bucket];
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    for (let attempt = 0; !signal.aborted; attempt++) {
      const url = this.#options.urls[attempt % this.#options.urls.length] ?? "";
      try {
        await this.#use(url);
        if (!signal.aborted) this.#events.failed("the connection to the store ended");
      } catch (error) {
        if (!signal.aborted) this.#events.failed(reasonOf(error));
      }
      this.#open = undefined;
      await this.#clock.sleep(retryMs, signal);
    }
  }

  /** Connects to a node and uses it until the connection ends. */
  async #use(url: string): Promise<void> {
    const { bucket, leaseMs, password, tls, username } = this.#options;
    const connection = await connect({
      servers: [url],
      name: "player2mqtt",
      noEcho: true,
      // The next node may be another one.
      reconnect: false,
      timeout: 2 * this.#timeoutMs,
      pingInterval: leaseMs / 3,
      ...(username !== "" && { user: username, pass: password }),
      ...((url.startsWith("tls:") || tls.ca !== undefined || tls.cert !== undefined) && {
        tls: {
          ...(tls.ca !== undefined && { ca: tls.ca }),
          ...(tls.cert !== undefined && { cert: tls.cert }),
          ...(tls.key !== undefined && { key: tls.key }),
        },
      }),
    });
    this.#connection = connection;
    try {
      if (this.#stop.signal.aborted) return;
      this.#follow(connection);
      connection.subscribe(bucket, { callback: (_error, message) => this.#events.heard(message.string()) });
      const open = {
        members: await this.#openBucket(connection, `${bucket}-members`, leasesKept * leaseMs),
        players: await this.#openBucket(connection, `${bucket}-players`, 0),
      };
      const manager = await jetstreamManager(connection, { timeout: 2 * this.#timeoutMs });
      const { created } = await manager.streams.info(`KV_${bucket}-players`);
      this.#unconfirmed = 0;
      this.#events.connected(created, Math.abs(Date.now() - Date.parse(created)) < leaseMs);
      const watches = await Promise.all(buckets.map((name) => open[name].watch()));
      this.#open = open;
      const reported = watches.map(async (watch, index) => {
        const name = buckets[index] ?? "members";
        for await (const entry of watch)
          this.#events.changed(name, entry.key, { value: entry.string(), revision: entry.revision });
        await connection.close();
      });
      await connection.closed();
      for (const watch of watches) watch.stop();
      await Promise.allSettled(reported);
    } finally {
      await connection.close();
    }
  }

  /** What the server says unasked, such as that a right is missing. */
  #follow(connection: NatsConnection): void {
    void (async () => {
      for await (const status of connection.status()) {
        if (status.type !== "error") continue;
        this.#log.warn({ reason: status.error.message }, "the store of the fleet reports an error");
        this.#events.failed(reasonOf(status.error));
      }
    })();
  }

  async #openBucket(connection: NatsConnection, name: string, ttlMs: number): Promise<KV> {
    const manager = await jetstreamManager(connection, { timeout: 2 * this.#timeoutMs });
    const kvm = new Kvm(jetstream(connection, { timeout: 2 * this.#timeoutMs }));
    const exists = await manager.streams.info(`KV_${name}`).then(
      () => true,
      (error: unknown) => {
        if (error instanceof JetStreamApiError && error.status === 404) return false;
        throw error;
      },
    );
    // The leader answers each read: what another node has may be old.
    if (exists) return kvm.open(name, { allow_direct: false });
    const replicas = connection.info?.cluster === undefined ? 1 : 3;
    return kvm.create(name, { ttl: ttlMs, replicas, history: 1, allow_direct: false });
  }
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
