import axe from "axe-core";
import type { Page } from "playwright-core";

/** What axe-core finds in a page, each with the element that has it. */
export function violations(page: Page): Promise<string[]> {
  return page.evaluate(
    `${axe.source}; axe.run().then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html.slice(0, 200))))`,
  );
}

/** By how many pixels a page is wider than its window. */
export function overhang(page: Page): Promise<number> {
  return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
}
