import { isDeepStrictEqual } from "node:util";
import {
  connectMs,
  linkFor,
  type PlayerConfig,
  shorten,
  statusOfAbsence,
  waitingStatus,
} from "./player-node.ts";
import type { Red, RedNode, Status } from "./red.ts";

interface EventsConfig extends PlayerConfig {
  readonly outcomes: boolean;
  readonly availability: boolean;
  readonly log: boolean;
}

export function registerEventsNode(red: Red): void {
  red.nodes.registerType("player2mqtt-events", function construct(this: RedNode, config: EventsConfig) {
    red.nodes.createNode(this, config);
    const link = linkFor(red, this, { ...config, player: undefined });
    if (link === undefined) return;
    const only = config.player.trim();
    const isWanted = (id: string): boolean => only === "" || only === id;
    let known: ReadonlyMap<string, string> | undefined;
    let presenceShown: Status = {};

    const send = (event: string, topic: string, payload: object, player?: string): void => {
      this.send({ topic: `${link.base}/${topic}`, event, payload, ...(player !== undefined && { player }) });
    };
    /** Shows only a change, so that the last outcome stays visible until then. */
    const showPresence = (status: Status): void => {
      if (isDeepStrictEqual(status, presenceShown)) return;
      presenceShown = status;
      this.status(status);
    };
    const compare = (): void => {
      if (!link.isConnected) return showPresence(statusOfAbsence(link, "broker"));
      if (!link.isSettled) return showPresence(waitingStatus);
      const now = presence();
      const bridges = [...link.directory.bridges.values()];
      const online = bridges.filter(({ state }) => state === "online").length;
      showPresence(
        online === 0
          ? statusOfAbsence(link, "bridge")
          : online === bridges.length
            ? { fill: "green", shape: "dot", text: "player2mqtt.status.online" }
            : { fill: "yellow", shape: "dot", text: `${online}/${bridges.length}` },
      );
      const before = known;
      known = now;
      // The state at the start is no event.
      if (before === undefined || !config.availability) return;
      for (const key of new Set([...before.keys(), ...now.keys()])) {
        const state = now.get(key) ?? "removed";
        if (state === before.get(key)) continue;
        const [kind = "", name = ""] = key.split(" ");
        if (kind === "bridge") send("availability", `${name}/state`, { bridge: name, state });
        else {
          const payload = { player: name, name: link.directory.nameOf(name), state };
          send("availability", `${name}/availability`, payload, name);
        }
      }
    };
    const presence = (): Map<string, string> => {
      const states = new Map<string, string>();
      // Of a bridge that has just connected to an empty broker the state comes last.
      for (const [name, { state }] of link.directory.bridges) {
        if (state !== "") states.set(`bridge ${name}`, state);
      }
      for (const [id, { availability }] of link.directory.players) {
        if (isWanted(id) && availability !== "") states.set(`player ${id}`, availability);
      }
      return states;
    };
    const unlisten = link.listen({
      presenceChanged: compare,
      settled: (id, outcome) => {
        if (!isWanted(id)) return;
        this.status({ fill: "blue", shape: "dot", text: shorten(`${id}: ${String(outcome["outcome"])}`) });
        if (config.outcomes) send("outcome", `${id}/result`, { player: id, ...outcome }, id);
      },
      logged: (bridge, line) => {
        const { player } = line as { readonly player?: unknown };
        if (config.log && (only === "" || player === only)) send("log", `${bridge}/log`, { bridge, ...line });
      },
    });
    showPresence(waitingStatus);
    const first = setImmediate(() => {
      if (link.isConnected) compare();
    });
    const late = setTimeout(compare, connectMs);
    this.on("close", (_, done) => {
      clearImmediate(first);
      clearTimeout(late);
      unlisten();
      done();
    });
  });
}
