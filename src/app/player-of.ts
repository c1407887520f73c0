import { isDeepStrictEqual } from "node:util";
import type { BridgePlayer } from "../bridge/player-runner.ts";
import type { PlayerConfig } from "../config/players.ts";
import type { Config } from "../config/schema.ts";
import type { Family } from "../families/family.ts";
import { profileOf, optionsOf } from "../families/profile-of.ts";
import { longestDeadlineMs } from "../families/http/answer-deadline.ts";
import { familiesNamed } from "../families/recognize.ts";
import type { OpenPlayers } from "../families/open-players.ts";
import { presetsOf } from "../core/controls/preset.ts";
import { scheduledResourceNames, publicNameOf } from "../core/resources/player.ts";
import { paceFactors } from "../core/session/pace.ts";
import type { Counters } from "../core/session/counters.ts";
import { withoutSecrets } from "../lib/addresses.ts";

/** The players of a configuration. An unchanged player stays the same object, so the bridge leaves it undisturbed. */
export class PlayerList {
  readonly #families: readonly Family[];
  readonly #counters: Counters;
  readonly #opened: OpenPlayers;
  #made = new Map<string, { readonly facts: readonly unknown[]; readonly player: BridgePlayer }>();

  constructor(families: readonly Family[], counters: Counters, opened: OpenPlayers) {
    this.#families = families;
    this.#counters = counters;
    this.#opened = opened;
  }

  of({ players, mqtt }: Config): BridgePlayer[] {
    const made = this.#made;
    this.#made = new Map(
      players.map((config) => {
        // The room is for the page alone.
        const { room: _, ...rest } = config;
        const facts = [rest, mqtt.maxPayload];
        const before = made.get(config.id);
        const isSame = before !== undefined && isDeepStrictEqual(before.facts, facts);
        return [config.id, isSame ? before : { facts, player: this.#playerOf(config, mqtt.maxPayload) }];
      }),
    );
    return Array.from(this.#made.values(), ({ player }) => player);
  }

  #playerOf(player: PlayerConfig, maxPayloadBytes: number): BridgePlayer {
    const { controls, operations = [], device } = player;
    const families = familiesNamed(player.family, this.#families);
    const profiles = new Map(families.map((family) => [family, profileOf(player, family)]));
    return {
      id: player.id,
      name: player.name,
      address: withoutSecrets(player.url),
      profile: families.length === 1 ? [...profiles.values()][0] : undefined,
      mac: player.mac,
      policy: {
        gapMs: device.gapMs,
        offlineAfter: device.offlineAfter,
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
      sleepOff: controls.sleepOff,
      offAction: controls.powerOff,
      wakeMacs: controls.wakeMacs,
      rawPaths: controls.raw,
      library: player.library,
      settingTags: player.publish.settings,
      confirmedSettings: player.publish.confirmedSettings,
      declaredTags: operations.map((operation) => operation.name),
      presets: presetsOf(controls.presets),
      plug:
        controls.plugTopic === ""
          ? undefined
          : { topic: controls.plugTopic, on: controls.plugOn, off: controls.plugOff },
      follow: player.follow,
      open: ({ onRecognized, onReopened, onDisconnected }) =>
        this.#opened.open(player.id, {
          families,
          onRecognized: (family, url) => {
            const profile = profiles.get(family);
            if (profile !== undefined) onRecognized({ ...profile, address: withoutSecrets(url) });
          },
          onReopened,
          onDisconnected,
          ...optionsOf(player, maxPayloadBytes),
          onBytes: this.#counters.addReadBytes,
        }),
      longestStepMs:
        families.reduce((ms, family) => ms + family.longestStepMs(device.timeoutMs), 0) +
        operations.length * longestDeadlineMs(device.timeoutMs),
    };
  }
}
