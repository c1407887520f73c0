import { timingSafeEqual } from "node:crypto";
import { createServer, type Server, type Socket } from "node:net";
import { Aedes, type AuthenticateError, type Client } from "aedes";
import { BrokerError } from "../core/errors.ts";
import { codeOf } from "../lib/code-of.ts";
import { everySecond } from "../lib/every-second.ts";
import { type Clock, systemClock } from "../lib/clock.ts";
import { reachableHost } from "../lib/addresses.ts";
import { type BrokerLimit, brokerLimits, type OnLimit, UnauthenticatedConnections } from "./broker-limits.ts";
import { SecretChecks } from "../lib/secret-checks.ts";

/** The address of the embedded broker and the credentials it demands; none without a username. */
export interface EmbeddedBrokerOptions {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  readonly maxPacketBytes?: number;
  readonly onCutOff?: (address: string) => void;
  readonly onLimit?: OnLimit;
  /** An address gave a wrong username or password. */
  readonly onWrongPassword?: (address: string) => void;
}

/** Mosquitto's own limit since 2.1. */
const defaultMaxPacketBytes = 2_097_152;

/** An MQTT 3.1.1 broker inside the bridge, for installations without one. Its state is in memory only. */
export interface EmbeddedBroker extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
}

/** Starts the embedded broker; throws BrokerError when it cannot listen. */
export async function startEmbeddedBroker(
  options: EmbeddedBrokerOptions,
  clock: Clock = systemClock,
): Promise<EmbeddedBroker> {
  const { maxPacketBytes = defaultMaxPacketBytes, onLimit = () => {}, onCutOff = () => {} } = options;
  const latest = new LatestValues();
  const sockets = new Set<Socket>();
  const unauthenticated = new UnauthenticatedConnections(clock, onLimit);
  const aedes = await Aedes.createBroker({
    // Messages for clients that are away would fill the memory: aedes keeps them without end, also if nobody returns.
    preConnect: (_client, packet, done) => {
      packet.clean = true;
      done(null, true);
    },
    authenticate: authenticator(options, clock, unauthenticated, sockets),
    authorizePublish: (client, packet, done) => {
      const { topic, payload, retain } = packet;
      if (retain) {
        packet.payload = ownCopy(payload);
        const limit = latest.set(topic, packet.payload);
        if (limit !== undefined) {
          // Those who listen now still get it.
          packet.retain = false;
          onLimit(limit, client === null ? "" : addressOf(client));
        }
      }
      // Aedes takes a message that another one overtakes for a duplicate (moscajs/aedes#994), and storing a retained one takes
      // some microtasks. In a turn of its own, each message is through before the next one begins.
      setImmediate(done, topic.startsWith("$SYS/") ? new Error("the broker publishes there itself") : null);
    },
    authorizeSubscribe: (client, subscription, done) => {
      // Aedes ends a subscription a turn after the client has asked for it: one that is asked for in the same packet of the
      // network would count as there already, and end as well.
      const { subscriptions } = client as unknown as {
        readonly subscriptions: Readonly<Record<string, unknown>>;
      };
      if (subscription.topic in subscriptions) setImmediate(done, null, subscription);
      else done(null, subscription);
    },
    authorizeForward: (_client, packet) => {
      const payload = packet.retain ? latest.get(packet.topic) : undefined;
      return payload === undefined ? packet : Object.assign(packet, { payload });
    },
  });
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.setNoDelay(true);
    aedes.handle(socket);
    limitPackets(socket, maxPacketBytes, unauthenticated);
    unauthenticated.connected(socket);
  });
  const stopCutOff = cutOffStuck(sockets, clock, onCutOff);
  const stopWatching = (): void => {
    stopCutOff();
    unauthenticated[Symbol.dispose]();
  };
  try {
    const port = await listen(server, options);
    const url = `mqtt://${reachableHost(options.host)}:${port}`;
    const close = async (): Promise<void> => {
      stopWatching();
      const closed = new Promise<unknown>((resolve) => server.close(resolve));
      await new Promise<void>((resolve) => aedes.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    };
    return { url, port, [Symbol.asyncDispose]: close };
  } catch (error) {
    stopWatching();
    aedes.close();
    throw error;
  }
}

