import { useBridge } from "../bridge-context.ts";
import { Icon } from "../icons.tsx";
import { t } from "../texts.ts";
import type { Values } from "../values.ts";
import { Panel } from "../controls.tsx";
import { lacksPresets, lacksSettings } from "./has-device.ts";

/** What set-up can add: presets, and settings of the player itself. */
export function Unused({ player }: { readonly player: Values }) {
  const { canSetUp } = useBridge();
  if (!lacksPresets(player) && !lacksSettings(player)) return null;
  return (
    <Panel look="device-panel" icon="gear" title={t("unused.title")}>
      {lacksPresets(player) ? (
        <p class="hint">
          <b>{t("presets.title")}</b>: {t("unused.presets")}
        </p>
      ) : null}
      {lacksSettings(player) ? (
        <p class="hint">
          <b>{t("settings.title")}</b>: {t("unused.settings")}
        </p>
      ) : null}
      {canSetUp ? (
        <a class="button is-large" href="#/setup">
          <Icon name="gear" />
          {t("header.setup")}
        </a>
      ) : null}
    </Panel>
  );
}
