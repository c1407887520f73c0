import type { JSX } from "preact";

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly min?: number;
  readonly max: number;
  /** Any position, unless the value has steps. */
  readonly step?: number;
  /** The value as a screen reader says it, instead of the number. */
  readonly text: string;
  readonly isDisabled: boolean;
  readonly shortcut?: string;
  readonly onPreview: (value: number) => void;
  readonly onChoose: (value: number) => void;
}

/** A slider whose track is filled up to its thumb. Dragging previews a value, letting go chooses it. */
export function Slider({
  label,
  value,
  min = 0,
  max,
  step,
  text,
  isDisabled,
  shortcut,
  onPreview,
  onChoose,
}: SliderProps): JSX.Element {
  return (
    <input
      class="slider"
      type="range"
      min={min}
      max={max}
      step={step ?? "any"}
      aria-label={label}
      aria-valuetext={text}
      aria-keyshortcuts={shortcut}
      value={value}
      style={{ "--part": max > min ? Math.min(1, (value - min) / (max - min)).toFixed(4) : "0" }}
      disabled={isDisabled}
      onInput={({ currentTarget }) => onPreview(Number(currentTarget.value))}
      onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
    />
  );
}
