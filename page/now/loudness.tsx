import type { JSX } from "preact";
import type { ControlsView } from "../../src/extensions/page/wire.ts";
import { CommandButton, Failure, useCommand, useSetting } from "../command.tsx";
import { can } from "../player.ts";
import { shortcuts, volumeShortcuts } from "../shortcuts.ts";
import { numberText, t } from "../texts.ts";
import { Slider } from "./slider.tsx";
import { Button } from "../controls.tsx";

const volumeKeys = [
  { key: "VolumeDown", sign: "−", label: "volume.quieter" },
  { key: "VolumeUp", sign: "+", label: "volume.louder" },
] as const;

interface LoudnessProps {
  readonly playerId: string;
  readonly controls: ControlsView;
  readonly isReachable: boolean;
}

/** Volume and mute, where the player supports them; the keys of its remote control where it reports no volume. */
export function Loudness({ playerId, controls, isReachable }: LoudnessProps): JSX.Element | null {
  const volume = useSetting(playerId, "volume", controls.volume);
  const mute = useSetting(playerId, "mute", controls.isMuted);
  const keys = useCommand(playerId, "key");
  const { noVolume } = controls;
  const hasKeys = noVolume === "unreported" && can({ controls }, "key");
  if (controls.volume === null && controls.isMuted === null && noVolume === null) return null;
  const percent = numberText((volume.shown ?? 0) / 100, { style: "percent" });
  return (
    <section class="loudness">
      {mute.shown === null ? null : (
        <Button
          look="is-icon"
          aria-label={t("volume.mute")}
          aria-pressed={mute.shown}
          isBusy={mute.pending !== undefined}
          isDisabled={!isReachable}
          onClick={() => void mute.choose(mute.shown !== true, mute.shown === true ? "off" : "on")}
          icon={mute.shown ? "mute" : "output"}
        />
      )}
      {volume.shown === null ? null : (
        <>
          <Slider
            label={t("volume.label")}
            value={volume.shown}
            max={100}
            text={percent}
            isDisabled={!isReachable}
            shortcut={volumeShortcuts}
            onPreview={(value) => volume.preview(Math.round(value))}
            onChoose={(value) => void volume.choose(Math.round(value))}
          />
          <span class="figure-text">{mute.shown === true ? t("volume.muted") : percent}</span>
        </>
      )}
      {hasKeys ? (
        <>
          <span class="label">{t("volume.label")}</span>
          {volumeKeys.map(({ key, sign, label }) => (
            <CommandButton
              key={key}
              use={keys}
              request={key}
              look="is-icon"
              label={t(label)}
              aria-keyshortcuts={shortcuts[key]}
              isDisabled={!isReachable}
            >
              {sign}
            </CommandButton>
          ))}
        </>
      ) : null}
      {noVolume === null || !isReachable ? null : <p class="hint">{t(`volume.none.${noVolume}`)}</p>}
      <Failure text={volume.failure ?? mute.failure ?? keys.failure} />
    </section>
  );
}
