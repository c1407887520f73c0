import type { Handler } from "hono";

/** Says that a path can be read and nothing else. */
export const onlyRead: Handler = (context) =>
  context.json({ error: "this can only be read" }, 405, { Allow: "GET, HEAD" });
