import { LastCommand } from "../last-command.tsx";
import { availabilityOf, isOnline, type LiveProps } from "../player.ts";
import { RequestErrors } from "../request-errors.tsx";
import { Apps } from "./apps.tsx";
import { hasApps, hasDisplay, hasSound } from "./has-device.ts";
import { Display } from "./display.tsx";
import { Sound } from "./sound.tsx";
import { OtherProperties } from "./other-properties.tsx";
import { OwnSettings } from "./own-settings.tsx";
import { Unused } from "./unused.tsx";

/** Seldom used controls: display, sound, settings of the player, apps. */
export function DeviceTab({ player, isLive }: LiveProps) {
  const isReachable = isLive && isOnline(player);
  return (
    <div class={`tab-page is-${availabilityOf(player)}`}>
      <RequestErrors player={player} isLive={isLive} />
      <div class="device">
        {hasDisplay(player) ? <Display player={player} isReachable={isReachable} /> : null}
        {hasSound(player) ? <Sound player={player} isReachable={isReachable} /> : null}
        <OwnSettings player={player} isReachable={isReachable} />
        {hasApps(player) ? <Apps player={player} isReachable={isReachable} /> : null}
        <OtherProperties player={player} isReachable={isReachable} />
        <Unused player={player} />
      </div>
      <LastCommand player={player} />
    </div>
  );
}
