import type { ComponentChildren } from "preact";
import { Art, type ArtProps } from "../art.tsx";

export interface RowProps extends Omit<ArtProps, "title"> {
  readonly index: number;
  readonly size: number;
  /** Where it lies; by default after the one before. */
  readonly style?: Record<string, string>;
  /** Its zero-based number, where it has one. */
  readonly place?: number;
  /** Undefined while it is loaded. */
  readonly title: string | undefined;
  readonly by: string;
  readonly isCurrent?: boolean;
  readonly isBusy: boolean;
  /** What a tap does, in words. */
  readonly hint: string;
  /** Undefined where a tap does nothing. */
  readonly onClick: (() => void) | undefined;
  /** What follows its texts. */
  readonly children: ComponentChildren;
}

/** One entry of a list. */
export function Row({
  index,
  size,
  style = {},
  place,
  title = "…",
  by,
  isCurrent,
  isBusy,
  hint,
  onClick,
  children,
  ...art
}: RowProps) {
  const texts = (
    <>
      <span class="row-title">{title}</span>
      {by === "" ? null : <span class="row-by">{by}</span>}
    </>
  );
  return (
    <div
      class={`row${place === undefined ? " library-row" : ""}`}
      role="listitem"
      aria-setsize={size}
      aria-posinset={index + 1}
      aria-current={isCurrent === true ? "true" : undefined}
      style={style}
    >
      {place === undefined ? null : <span class="row-place">{place + 1}</span>}
      <Art {...art} title={title} />
      {onClick === undefined ? (
        <span class="row-text">{texts}</span>
      ) : (
        <button type="button" class="row-text" title={hint} aria-busy={isBusy} onClick={onClick}>
          {texts}
        </button>
      )}
      {children}
    </div>
  );
}
