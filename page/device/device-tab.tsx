import { LastCommand } from "../last-command.tsx";
import { availabilityOf, type PlayerProps } from "../player.ts";
import { RequestErrors } from "../request-errors.tsx";
import { Apps } from "./apps.tsx";
import { hasApps, hasDisplay, hasSound } from "./has-device.ts";
import { Display } from "./display.tsx";
import { Sound } from "./sound.tsx";
import { OtherProperties } from "./other-properties.tsx";
import { OwnSettings } from "./own-settings.tsx";
import { Unused } from "./unused.tsx";

/** Seldom used controls: display, sound, settings of the player, apps. */
export function DeviceTab({ player }: PlayerProps) {
  return (
    <div class={`tab-page is-${availabilityOf(player)}`}>
      <RequestErrors player={player} />
      <div class="device">
        {hasDisplay(player) ? <Display player={player} /> : null}
        {hasSound(player) ? <Sound player={player} /> : null}
        <OwnSettings player={player} />
        {hasApps(player) ? <Apps player={player} /> : null}
        <OtherProperties player={player} />
        <Unused player={player} />
      </div>
      <LastCommand player={player} />
    </div>
  );
}
