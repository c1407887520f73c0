import type { JSX } from "preact";
import type { PlayerView } from "../../wire.ts";
import { LastCommand } from "../last-command.tsx";
import { can } from "../player.ts";
import { Trouble } from "../trouble.tsx";
import { AddressForm } from "./address-form.tsx";
import { Apps } from "./apps.tsx";
import { Display, hasDisplay } from "./display.tsx";
import { OwnSettings } from "./own-settings.tsx";
import { Unused } from "./unused.tsx";

/** Whether the tab has anything to show. */
export function hasDevice(player: PlayerView): boolean {
  return hasDisplay(player) || hasApps(player) || player.device.settings.length > 0 || hasAddresses(player);
}

/** Whether it can play an address, or could if that were switched on. */
function hasAddresses(player: PlayerView): boolean {
  return can(player, "play") || player.controls.support["play"] === "off";
}

function hasApps(player: PlayerView): boolean {
  return player.device.apps.length > 0 && can(player, "app");
}

/** Seldom used controls: display, settings of the player, apps, an address to play. */
export function DeviceTab({
  player,
  isLive,
}: {
  readonly player: PlayerView;
  readonly isLive: boolean;
}): JSX.Element {
  const { id, presence, device } = player;
  const isReachable = isLive && presence.availability === "online";
  return (
    <div class={`tab-page is-${presence.availability}`}>
      <Trouble player={player} isLive={isLive} />
      <div class="device">
        {hasDisplay(player) ? <Display player={player} isReachable={isReachable} /> : null}
        <OwnSettings playerId={id} settings={device.settings} isReachable={isReachable} />
        {hasApps(player) ? <Apps playerId={id} apps={device.apps} isReachable={isReachable} /> : null}
        {hasAddresses(player) ? (
          <AddressForm playerId={id} isOff={!can(player, "play")} isReachable={isReachable} />
        ) : null}
        <Unused player={player} />
      </div>
      <LastCommand player={player} />
    </div>
  );
}
