import type { PlayerConfig } from "../../../config/players.ts";
import { type ControlName, controlNames } from "../../../core/controls/control-name.ts";
import { controlSupport } from "../../../core/controls/judge.ts";
import { controls } from "../../../core/controls/table.ts";
import { operationNames } from "../../../core/controls/operation-name.ts";
import type { Answer } from "../../../core/resources/player.ts";
import { type ResourceName, resourceNames } from "../../../core/resources/resource.ts";
import { withResource } from "../../../core/session/revise.ts";
import { newSession, type Session, type Support } from "../../../core/session/session.ts";
import { calls, type OwnPaths, reads, uncertainCalls } from "../../../device/operations.ts";
import { fault, type Finding, good, note } from "../finding.ts";

/** How the player answered when it was asked for a resource; undefined where that made no sense. */
export type Told = ReadonlyMap<ResourceName, Answer | undefined>;

/**
 * Tells what can be set of a player, and of what not, by the bridge's own rules and from what the player answered.
 * Nothing is called to find out: whoever tries a path that switches a player off has switched it off.
 */
export function* checkControls({ controls: given }: PlayerConfig, told: Told): Generator<Finding, void> {
  const session = sessionOf(told, given.experimental);
  const having = (wanted: ReturnType<typeof controlSupport>): readonly ControlName[] =>
    controlNames.filter((name) => controlSupport(session, name) === wanted);
  const [known, open, lacking, off] = [
    having("supported"),
    having("unknown"),
    having("unsupported"),
    having("off"),
  ];
  if (known.length > 0) yield good("controls", `can be set: ${known.join(", ")}`);
  if (open.length > 0) yield note("controls", `only trying tells, and is not tried here: ${open.join(", ")}`);
  if (lacking.length > 0) {
    yield note("controls", `switched off, since the player lacks what they need: ${reasons(lacking)}`);
  }
  if (off.length > 0) {
    yield note(
      "controls",
      `switched off, since it is not certain how: ${off.join(", ")}`,
      "controls.experimental tries them: see docs/operations-of-the-player.md",
    );
  }
  if (given.experimental) {
    yield note(
      "controls",
      `in use although not certain (controls.experimental): ${uncertainCalls.join(", ")}`,
    );
  }
}

/** What the bridge would know of a player that answered like this. */
function sessionOf(told: Told, isExperimental: boolean): Session {
  let session = newSession(0, { withoutOperations: isExperimental ? [] : uncertainCalls });
  for (const [name, answer] of told) {
    session = withResource(session, name, { support: supportBy(answer) });
    if (answer?.kind === "reading") {
      session = { ...session, player: { ...session.player, [name]: answer.reading.value } };
    }
  }
  return session;
}

function supportBy(answer: Answer | undefined): Support {
  switch (answer?.kind) {
    case "reading":
    case "absent":
    case "unchanged":
      return "supported";
    case "unsupported":
      return "unsupported";
    default:
      return "unknown";
  }
}

/** What is lacking, said once for all that needs it. */
function reasons(names: readonly ControlName[]): string {
  const whats = [...new Set(names.map((name) => controls[name].what))];
  return whats
    .map((what) => `${names.filter((name) => controls[name].what === what).join(", ")} (no ${what})`)
    .join("; ");
}

/** The paths of what is read that are safe to ask: one that does something when it is asked is no question. */
export function harmlessPaths(own: OwnPaths): OwnPaths {
  return Object.fromEntries(
    Object.entries(own).filter(
      ([name, path]) => !isRead(name) || (path !== undefined && callAt(path) === undefined),
    ),
  );
}

/**
 * Tells of the paths that are configured to be otherwise. `usual` are the answers under the usual paths of what was not
 * answered under its own.
 */
export function* checkPaths(own: OwnPaths, told: Told, usual: Told): Generator<Finding, void> {
  const untried: string[] = [];
  for (const name of operationNames) {
    const path = own[name];
    if (path === undefined) continue;
    const what = `${name} is configured to be ${path}`;
    if (!isRead(name)) {
      untried.push(`${name} ${path}`);
      continue;
    }
    const call = callAt(path);
    if (call !== undefined) {
      const advice = `correct controls.paths: usually it is ${reads[name].path}`;
      yield fault(
        "paths",
        `${what}, which is the path of ${call} and does something; it was not asked for`,
        advice,
      );
    } else if (supportBy(told.get(name)) === "supported") {
      yield good("paths", `${what}, and is answered there`);
    } else {
      yield fault(
        "paths",
        `${what}, and the player answers nothing of use there (404, 405 or 801)`,
        hint(name, usual),
      );
    }
  }
  if (untried.length > 0) {
    yield note(
      "paths",
      `configured to be otherwise, and not tried, since to try is to do: ${untried.join(", ")}`,
    );
  }
}

/** The resources with paths of their own that brought nothing, though not for being asked at a bad moment. */
export function unansweredPaths(own: OwnPaths, told: Told): readonly ResourceName[] {
  return resourceNames.filter((name) => own[name] !== undefined && supportBy(told.get(name)) !== "supported");
}

function hint(name: ResourceName, usual: Told): string {
  return supportBy(usual.get(name)) === "supported"
    ? `take ${name} out of controls.paths: the player answers at ${reads[name].path}`
    : `correct ${name} in controls.paths, or take it out: the player may lack it`;
}

function isRead(name: string): name is ResourceName {
  return name in reads;
}

/** Which call has this path, whatever word stands before it. */
function callAt(path: string): string | undefined {
  const wanted = withoutPrefix(path);
  return Object.entries(calls).find(([, call]) => withoutPrefix(call.path) === wanted)?.[0];
}

function withoutPrefix(path: string): string {
  return path.toLowerCase().replace(/^\/(?:\{p\}|\w*?)(?=musiccontrol|videoplay|controlcenter)/, "/");
}