/**
 * Aedes buffers packets of any size, even from clients that are not authenticated yet. Called when aedes listens already: without
 * its listener, the one here would start the flow of the socket.
 */
function limitPackets(
  socket: Socket,
  maxPacketBytes: number,
  unauthenticated: UnauthenticatedConnections,
): void {
  const meter = new PacketMeter();
  // Each read by aedes emits this event first.
  socket.on("data", (bytes: Buffer) => {
    unauthenticated.received(socket);
    if (meter.read(bytes) > maxPacketBytes) socket.destroy();
  });
}

async function listen(server: Server, options: EmbeddedBrokerOptions): Promise<number> {
  const { host, port } = options;
  await new Promise<void>((resolve, reject) => {
    // This listener stays: a connection that cannot be accepted must not end the process.
    server.on("error", (error) => {
      reject(cannotListen(error, host, port));
    });
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}

/** Checks credentials, one after another while somebody guesses. */
function authenticator(
  options: EmbeddedBrokerOptions,
  clock: Clock,
  unauthenticated: UnauthenticatedConnections,
  sockets: ReadonlySet<Socket>,
) {
  const checks = new SecretChecks(clock);
  return (
    client: Client,
    username: string | undefined,
    password: Buffer | undefined,
    done: (error: AuthenticateError | null, isAllowed: boolean | null) => void,
  ): void => {
    // The server accepts TCP alone.
    const socket = client.conn as Socket;
    const address = addressOf(client);
    const gone = new AbortController();
    socket.once("close", () => gone.abort());
    unauthenticated.sentPassword(socket);
    const check = async (): Promise<void> => {
      const result = await checks.check(() => isAllowed(options, username, password), socket, gone.signal);
      if (gone.signal.aborted) return;
      if (result === "wrong") options.onWrongPassword?.(address);
      const isFull = sockets.size - unauthenticated.count >= brokerLimits.clients;
      if (result === "right" && isFull) options.onLimit?.("clients", address);
      const isIn = result === "right" && !isFull;
      if (isIn) unauthenticated.loggedIn(socket);
      done(null, isIn);
    };
    void check();
  };
}

function addressOf({ conn }: Client): string {
  return "remoteAddress" in conn && typeof conn.remoteAddress === "string" ? conn.remoteAddress : "";
}

function isAllowed(
  options: EmbeddedBrokerOptions,
  username: string | undefined,
  password: Buffer | undefined,
): boolean {
  if (options.username === "") return true;
  return (
    equalInConstantTime(options.username, username ?? "") &&
    equalInConstantTime(options.password, password?.toString() ?? "")
  );
}

/** Compares texts of equal length in constant time. */
function equalInConstantTime(expected: string, given: string): boolean {
  const a = Buffer.from(expected);
  const b = Buffer.from(given);
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}

export function cannotListen(error: Error, host: string, port: number): BrokerError {
  const code = codeOf(error);
  if (code === "EADDRINUSE") {
    return new BrokerError(
      `Cannot start the embedded broker: port ${port} on ${host} is in use, probably by another MQTT broker. ` +
        `Set MQTT_URL=mqtt://${reachableHost(host)}:${port} to use that one, or BROKER_PORT to a free port.`,
      { cause: error },
    );
  }
  const hint = code === "EACCES" ? " Ports below 1024 need privileges: set BROKER_PORT." : "";
  return new BrokerError(`Cannot start the embedded broker on ${host}:${port}: ${error.message}.${hint}`, {
    cause: error,
  });
}

/** Tracks the packets in a stream of bytes by their headers alone. */
export class PacketMeter {
  #isAtType = true;
  #length = 0;
  #factor = 1;
  #bytesLeft = 0;

  read(bytes: Uint8Array): number {
    let longest = 0;
    let at = 0;
    while (at < bytes.length) {
      if (this.#bytesLeft > 0) {
        const skipped = Math.min(this.#bytesLeft, bytes.length - at);
        this.#bytesLeft -= skipped;
        at += skipped;
      } else {
        this.#readHeader(bytes[at] ?? 0);
        longest = Math.max(longest, this.#bytesLeft);
        at += 1;
      }
    }
    return longest;
  }

  /** The type of the packet, then its length in up to four bytes of seven bits, the lowest first. */
  #readHeader(byte: number): void {
    if (this.#isAtType) {
      this.#isAtType = false;
      this.#length = 0;
      this.#factor = 1;
      return;
    }
    this.#length += (byte & 0x7f) * this.#factor;
    this.#factor *= 0x80;
    if (byte >= 0x80) return;
    this.#bytesLeft = this.#length;
    this.#isAtType = true;
  }
}

type Value = Uint8Array | string;

/**
 * New subscribers get retained values within milliseconds; hardly this many topics are cleared meanwhile. The length is that of
 * their names together: one may have 65,535 characters.
 */
const clearedLimits = { count: 10_000, length: 1_048_576 };

/**
 * The latest retained value of each topic. Aedes sends a new subscriber the values that it read from its store, while
 * newer ones may have been sent already. Cleared topics are remembered for a limited time, since their number is
 * unlimited.
 */
export class LatestValues {
  readonly #limits: typeof clearedLimits;
  readonly #values = new Map<string, Value>();
  #cleared = new Set<string>();
  #clearedBefore = new Set<string>();
  #clearedLength = 0;
  #bytes = 0;

  constructor(limits = clearedLimits) {
    this.#limits = limits;
  }

  /** Keeps a value, or returns the limit that it would exceed; an empty value clears its topic. */
  set(topic: string, value: Value): BrokerLimit | undefined {
    const before = this.#values.get(topic);
    const bytes = this.#bytes - bytesOf(topic, before) + bytesOf(topic, value);
    if (value.length === 0) {
      this.#values.delete(topic);
      this.#clear(topic);
    } else {
      if (before === undefined && this.#values.size >= brokerLimits.retainedMessages)
        return "retainedMessages";
      if (bytes > Math.max(brokerLimits.retainedBytes, this.#bytes)) return "retainedBytes";
      this.#values.set(topic, value);
      this.#cleared.delete(topic);
      this.#clearedBefore.delete(topic);
    }
    this.#bytes = bytes;
    return undefined;
  }

  /** The latest value; empty for a topic that was cleared recently, undefined for an unknown one. */
  get(topic: string): Value | undefined {
    const isCleared = this.#cleared.has(topic) || this.#clearedBefore.has(topic);
    return isCleared ? "" : this.#values.get(topic);
  }

  #clear(topic: string): void {
    this.#cleared.add(topic);
    this.#clearedLength += topic.length;
    const { count, length } = this.#limits;
    if (this.#cleared.size < count && this.#clearedLength < length) return;
    this.#clearedBefore = this.#cleared;
    this.#cleared = new Set();
    this.#clearedLength = 0;
  }
}

/** The memory of a retained value and its topic; none without a value. */
function bytesOf(topic: string, value: Value = ""): number {
  return value.length === 0 ? 0 : Buffer.byteLength(topic) + value.length;
}

/** A payload would keep all bytes read with it from the socket, and a copy from Node's pool 8 KB. */
export function ownCopy(value: Value): Buffer {
  const bytes = Buffer.from(value);
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}

/** How long a client may read nothing: even the largest packet on slow Wi-Fi takes less. */
const longestStuckMs = 10_000;

type Watched = Pick<Socket, "bytesWritten" | "destroy" | "remoteAddress" | "writableNeedDrain">;

interface Standstill {
  readonly bytes: number;
  readonly since: number;
}

/**
 * Disconnects clients that stop reading, such as a laptop in standby. Aedes holds each message until every subscriber
 * has it, so one such client would block all others and the bridge. Returns a function that stops the check.
 */
export function cutOffStuck(
  sockets: ReadonlySet<Watched>,
  clock: Clock,
  onCutOff: (address: string) => void,
): () => void {
  const standstills = new WeakMap<Watched, Standstill>();
  return everySecond(clock, () => {
    const now = clock.now();
    for (const socket of sockets) {
      const { bytesWritten: bytes, writableNeedDrain } = socket;
      const before = standstills.get(socket);
      if (!writableNeedDrain) standstills.delete(socket);
      else if (before?.bytes !== bytes) standstills.set(socket, { bytes, since: now });
      else if (now - before.since >= longestStuckMs) {
        onCutOff(socket.remoteAddress ?? "");
        socket.destroy();
      }
    }
  });
}
