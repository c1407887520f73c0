import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Message } from "../../../src/core/topics/message.ts";
import type { Payload } from "../../../src/core/resources/property.ts";
import { messagesOf, render, type RenderTarget } from "../../../src/core/topics/render.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { anySession } from "../arbitrary-session.ts";
import { target as usualTarget } from "../samples.ts";

const anyTarget: fc.Arbitrary<RenderTarget> = fc
  .constantFrom(60, 300, 100_000)
  .map((maxPayloadBytes) => ({ ...usualTarget, maxPayloadBytes }));

const messages = (
  target: RenderTarget,
  previous: Session | undefined,
  next: Session,
): readonly Message<Payload>[] => messagesOf(target, render(target, previous, next));

/** The topics at a broker after these messages: an empty payload removes a topic. */
function retain(held: ReadonlyMap<string, Payload>, sent: readonly Message<Payload>[]): Map<string, Payload> {
  const next = new Map(held);
  for (const { topic, payload } of sent) {
    if (payload === "") next.delete(topic);
    else next.set(topic, payload);
  }
  return next;
}

const sorted = (held: ReadonlyMap<string, Payload>): [string, Payload][] =>
  [...held].toSorted(([a], [b]) => (a < b ? -1 : 1));

describe("the messages of any session", () => {
  it("leave a late subscriber seeing the same as one who was always there", () => {
    fc.assert(
      fc.property(anyTarget, fc.array(anySession, { minLength: 1, maxLength: 4 }), (target, sessions) => {
        let held = new Map<string, Payload>();
        let previous: Session | undefined;
        for (const session of sessions) {
          held = retain(held, messages(target, previous, session));
          previous = session;
          expect(sorted(held)).toEqual(sorted(retain(new Map(), messages(target, undefined, session))));
        }
      }),
    );
  });

  it("name each topic once", () => {
    fc.assert(
      fc.property(anyTarget, anySession, anySession, (target, previous, next) => {
        const topics = messages(target, previous, next).map(({ topic }) => topic);
        expect(new Set(topics).size).toBe(topics.length);
      }),
    );
  });

  it("are valid JSON wherever JSON is promised", () => {
    const isJson = /\/(?:info|options|status|playlist|queue)$/;
    fc.assert(
      fc.property(anyTarget, anySession, (target, session) => {
        const texts = messages(target, undefined, session).filter(
          ({ topic, payload }) => isJson.test(topic) && payload !== "",
        );
        for (const { payload } of texts) expect(JSON.parse(String(payload))).toBeTypeOf("object");
      }),
    );
  });

  it("are none between equal sessions, whatever objects they are made of", () => {
    fc.assert(
      fc.property(anyTarget, anySession, (target, session) => {
        expect(render(target, session, clone(session))).toEqual([]);
      }),
    );
  });
});

/** The same session in other objects, except for the bytes of a picture and the pending effect. */
function clone(session: Session): Session {
  const { pending, memory, ...rest } = session;
  const { requestedPictures, ...others } = memory;
  return { ...structuredClone(rest), pending, memory: { ...structuredClone(others), requestedPictures } };
}
