/** Height of one row, as in the style sheet. */
export const rowHeight = 52;
/** Browsers limit the height of an element to some millions of pixels. */
const tallestPx = 10_000_000;
/** Rows drawn beyond the viewport, so that quick scrolling shows no gap. */
const spare = 8;

/** Which rows of a long list to draw. */
export interface ListWindow {
  readonly first: number;
  readonly end: number;
  readonly totalHeight: number;
}

/** The rows visible at a scroll position, and a few around them. */
export function listWindow(scrollTop: number, viewHeight: number, size: number): ListWindow {
  const rows = Math.min(size, Math.floor(tallestPx / rowHeight));
  const first = Math.max(0, Math.min(rows, Math.floor(scrollTop / rowHeight)) - spare);
  const end = Math.min(rows, Math.ceil((scrollTop + viewHeight) / rowHeight) + spare);
  return { first, end, totalHeight: rows * rowHeight };
}

/** The starts of the pages of rows that a window needs. */
export function pagesOf({ first, end }: ListWindow, pageSize: number): number[] {
  const pages: number[] = [];
  for (let page = Math.floor(first / pageSize); page * pageSize < end; page++) pages.push(page * pageSize);
  return pages;
}
