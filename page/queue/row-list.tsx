import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useWindowEvent } from "../hooks.ts";
import { type ListShape, listWindow, rowHeight } from "./list-window.ts";

/** Leaves room for what is around the list. */
const heightNow = (): number => Math.max(5, Math.floor((innerHeight - 370) / rowHeight)) * rowHeight;

/** A list of any length, of which only the entries in view are drawn. */
export function useRowList(shape: ListShape, startsAt = 0) {
  const [viewHeight, setViewHeight] = useState(heightNow);
  const [scrollTop, setScrollTop] = useState(startsAt);
  const box = useRef<HTMLDivElement>(null);
  const jump = (to: number): void => {
    box.current?.scrollTo(0, to);
    // A list ends before some of its rows could come to the top.
    setScrollTop(box.current?.scrollTop ?? to);
  };
  const windowOf = (size: number, around?: number) => listWindow(scrollTop, viewHeight, size, shape, around);
  useWindowEvent("resize", () => setViewHeight(heightNow()));
  useEffect(() => jump(startsAt), []);
  return {
    jump,
    windowOf,
    rows: (label: string, size: number, draw: (index: number, isInView: boolean) => JSX.Element) => {
      const { first, end, totalHeight } = windowOf(size);
      const inView = windowOf(size, 0);
      const indexes = Array.from({ length: end - first }, (_, row) => first + row);
      return (
        <div
          class={`rows${shape.columns > 1 ? " is-tiles" : ""}`}
          ref={box}
          tabIndex={0}
          role="list"
          aria-label={label}
          style={{ maxHeight: `${viewHeight}px` }}
          onScroll={({ currentTarget }) => setScrollTop(currentTarget.scrollTop)}
        >
          <div class="rows-space" role="presentation" style={{ height: `${totalHeight}px` }}>
            {indexes.map((index) => draw(index, index >= inView.first && index < inView.end))}
          </div>
        </div>
      );
    },
  };
}
