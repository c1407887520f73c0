import type { JSX } from "preact";
import type { PlayerView } from "../../src/extensions/page/wire.ts";
import { LastCommand } from "../last-command.tsx";
import { can, type LiveProps } from "../player.ts";
import { RequestErrors } from "../request-errors.tsx";
import { Apps } from "./apps.tsx";
import { Display, hasDisplay } from "./display.tsx";
import { OwnSettings } from "./own-settings.tsx";
import { hasUnused, Unused } from "./unused.tsx";

export function hasDevice(player: PlayerView): boolean {
  return hasDisplay(player) || hasApps(player) || player.device.settings.length > 0 || hasUnused(player);
}

function hasApps(player: PlayerView): boolean {
  return player.device.apps.length > 0 && can(player, "app");
}

/** Seldom used controls: display, settings of the player, apps. */
export function DeviceTab({ player, isLive }: LiveProps): JSX.Element {
  const { id, presence, device } = player;
  const isReachable = isLive && presence.availability === "online";
  return (
    <div class={`tab-page is-${presence.availability}`}>
      <RequestErrors player={player} isLive={isLive} />
      <div class="device">
        {hasDisplay(player) ? <Display player={player} isReachable={isReachable} /> : null}
        <OwnSettings playerId={id} settings={device.settings} isReachable={isReachable} />
        {hasApps(player) ? <Apps playerId={id} apps={device.apps} isReachable={isReachable} /> : null}
        <Unused player={player} />
      </div>
      <LastCommand player={player} />
    </div>
  );
}
