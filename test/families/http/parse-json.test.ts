import { expect, it } from "vitest";
import { parseJson } from "../../../src/families/http/parse-json.ts";

it.each([0, 1, 2, 3])(
  "a text of many kilobytes keeps its letters of several bytes, %i bytes further on",
  (further) => {
    const text = `${"x".repeat(further)}${"光é🎧".repeat(20_000)}`;
    expect(parseJson(Buffer.from(JSON.stringify({ text })), false)).toEqual({ text });
  },
);
