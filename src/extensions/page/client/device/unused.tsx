import type { JSX } from "preact";
import type { PlayerView } from "../../wire.ts";
import { useBridge } from "../bridge-context.ts";
import { Draw } from "../drawings.tsx";
import { t } from "../texts.ts";

/** What set-up can add: presets, and settings of the player itself. */
export function Unused({
  player: { device, controls },
}: {
  readonly player: PlayerView;
}): JSX.Element | null {
  const { switchOn } = useBridge();
  const hasSettings = device.settings.length > 0 || controls.support["settings"] === "unsupported";
  if (device.presets.length > 0 && hasSettings) return null;
  return (
    <section class="panel device-panel">
      <h2>
        <Draw name="gear" />
        {t("unused.title")}
      </h2>
      {device.presets.length > 0 ? null : (
        <p class="hint">
          <b>{t("presets.title")}</b>: {t("unused.presets")}
        </p>
      )}
      {hasSettings ? null : (
        <p class="hint">
          <b>{t("settings.title")}</b>: {t("unused.settings")}
        </p>
      )}
      {switchOn === undefined ? null : (
        <a class="button is-large" href="#/setup">
          <Draw name="gear" />
          {t("header.setup")}
        </a>
      )}
    </section>
  );
}
