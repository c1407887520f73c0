import { Failure, useSetting } from "../command.tsx";
import { Slider } from "../now/slider.tsx";
import type { ControlProps } from "../player.ts";
import { numberText } from "../texts.ts";
import type { Level as LevelValue } from "../values.ts";

interface LevelProps extends ControlProps {
  readonly value: LevelValue;
}

export function Level({ player, command, label, value, request = String }: LevelProps) {
  const { min, max } = value;
  const { shown, preview, choose, release, failure, isReachable } = useSetting(player, command, value.level);
  const own = shown === value.level ? value.text : undefined;
  const text = own ?? (shown === undefined ? "–" : numberText(shown));
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
        onCancel={release}
      />
      <Failure text={failure} />
    </div>
  );
}
