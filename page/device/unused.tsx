import type { JSX } from "preact";
import type { PlayerView } from "../../src/extensions/page/wire.ts";
import { useBridge } from "../bridge-context.ts";
import { Icon } from "../icons.tsx";
import { t } from "../texts.ts";
import { Panel } from "../controls.tsx";

type Parts = Pick<PlayerView, "device" | "controls">;

export function hasUnused(player: Parts): boolean {
  return player.device.presets.length === 0 || lacksSettings(player);
}

function lacksSettings({ device, controls }: Parts): boolean {
  return device.settings.length === 0 && controls.support["settings"] !== "unsupported";
}

/** What set-up can add: presets, and settings of the player itself. */
export function Unused({
  player: { device, controls },
}: {
  readonly player: PlayerView;
}): JSX.Element | null {
  const { switchOn } = useBridge();
  if (!hasUnused({ device, controls })) return null;
  return (
    <Panel look="device-panel" icon="gear" title={t("unused.title")}>
      {device.presets.length > 0 ? null : (
        <p class="hint">
          <b>{t("presets.title")}</b>: {t("unused.presets")}
        </p>
      )}
      {lacksSettings({ device, controls }) ? (
        <p class="hint">
          <b>{t("settings.title")}</b>: {t("unused.settings")}
        </p>
      ) : null}
      {switchOn === undefined ? null : (
        <a class="button is-large" href="#/setup">
          <Icon name="gear" />
          {t("header.setup")}
        </a>
      )}
    </Panel>
  );
}
