import {
  HomeAssistant,
  type HomeAssistantOptions,
} from "../../src/extensions/home-assistant/home-assistant.ts";
import { messagesOf, render } from "../../src/core/topics/render.ts";
import { newSession } from "../../src/core/session/new-session.ts";
import type { Session } from "../../src/core/session/session.ts";
import { MemoryLog } from "../support/bridge/memory-log.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { FakeBroker } from "./fake-home-assistant.ts";
import { everything, model } from "./players.ts";
import { incoming } from "../support/bridge/incoming.ts";
import { sessionWith } from "../core/session-with.ts";

export interface BenchPlayer {
  readonly id: string;
  readonly name: string;
  readonly mac?: string;
}

export type BenchOptions = Partial<Omit<HomeAssistantOptions, "players">> & {
  readonly players?: readonly BenchPlayer[];
};

/** The Home Assistant extension with a fake broker, clock and log. */
export interface DiscoveryBench {
  readonly clock: FakeClock;
  readonly broker: FakeBroker;
  readonly log: MemoryLog;
  readonly announced: (string | undefined)[];
  /** Each player with its identity, each time it was published. */
  readonly identities: readonly string[];
  readonly homeAssistant: HomeAssistant;
  /** Connects: the broker delivers its retained messages, then the bridge has read them. */
  readonly connect: () => Promise<void>;
  /** Puts a player into this state: publishes its topics, and the announcements follow. */
  readonly publish: (id: string, session: Session) => void;
  readonly arrange: (players: readonly BenchPlayer[]) => void;
}

export const deviceOf = (identity: string): string => `homeassistant/device/${identity}/config`;

/** Starts the extension; with an earlier bench, on its broker and clock, as the next run of the same bridge. */
export function startBench(change: BenchOptions = {}, earlier?: DiscoveryBench): DiscoveryBench {
  const clock = earlier?.clock ?? new FakeClock();
  const broker = earlier?.broker ?? new FakeBroker();
  const log = new MemoryLog();
  const announced: (string | undefined)[] = [];
  const identities: string[] = [];
  const sessions = new Map<string, Session>();
  let { players: configured = [{ id: "cinema", name: "Cinema" }] } = change;
  const publishAll = (
    id: string,
    session: Session,
    previous: Session | undefined,
    isWanted: (topic: string) => boolean = () => true,
  ) => {
    const target = {
      base: change.base ?? "player2mqtt",
      id,
      name: id,
      address: "http://p",
      maxPayloadBytes: 100_000,
      largestPayloadBytes: 100_000,
    };
    const topics = render(target, previous, session);
    for (const message of messagesOf(target, topics)) if (isWanted(message.topic)) broker.publish(message);
    return topics;
  };
  const announce = (id: string | undefined): void => {
    announced.push(id);
    for (const [one, session] of sessions)
      if (id === undefined || id === one) publishAll(one, session, undefined);
  };
  /** The session of a player until the next arrangement: whoever asks it later has kept it too long. */
  const playerOf = ({ id, name, mac }: BenchPlayer, _place: number, own: readonly BenchPlayer[]) => ({
    id,
    name,
    get state(): Session {
      const session = own === configured ? sessions.get(id) : undefined;
      return sessionWith(session ?? newSession(0), { mac });
    },
    publishAgain: (topics: readonly string[]) => {
      if (own !== configured) throw new Error(`${id} has another session now`);
      announced.push(id);
      const session = sessions.get(id);
      if (session !== undefined) publishAll(id, session, undefined, (topic) => topics.includes(topic));
    },
    // Like a session, it publishes a new identity at once, and the extension is notified of the changed topic.
    identified: (identity: string) => {
      identities.push(`${id} ${identity}`);
      const session = sessions.get(id);
      if (session === undefined || session.bridge.identity === identity) return;
      publish(id, sessionWith(session, { identity }));
    },
  });
  const homeAssistant = new HomeAssistant({
    base: "player2mqtt",
    bridge: "bridge",
    mayReturn: () => false,
    answersFor: (bridge) => bridge === "bridge",
    prefix: "homeassistant",
    version: "1.2.3",
    isEnabled: true,
    hasMediaPlayers: false,
    language: "auto",
    broker,
    clock,
    random: () => 0.5,
    log,
    announce: () => announce(undefined),
    ...change,
    players: () => configured.map(playerOf),
  });
  const publish = (id: string, next: Session): void => {
    const before = sessions.get(id);
    // Only a session that begins has no identity.
    const identity = next === nothingKnown ? undefined : (next.bridge.identity ?? before?.bridge.identity);
    const session = sessionWith(next, { identity });
    const topics = publishAll(id, session, before);
    sessions.set(id, session);
    homeAssistant.changed({ id }, topics);
  };
  return {
    clock,
    broker,
    log,
    announced,
    identities,
    homeAssistant,
    connect: async () => {
      for (const [topic, payload] of broker.retained) {
        if (/^(?:homeassistant\/[^/]+\/[^/]+\/config|player2mqtt-discovery\/.+)$/.test(topic))
          homeAssistant.received(incoming(topic, payload, { retain: true }));
      }
      homeAssistant.connected();
      await clock.advance(2000);
    },
    publish,
    arrange: (players) => {
      configured = players;
      homeAssistant.arranged();
    },
  };
}

export function keysIn(payload: string | undefined): string[] {
  return Object.keys((JSON.parse(payload ?? "{}") as { components?: object }).components ?? {});
}

/** The topic by which the integration finds the bridge. */
export const about = "player2mqtt-discovery/player2mqtt_bridge";
export const bridgeDevice = deviceOf("player2mqtt_bridge");
export const byMac = deviceOf("player2mqtt_800a805e0053");
export const filmByMac = deviceOf("film_player2mqtt_800a805e0053");
export const byId = deviceOf("player2mqtt_cinema");
export const birth = "homeassistant/status";

/** A player that reports no MAC, and one that has not reported anything. */
export const macless: Session = {
  ...everything,
  player: { ...everything.player, model: { ...model, mac: undefined } },
};
export const nothingKnown: Session = newSession(0);

export const seconds = (amount: number): number => amount * 1000;

/** A bench with one announced player, and nothing left to publish. */
export async function settledBench(
  change: BenchOptions = {},
  earlier?: DiscoveryBench,
): Promise<DiscoveryBench> {
  const bench = startBench(change, earlier);
  await bench.connect();
  bench.publish("cinema", everything);
  await bench.clock.advance(seconds(10));
  return bench;
}

/** Ends a run, of which nothing waits after that. */
export function end({ homeAssistant, clock }: Pick<DiscoveryBench, "homeAssistant" | "clock">): void {
  homeAssistant.stop();
  if (clock.pending > 0) throw new Error("something waits after the end");
}

/** The next run of the same bridge: the messages of the earlier run are still at the broker. */
export async function restartBench(
  earlier: DiscoveryBench,
  change: BenchOptions = {},
): Promise<DiscoveryBench> {
  end(earlier);
  earlier.broker.messages.splice(0);
  const bench = startBench(change, earlier);
  await bench.connect();
  return bench;
}
