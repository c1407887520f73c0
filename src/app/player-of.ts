import { isDeepStrictEqual } from "node:util";
import type { BridgePlayer } from "../bridge/player-runner.ts";
import type { PlayerConfig } from "../config/players.ts";
import type { Config } from "../config/schema.ts";
import { longestStepMs } from "../families/zidoo/client.ts";
import { experimentalCalls, experimentalResources } from "../families/zidoo/operations.ts";
import { zidooRules } from "../families/zidoo/rules.ts";
import type { OpenDevices } from "../families/zidoo/open-devices.ts";
import { presetsOf } from "../core/controls/preset.ts";
import { scheduledResourceNames, publicNameOf } from "../core/resources/player.ts";
import { paceFactors } from "../core/session/pace.ts";
import type { Counters } from "../core/session/counters.ts";
import { withoutSecrets } from "../lib/without-secrets.ts";

/** The players of a configuration. An unchanged player stays the same object, so the bridge leaves it undisturbed. */
export class PlayerList {
  readonly #counters: Counters;
  readonly #devices: OpenDevices;
  #made = new Map<string, { readonly facts: readonly unknown[]; readonly player: BridgePlayer }>();

  constructor(counters: Counters, devices: OpenDevices) {
    this.#counters = counters;
    this.#devices = devices;
  }

  /** The configured players in the form that the bridge uses. */
  of({ players, mqtt }: Config): BridgePlayer[] {
    const made = this.#made;
    this.#made = new Map(
      players.map((config) => {
        const facts = [config, mqtt.maxPayload];
        const before = made.get(config.id);
        const isSame = before !== undefined && isDeepStrictEqual(before.facts, facts);
        return [
          config.id,
          isSame
            ? before
            : { facts, player: playerOf(config, mqtt.maxPayload, this.#counters, this.#devices) },
        ];
      }),
    );
    return Array.from(this.#made.values(), ({ player }) => player);
  }
}

function playerOf(
  player: PlayerConfig,
  maxPayloadBytes: number,
  counters: Counters,
  devices: OpenDevices,
): BridgePlayer {
  const { controls } = player;
  const { publish, window, fields } = player.queue;
  return {
    id: player.id,
    name: player.name,
    address: withoutSecrets(player.url),
    mac: player.mac,
    policy: {
      rules: zidooRules,
      gapMs: player.device.gapMs,
      offlineAfter: player.device.offlineAfter,
      idleFactor: player.poll.idleFactor,
      pace: {
        factor: paceFactors[player.poll.pace],
        scheduled: new Set(scheduledResourceNames.filter((name) => player.poll[publicNameOf(name)] !== "")),
      },
      positionIntervalMs: player.publish.positionIntervalMs,
    },
    poll: player.poll,
    deadlineMs: player.commands.deadlineMs,
    inboxSize: player.commands.inboxSize,
    maxPictureBytes: player.publish.pictures ? player.publish.pictureMaxBytes : 0,
    maxVolumePercent: controls.maxVolume,
    offMeans: controls.powerOff,
    wakeMacs: controls.wakeMacs,
    library: player.library,
    settingTags: player.publish.settings,
    presets: presetsOf(controls.presets),
    plug:
      controls.plugTopic === ""
        ? undefined
        : { topic: controls.plugTopic, on: controls.plugOn, off: controls.plugOff },
    withoutOperations: controls.experimental ? [] : experimentalCalls,
    withoutResources: [
      ...(controls.experimental ? [] : experimentalResources),
      ...(player.publish.settings.length === 0 ? (["settings"] as const) : []),
    ],
    open: () =>
      devices.open(player.id, {
        url: player.url,
        pathPrefix: player.pathPrefix,
        psk: player.psk,
        timeoutMs: player.device.timeoutMs,
        maxBodyBytes: player.device.maxBodyBytes,
        onBytes: counters.addReadBytes,
        queue: { publish, window, fields, maxPayloadBytes },
        paths: controls.paths,
        settingTags: player.publish.settings,
        wakeAddress: controls.wakeAddress,
      }),
    longestStepMs: longestStepMs(player.device.timeoutMs),
  };
}
