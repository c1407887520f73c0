import { useRef } from "preact/hooks";
import { CommandButton, Failure, useCommand, useSetting } from "../command.tsx";
import { nameOf } from "../names.ts";
import { can, type PlayerProps, supportOf } from "../player.ts";
import { shortcuts, volumeShortcuts } from "../shortcuts.ts";
import { numberText, t } from "../texts.ts";
import { level, number, text, type Values } from "../values.ts";
import { Slider } from "./slider.tsx";
import { Button } from "../controls.tsx";

const volumeKeys = [
  { key: "VolumeDown", sign: "−", label: "volume.quieter" },
  { key: "VolumeUp", sign: "+", label: "volume.louder" },
] as const;

/** How far one tap or key may turn the volume up; whoever wants more drags, or taps again. */
const climb = 10;
/** While the slider is dragged, the player follows so often. */
const followsMs = 250;

interface LoudnessProps extends PlayerProps {
  /** Whether the player sets the volume of the group that it leads. */
  readonly isOfGroup?: boolean;
}

/** Volume and mute, where the player supports them; the keys of its remote control where it reports no volume. */
export function Loudness({ player, isOfGroup = false }: LoudnessProps) {
  const isGroup = isOfGroup && text(player, "group/volume") !== "";
  const volumeLeaf = isGroup ? "group/volume" : "volume";
  const muteLeaf = isGroup ? "group/mute" : "mute";
  // The volume of a group is a percentage, whatever its players have.
  const hasRange = isGroup || level(player, "volume") !== undefined;
  const isSettable = supportOf(player, volumeLeaf) === "supported" && hasRange;
  const volume = useSetting(player, volumeLeaf, isSettable ? number(player, volumeLeaf) : undefined);
  const { isReachable } = volume;
  const muted = supportOf(player, muteLeaf) === "supported" ? text(player, muteLeaf) : "";
  const mute = useSetting(player, muteLeaf, muted === "" ? undefined : muted === "on");
  const keys = useCommand(player, "key");
  const noVolume = noVolumeReason(player);
  const hasKeys = noVolume === "unreported" && can(player, "key");
  if (volume.shown === undefined && mute.shown === undefined && noVolume === undefined) return null;
  const sentAt = useRef(Number.NEGATIVE_INFINITY);
  const follow = (value: number): void => {
    const now = performance.now();
    // The next command waits for the outcome of this one, so a slow player gets fewer.
    if (volume.pending !== undefined || now - sentAt.current < followsMs) return volume.preview(value);
    sentAt.current = now;
    void volume.choose(value);
  };
  const percent = numberText((volume.shown ?? 0) / 100, { style: "percent" });
  return (
    <section class="loudness">
      {mute.shown === undefined ? null : (
        <Button
          look="is-icon"
          aria-label={nameOf("mute")}
          aria-pressed={mute.shown}
          isBusy={mute.pending !== undefined}
          isDisabled={!isReachable}
          onClick={() => void mute.choose(mute.shown !== true, mute.shown === true ? "off" : "on")}
          icon={mute.shown ? "mute" : "output"}
        />
      )}
      {volume.shown === undefined ? null : (
        <>
          <Slider
            label={nameOf("volume")}
            value={volume.shown}
            max={Math.max(player.identity.maxVolume, volume.shown)}
            climb={climb}
            text={percent}
            isDisabled={!isReachable}
            shortcut={volumeShortcuts}
            onPreview={(value) => follow(Math.round(value))}
            onChoose={(value) => void volume.choose(Math.round(value))}
            onCancel={volume.release}
          />
          <span class="figure-text">{mute.shown === true ? t("volume.muted") : percent}</span>
        </>
      )}
      {hasKeys ? (
        <>
          <span class="label">{nameOf("volume")}</span>
          {volumeKeys.map(({ key, sign, label }) => (
            <CommandButton
              key={key}
              use={keys}
              request={key}
              look="is-icon"
              label={t(label)}
              aria-keyshortcuts={shortcuts[key]}
            >
              {sign}
            </CommandButton>
          ))}
        </>
      ) : null}
      {noVolume === undefined || !isReachable ? null : <p class="hint">{t(`volume.none.${noVolume}`)}</p>}
      <Failure text={volume.failure ?? mute.failure ?? keys.failure} />
    </section>
  );
}

/** Why the volume cannot be set; undefined if it can, or while that is unknown. */
function noVolumeReason(values: Values): "locked" | "disabled" | "unreported" | undefined {
  const restriction = text(values, "volume/restriction");
  if (restriction === "locked" || restriction === "disabled") return restriction;
  return supportOf(values, "volume") === "unsupported" ? "unreported" : undefined;
}
