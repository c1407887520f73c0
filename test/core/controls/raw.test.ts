import * as fc from "fast-check";
import { expect, it } from "vitest";
import { isRawPath } from "../../../src/core/controls/raw.ts";
import { controls } from "../../../src/core/controls/table.ts";
import { settled } from "../samples.ts";
import { decided } from "./decided.ts";

function allowing(...rawPaths: readonly string[]) {
  const session = settled();
  return { ...session, config: { ...session.config, rawPaths } };
}

it.each([
  ["/Status", "/Status"],
  ['{"path":"/Status"}', "/Status"],
  ["/Browse?key=Tidal:&q=..//x", "/Browse?key=Tidal:&q=..//x"],
  ["/Play?url=http://192.0.2.1/a.mp3", "/Play?url=http://192.0.2.1/a.mp3"],
  ["/Artwork?name=a%20b", "/Artwork?name=a%20b"],
])("%s is one request where it is allowed", (request, path) => {
  const session = allowing("/Status", "/Browse?key=*", "/Play*", "/Artwork?name=*");
  expect(decided("raw", request, session)).toBe(`getPath ${path}`);
});

it.each([
  ["nothing is", []],
  ["others are", ["/status", "/StatusX", "/Status?", "/Status/*", "Status"]],
])("a path is rejected where %s allowed", (_case, allowed) => {
  expect(decided("raw", "/Status", allowing(...allowed))).toBe(
    'rejected: controls.raw does not allow "/Status"',
  );
});

const leadingElsewhere = String.raw`Status //192.0.2.1/Status http://192.0.2.1/Status /a//b /a/../b /a/%2e%2E/b
  /a/%252e%252e/b /a%2fb /a\b /a%5cb /a/%c0%ae%C0%ae/b /a%c0%afb /a%c1%9cb /a/%e0%80%ae%e0%80%ae/b /a%f0%80%80%afb`;
const noPaths = `/a%0d%0aHost:b /a%%2e /a%2 /Status#top /ä /${"a".repeat(512)} {"path":7} {"paths":"/Status"} {`;

it.each([...leadingElsewhere.split(/\s+/), ...noPaths.split(" "), "/a b", "/a\r\nHost: b"])(
  "%j is malformed, whatever is allowed",
  (request) => {
    const { problem, decide } = controls.raw.parse(request);
    expect(problem?.text).toMatch(/^malformed: expected the path of a request/);
    expect(decide(allowing("/*"), 0)).toMatchObject({ outcome: { kind: "rejected" } });
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
