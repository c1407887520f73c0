import type { Session } from "../../src/core/session/session.ts";

const parts = [
  "profile",
  "config",
  "bridge",
  "memory",
  "presence",
  "identityCheck",
  "schedule",
  "pending",
] as const satisfies readonly (keyof Session)[];

type PartFields = Session["profile"] &
  Session["config"] &
  Session["bridge"] &
  Session["memory"] &
  Session["presence"] &
  Session["identityCheck"] &
  Session["schedule"] &
  Session["pending"];

/** Fields of any part of a session, whose names are unique among the parts. */
export type SessionFields = Partial<Pick<Session, "player" | "resources" | "operations"> & PartFields>;

/** The session with these fields, each in its part. */
export function sessionWith(session: Session, fields: SessionFields): Session {
  let next = session;
  for (const [field, value] of Object.entries(fields)) {
    const part = parts.find((name) => field in session[name]);
    next =
      part === undefined
        ? { ...next, [field]: value }
        : { ...next, [part]: { ...next[part], [field]: value } };
  }
  return next;
}

/** The value of a field, whichever part has it. */
export function fieldOf(session: Session, field: string): unknown {
  const part = parts.find((name) => field in session[name]);
  return part === undefined ? undefined : (session[part] as Readonly<Record<string, unknown>>)[field];
}
