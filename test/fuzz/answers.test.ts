import { type OwnResource, ownResources } from "../../src/families/zidoo/operations.ts";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DeviceError } from "../../src/core/errors.ts";
import { render } from "../../src/core/topics/render.ts";
import { newSession } from "../../src/core/session/new-session.ts";
import { withResource } from "../../src/core/session/session.ts";
import type { QueueView } from "../../src/families/family.ts";
import {
  type Fields,
  payloads,
  readBody,
  type SampledResource,
  sampledResources,
} from "../families/zidoo/payloads.ts";
import { anyText } from "../support/any-text.ts";
import { runs } from "./runs.ts";
import { sessionWith } from "../core/session-with.ts";

const cleanNames = Object.getOwnPropertyNames(Object.prototype).length;
const target = {
  base: "p",
  id: "tv",
  name: "TV",
  address: "http://tv",
  maxPayloadBytes: 10_000,
  largestPayloadBytes: 10_000,
};
const views = [{ fields: "essential" }, { fields: "all" }, { publish: "all" }, { publish: "none" }] as const;

/** How a body is read. */
interface Reading {
  readonly resources?: readonly OwnResource[];
  readonly inViews?: readonly Partial<QueueView>[];
}

/** Reads a body as the answer about each resource and renders it: the kinds of the answers, or their faults. */
function outcomes(body: string | Buffer, { resources = ownResources, inViews = views }: Reading): string[] {
  return resources.flatMap((resource) =>
    // Only the queue is read differently in each view.
    (resource === "queue" ? inViews : inViews.slice(0, 1)).map((view) => {
      try {
        const answer = readBody(resource, body, view);
        if (answer.kind !== "reading") return answer.kind;
        const player = { [resource]: answer.reading.value };
        const session = withResource(sessionWith(newSession(0), { player, pagesKnown: 3 }), resource, {
          support: "supported",
        });
        const isText = render(target, undefined, session).every(({ payload }) => typeof payload === "string");
        return isText ? answer.kind : "a payload that is no text";
      } catch (error) {
        if (!(error instanceof DeviceError)) throw error;
        return error.message === "" ? "no reason" : error.fault;
      }
    }),
  );
}

const names =
  "status inputData inputIndex outputData outputInfo infolist video 3D subtitle playlist playList size currentIndex array total start active uri title tag name icon enable model __proto__ constructor toString valueOf prototype";
const keys = fc.constantFrom(...names.split(" "));
const leaf = fc.oneof(
  fc.constantFrom(
    null,
    true,
    false,
    0,
    -1,
    1,
    200,
    806,
    1e308,
    -0,
    "",
    "1",
    "true",
    "__proto__",
    "//x",
    "http://[",
  ),
  fc.double(),
  anyText(),
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    leaf,
    fc.array(tie("tree"), { maxLength: 4 }),
    fc.array(fc.tuple(keys, tie("tree")), { maxLength: 6 }).map((entries) => asObject(entries)),
  ),
}));

/** An object with own properties of any name, also of those that objects have from their prototype. */
function asObject(entries: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(entries);
}

/** A valid payload with one value somewhere in it replaced. */
function mutated(resource: SampledResource): fc.Arbitrary<unknown> {
  return fc
    .tuple(fc.infiniteStream(fc.nat()), tree)
    .map(([choices, value]) =>
      replaceSomewhere(payloads[resource], value, () => choices.next().value as number),
    );
}

function replaceSomewhere(within: unknown, value: unknown, choose: () => number): unknown {
  const names = typeof within === "object" && within !== null ? Object.keys(within) : [];
  const name = names[choose() % (names.length + 1)];
  if (name === undefined) return value;
  const inner = (within as Fields)[name];
  const replaced = replaceSomewhere(inner, value, choose);
  if (!Array.isArray(within)) return { ...(within as Fields), [name]: replaced };
  return within.map((item: unknown, index) => (String(index) === name ? replaced : item));
}

