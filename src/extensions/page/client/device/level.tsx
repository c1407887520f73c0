import type { JSX } from "preact";
import type { LevelView } from "../../wire.ts";
import { Failure, useSetting } from "../command.tsx";
import { Slider } from "../now/slider.tsx";
import { numberText } from "../texts.ts";

interface LevelProps {
  readonly playerId: string;
  readonly command: string;
  readonly label: string;
  readonly value: LevelView;
  readonly request?: (level: number) => string;
  readonly isReachable: boolean;
}

/** A slider over a scale of the player. */
export function Level({
  playerId,
  command,
  label,
  value: { level, min, max },
  request = String,
  isReachable,
}: LevelProps): JSX.Element {
  const { shown, preview, choose, failure } = useSetting(playerId, command, level);
  const text = shown === undefined ? "–" : numberText(shown);
  return (
    <div class="level">
      <p>
        <span>{label}</span>
        <span class="figure-text">{text}</span>
      </p>
      <Slider
        label={label}
        value={shown ?? min}
        min={min}
        max={max}
        step={1}
        text={text}
        isDisabled={!isReachable}
        onPreview={preview}
        onChoose={(chosen) => void choose(chosen, request(chosen))}
      />
      <Failure text={failure} />
    </div>
  );
}
