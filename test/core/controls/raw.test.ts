import * as fc from "fast-check";
import { expect, it } from "vitest";
import { isRawPath } from "../../../src/core/controls/raw.ts";
import { controls } from "../../../src/core/controls/table.ts";
import { settled } from "../samples.ts";

const leadingElsewhere = String.raw`Status //192.0.2.1/Status http://192.0.2.1/Status /a//b /a/../b /a/%2e%2E/b
  /a/%252e%252e/b /a%2fb /a\b /a%5cb /a/%c0%ae%C0%ae/b /a%c0%afb /a%c1%9cb /a/%e0%80%ae%e0%80%ae/b /a%f0%80%80%afb`;
const noPaths = `/a%0d%0aHost:b /a%%2e /a%2 /Status#top /ä /${"a".repeat(512)} {"path":7} {"paths":"/Status"} {`;

it.each([...leadingElsewhere.split(/\s+/), ...noPaths.split(" "), "/a b", "/a\r\nHost: b"])(
  "%j is malformed, whatever is allowed",
  (request) => {
    const { problem, decide } = controls.raw.parse(request);
    expect(problem?.text).toMatch(/^malformed: expected the path of a request/);
    expect(decide(settled({ rawPaths: ["/*"] }), 0)).toMatchObject({ outcome: { kind: "rejected" } });
  },
);

it("never lets a path lead to another host, or out of the folder that is allowed", () => {
  const piece = fc.constantFrom(..."a / . .. %2e %2F \\ @ : ? # % b.c".split(" "), "\r");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const path = `/x/${pieces.join("")}`;
      fc.pre(isRawPath(path));
      const { host, pathname } = new URL(path, "http://player");
      expect([host, pathname.startsWith("/x/")]).toEqual(["player", true]);
    }),
  );
});

it("does not replace a request that waits: each may act", () => {
  expect(controls.raw.parse("/Status").isStep).toBe(true);
});