const harms = new Set(["no reason", "a payload that is no text"]);

/** The harm that a body did: a fault without a reason, a payload that is no text, or a polluted prototype. */
function harmOf(body: string | Buffer, reading: Reading = {}): string[] {
  const harm = outcomes(body, reading).filter((outcome) => harms.has(outcome));
  return [...harm, ...Object.getOwnPropertyNames(Object.prototype).slice(cleanNames)];
}

describe("any body of a player", () => {
  it("of arbitrary bytes is an answer or a fault with a reason", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(harmOf(Buffer.from(bytes))).toEqual([]);
      }),
      { numRuns: runs(60) },
    );
  });

  it("of arbitrary JSON is an answer or a fault with a reason", () => {
    fc.assert(
      fc.property(fc.oneof(tree, fc.jsonValue()), (value) => {
        expect(harmOf(JSON.stringify(value))).toEqual([]);
      }),
      { numRuns: runs(300) },
    );
  });

  it.each(sampledResources)(
    "of %s with anything replaced is an answer or a fault with a reason",
    (resource) => {
      fc.assert(
        fc.property(mutated(resource), (value) => {
          expect(harmOf(JSON.stringify(value), { resources: [resource] })).toEqual([]);
        }),
        { numRuns: runs(120) },
      );
    },
  );

  it.each(sampledResources)("of %s cut off or with bytes changed is an answer or a fault", (resource) => {
    const bytes = Buffer.from(JSON.stringify(payloads[resource]));
    fc.assert(
      fc.property(fc.nat(bytes.length), fc.nat(bytes.length - 1), fc.nat(255), (end, at, byte) => {
        const changed = Buffer.from(bytes);
        changed[at] = byte;
        expect(harmOf(bytes.subarray(0, end), { resources: [resource] })).toEqual([]);
        expect(harmOf(changed, { resources: [resource] })).toEqual([]);
      }),
      { numRuns: runs(30) },
    );
  });

  it.each(["__proto__", "constructor", "prototype"])("pollutes nothing by the name %s", (name) => {
    const poison = `{"${name}":{"polluted":true,"prototype":{"polluted":true}}}`;
    for (const body of [
      poison,
      `{"status":200,"video":${poison},"${name}":{"polluted":1}}`,
      `{"inputData":[${poison}],"outputInfo":${poison}}`,
      `{"total":1,"array":[{"active":true,"deep":${poison},"${name}":{"polluted":1}}],"${name}":{"polluted":1}}`,
      `{"playlist":[${poison}]}`,
    ]) {
      expect(harmOf(body)).toEqual([]);
    }
    expect({}).not.toHaveProperty("polluted");
  });

  it("carries no field named __proto__", () => {
    const body = '{"total":1,"__proto__":{"a":1},"array":[{"__proto__":{"a":1},"x":{"__proto__":{"a":1}}}]}';
    expect(JSON.stringify(readBody("queue", body, { fields: "all" }))).not.toContain("__proto__");
  });

  it.each([
    ["lists", "[", "]"],
    ["objects", '{"a":', "}"],
  ])("of thirty thousand %s within each other harms nobody", (_name, begin, end) => {
    const deep = `${begin.repeat(30_000)}1${end.repeat(30_000)}`;
    for (const body of [
      deep,
      `{"status":200,"video":{"status":1,"new":${deep}},"zoom":${deep},"newer":${deep}}`,
      `{"inputData":[{"tag":"A","name":${deep},"new":${deep}}],"outputInfo":{"infolist":${deep}}}`,
      `{"total":1,"array":[{"active":true,"artistIdList":${deep},"new":${deep}}],"new":${deep}}`,
      `{"playlist":${deep},"playList":[{"title":"A","new":${deep}}]}`,
      `{"status":${deep}}`,
    ]) {
      expect(harmOf(body, { inViews: [{ fields: "all" }] })).toEqual([]);
    }
  });
});
