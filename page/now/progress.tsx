import { clockText } from "../format.ts";
import { useNow } from "../hooks.ts";
import { t } from "../texts.ts";
import { type PlayheadProps, secondsAt } from "./playhead.ts";

/** A position in words: `1:05 of 4:00`. */
export function positionText(seconds: number, durationSeconds: number): string {
  return t("playing.positionOf", { position: clockText(seconds), duration: clockText(durationSeconds) });
}

/** A bar that shows the position, where it cannot be set. */
export function Progress(props: PlayheadProps) {
  const { durationSeconds = 0, isMoving } = props;
  const seconds = secondsAt(props, useNow(1000, isMoving));
  const part = durationSeconds > 0 ? seconds / durationSeconds : 0;
  return (
    <div class="progress">
      <span>{clockText(seconds)}</span>
      <span
        class="track"
        role="progressbar"
        aria-label={t("playing.position")}
        aria-valuemin={0}
        aria-valuemax={Math.round(durationSeconds)}
        aria-valuenow={Math.round(seconds)}
        aria-valuetext={positionText(seconds, durationSeconds)}
      >
        <i style={{ transform: `scaleX(${part.toFixed(4)})` }} />
      </span>
      <span>{durationSeconds > 0 ? clockText(durationSeconds) : "–"}</span>
    </div>
  );
}
