import type { TargetedPointerEvent } from "preact";
import { useRef } from "preact/hooks";

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly min?: number;
  readonly max: number;
  /** Any position, unless the value has steps. */
  readonly step?: number;
  /** How far one tap, or the key End, may go up: far above may be too loud. */
  readonly climb?: number;
  /** The value as a screen reader says it, instead of the number. */
  readonly text: string;
  readonly isDisabled: boolean;
  readonly shortcut?: string;
  readonly onPreview: (value: number) => void;
  readonly onChoose: (value: number) => void;
  /** The browser took the touch for something else: what was previewed is not wanted. */
  readonly onCancel: () => void;
}

/** A finger or a mouse button that went down on the slider. */
interface Grip {
  readonly pointerId: number;
  readonly x: number;
  readonly y: number;
  /** Whether it moved along the slider, so that the value follows. */
  readonly isHeld: boolean;
}

/** A touch that moves less is a tap. */
const slackPx = 6;
/** As wide as the thumb in now.css: its middle is the value. */
const thumbPx = 16;

/**
 * A slider whose track is filled up to its thumb. Dragging previews a value, letting go chooses it. A browser's own slider
 * takes the value as soon as a finger touches it, also where that begins to scroll the page: so the input is there for keys and screen
 * readers alone, and what is around it follows the pointer, once that has moved along it.
 */
export function Slider({
  label,
  value,
  min = 0,
  max,
  step,
  climb = Number.POSITIVE_INFINITY,
  text,
  isDisabled,
  shortcut,
  onPreview,
  onChoose,
  onCancel,
}: SliderProps) {
  const input = useRef<HTMLInputElement>(null);
  const grip = useRef<Grip>(undefined);
  const valueAt = (area: HTMLElement, x: number): number => {
    const { left, width } = area.getBoundingClientRect();
    const part = Math.min(1, Math.max(0, (x - left - thumbPx / 2) / Math.max(1, width - thumbPx)));
    const exact = min + part * (max - min);
    return step === undefined ? exact : min + Math.round((exact - min) / step) * step;
  };
  const down = (event: TargetedPointerEvent<HTMLElement>): void => {
    const { currentTarget, pointerId, pointerType, clientX: x, clientY: y } = event;
    if (isDisabled || !event.isPrimary || event.button !== 0) return;
    grip.current = { pointerId, x, y, isHeld: false };
    // A mouse never scrolls by dragging.
    if (pointerType === "mouse") currentTarget.setPointerCapture(pointerId);
  };
  const move = (event: TargetedPointerEvent<HTMLElement>): void => {
    const { current } = grip;
    if (current === undefined || current.pointerId !== event.pointerId) return;
    if (!current.isHeld) {
      const across = Math.abs(event.clientX - current.x);
      if (across < slackPx || across < Math.abs(event.clientY - current.y)) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      grip.current = { ...current, isHeld: true };
    }
    onPreview(valueAt(event.currentTarget, event.clientX));
  };
  const up = (event: TargetedPointerEvent<HTMLElement>): void => {
    const { current } = grip;
    if (current === undefined || current.pointerId !== event.pointerId) return;
    grip.current = undefined;
    input.current?.focus({ preventScroll: true });
    const wanted = valueAt(event.currentTarget, event.clientX);
    if (current.isHeld) onChoose(wanted);
    // A swipe across the slider is no tap, also where there is nothing to scroll.
    else if (Math.abs(event.clientY - current.y) < slackPx) onChoose(Math.min(wanted, value + climb));
  };
  const cancel = (event: TargetedPointerEvent<HTMLElement>): void => {
    const { current } = grip;
    if (current === undefined || current.pointerId !== event.pointerId) return;
    grip.current = undefined;
    if (current.isHeld) onCancel();
  };
  return (
    <span
      class="slider-area"
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={cancel}
    >
      <input
        ref={input}
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
        onKeyDown={(event) => {
          if (event.key !== "End" || value + climb >= max) return;
          event.preventDefault();
          onChoose(value + climb);
        }}
      />
    </span>
  );
}
