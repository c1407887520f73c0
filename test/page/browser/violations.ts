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

/** Buttons, links and fields in view that a thumb would miss: below 44 px, unless they are within a text. A label counts for its box. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll("button, select, input, summary, main a, .top a, .small-player a")]
    .map((one) => (["checkbox", "radio"].includes(one.type) ? one.closest("label") ?? one : one))
    .filter((one) => one.checkVisibility() && getComputedStyle(one).display !== "inline")
    .map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 120)])
    .filter(([{ width, height }]) => width > 1 && (width < 43.9 || height < 43.9))
    .map(([{ width, height }, html]) => Math.round(width) + "x" + Math.round(height) + " " + html)`);
}
