import { JetStreamApiError, jetstream } from "@nats-io/jetstream";
import { type KV, Kvm } from "@nats-io/kv";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import type { LeaseBucket, LeaseStore, LeaseStoreEvents } from "../core/lease-store.ts";
import { onAbort } from "../lib/aborted.ts";
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

/** Leases in two buckets of JetStream's key-value store, over a connection that is made anew until the store is closed. */
export class NatsLeaseStore implements LeaseStore {
  readonly #options: NatsOptions;
  readonly #events: LeaseStoreEvents;
  readonly #clock: Clock;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  readonly #timeoutMs: number;
  #node: (Readonly<Record<LeaseBucket, KV>> & { readonly connection: NatsConnection }) | undefined;
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
    if (this.#node === undefined) throw new Error("the store is not connected");
    const { connection, [bucket]: kv } = this.#node;
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
        this.#fail(`a write was not confirmed within ${this.#timeoutMs} ms, a fifth of fleet.leaseMs`);
        void connection.close();
      }
      throw error;
    }
  }

  say(text: string): void {
    const { connection } = this.#node ?? {};
    if (connection?.isClosed() === false) connection.publish(this.#options.bucket, text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    const { urls } = this.#options;
    for (let attempt = 0; !signal.aborted; attempt++) {
      this.#hasFailed = false;
      await this.#use(urls[attempt % urls.length] ?? "").catch((error) => this.#fail(reasonOf(error)));
      this.#fail("the connection to the store ended");
      this.#node = undefined;
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
    using _ = onAbort(this.#stop.signal, () => void connection.close());
    try {
      void this.#follow(connection);
      connection.subscribe(bucket, {
        callback: (error, message) => {
          if (error === null) return this.#events.heard(message.string());
          // The right to hear the others is missing.
          this.#fail(reasonOf(error));
          void connection.close();
        },
      });
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
      this.#unconfirmed = 0;
      this.#events.connected(created !== this.#created);
      this.#created = created;
      this.#node = { connection, members, players };
      await Promise.race([
        connection.closed(),
        this.#report("members", members),
        this.#report("players", players),
      ]);
    } finally {
      await connection.close();
    }
  }

  /** Reports all keys, and each change from then on, until it hears no more. */
  async #report(bucket: LeaseBucket, kv: KV): Promise<void> {
    const watch = await kv.watch();
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
  const message = error instanceof Error ? error.message : String(error);
  if (/jetstream.*not enabled/i.test(message)) return "the store has no JetStream: start nats-server with it";
  if (/authorization violation|authentication/i.test(message))
    return "the store refuses the credentials: check fleet.username and fleet.password";
  return /permissions violation/i.test(message) ? `the store denies a right: ${message}` : message;
}
