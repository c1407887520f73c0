/** Height of one row, as in the style sheet. */
export const rowHeight = 60;
/** Browsers limit the height of an element to some millions of pixels. */
const tallestPx = 10_000_000;
/** Rows drawn beyond the viewport, so that quick scrolling shows no gap. */
const spare = 8;

/** How entries lie: in rows, or as tiles beside each other. */
export interface ListShape {
  readonly columns: number;
  readonly rowHeight: number;
}

/** One entry in each row. */
export const rowsShape: ListShape = { columns: 1, rowHeight };

export interface ListWindow {
  readonly first: number;
  readonly end: number;
  readonly totalHeight: number;
}

export function listWindow(
  scrollTop: number,
  viewHeight: number,
  size: number,
  { columns, rowHeight: height }: ListShape,
  around = spare,
): ListWindow {
  const rows = Math.min(Math.ceil(size / columns), Math.floor(tallestPx / height));
  const first = Math.max(0, Math.min(rows, Math.floor(scrollTop / height)) - around);
  const end = Math.min(rows, Math.ceil((scrollTop + viewHeight) / height) + around);
  return { first: first * columns, end: Math.min(size, end * columns), totalHeight: rows * height };
}

type Range = Pick<ListWindow, "first" | "end">;

/** The starts of the pages of rows that a range needs. */
export function pagesOf({ first, end }: Range, pageSize: number): number[] {
  const pages: number[] = [];
  for (let page = Math.floor(first / pageSize); page * pageSize < end; page++) pages.push(page * pageSize);
  return pages;
}

/** What a range has of the rows of its pages, up to the first one that could not be read. */
export function cutPages<Row>(
  pages: readonly (readonly Row[] | undefined)[],
  { first, end }: Range,
  pageSize: number,
): readonly Row[] {
  const missing = pages.indexOf(undefined);
  const rows = (missing < 0 ? pages : pages.slice(0, missing)).flatMap((page) => page ?? []);
  const skipped = first % pageSize;
  return rows.slice(skipped, skipped + end - first);
}

export function placeOf(index: number, { columns, rowHeight: height }: ListShape): Record<string, string> {
  const column = (index % columns) / columns;
  return {
    transform: `translateY(${Math.floor(index / columns) * height}px)`,
    ...(columns > 1 && { left: `${column * 100}%`, width: `${100 / columns}%`, height: `${height}px` }),
  };
}
