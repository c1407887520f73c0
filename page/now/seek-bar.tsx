import { Failure, useSetting } from "../command.tsx";
import { clockText } from "../format.ts";
import { useNow } from "../hooks.ts";
import type { PlayerProps } from "../player.ts";
import { t } from "../texts.ts";
import { type PlayheadProps, secondsAt } from "./playhead.ts";
import { positionText } from "./progress.tsx";
import { Slider } from "./slider.tsx";

/** Often enough for the eye: a short track moves by half a pixel. */
const movesEveryMs = 200;

interface SeekBarProps extends PlayheadProps, PlayerProps {
  readonly of: "video" | "music";
}

export function SeekBar({ player, of, ...playhead }: SeekBarProps) {
  const { durationSeconds = 0, isMoving } = playhead;
  const actual = secondsAt(playhead, useNow(movesEveryMs, isMoving));
  const { shown, preview, choose, release, failure } = useSetting(player, `${of}/position`, actual);
  return (
    <>
      <div class="seek">
        <Slider
          label={t("playing.position")}
          value={shown}
          max={durationSeconds}
          text={positionText(shown, durationSeconds)}
          isDisabled={false}
          onPreview={preview}
          onChoose={(seconds) => void choose(Math.round(seconds))}
          onCancel={release}
        />
        <span>{clockText(shown)}</span>
        <span>{clockText(durationSeconds)}</span>
      </div>
      <Failure text={failure} />
    </>
  );
}
