import type { PlayerConfig } from "../../../config/players.ts";
import {
  type ControlName,
  controlNames,
  controls,
  controlSupport,
  isPossible,
} from "../../../core/controls/table.ts";
import { type Preset, presetsOf } from "../../../core/controls/preset.ts";
import {
  type Answer,
  publicNameOf,
  type ResourceName,
  resourceNamed,
  resourceNames,
} from "../../../core/resources/player.ts";
import { newSession } from "../../../core/session/new-session.ts";
import { type Session, withResource } from "../../../core/session/session.ts";
import type { Support } from "../../../core/resources/resource.ts";
import type { Family, OperationPaths } from "../../../families/family.ts";
import { profileOf } from "../../../families/profile-of.ts";
import { fault, type Finding, good, note, ofAny, warning } from "../finding.ts";
import { type Phrase, translatable } from "../../../lib/phrase.ts";

/** The player's answer for each resource; undefined where it was not valid. */
export type Answers = ReadonlyMap<ResourceName, Answer | undefined>;

/** By the bridge's own rules and the player's answers: a call that is tried would have its effect. */
export function* checkControls(
  player: PlayerConfig,
  family: Family,
  answers: Answers,
): Generator<Finding, void> {
  const { controls: given } = player;
  const session = sessionOf(player, family, answers);
  const having = (wanted: ReturnType<typeof controlSupport>): readonly ControlName[] =>
    controlNames.filter((name) => controlSupport(session, name) === wanted);
  const [known, open, lacking, off] = [
    having("supported"),
    having("unknown"),
    // What no player of the family has is not worth a note either.
    having("unsupported").filter((name) =>
      controls[name].operations.some((operation) => family.calls.includes(operation)),
    ),
    // A control that the owner has to configure first, such as tags of settings, is not worth a note.
    having("off").filter((name) => controls[name].enabledBy === "controls.experimental"),
  ];
  const check = "controls";
  yield* ofAny(known, (controls) =>
    good(check, translatable("controls.known", "can be set: {controls}", { controls })),
  );
  yield* ofAny(open, (controls) =>
    note(
      check,
      translatable("controls.open", "not tested (would change the player): {controls}", { controls }),
    ),
  );
  yield* ofAny(lacking, (controls) =>
    note(check, translatable("controls.lacking", "unsupported by this player: {controls}", { controls })),
  );
  yield* ofAny(off, (controls) =>
    note(
      check,
      translatable("controls.off", "disabled because their operations are unverified: {controls}", {
        controls,
      }),
      translatable("advice.experimental", "controls.experimental enables them: see docs/dev/player-api.md"),
    ),
  );
  yield* checkPresets(presetsOf(given.presets), session);
  yield* ofAny(given.experimental ? family.unverified.calls : [], (controls) =>
    note(
      check,
      translatable(
        "controls.unconfirmed",
        "enabled although not confirmed (controls.experimental): {controls}",
        { controls },
      ),
    ),
  );
}

function* checkPresets(presets: readonly Preset[], session: Session): Generator<Finding, void> {
  for (const { name, steps } of presets) {
    const lacking = steps.filter(({ target }) => !isPossible(controlSupport(session, target)));
    if (lacking.length === 0) {
      yield good(
        "presets",
        translatable(
          "presets.possible",
          "{name} has {count} steps, and the player lacks none of their controls",
          { name: JSON.stringify(name), count: steps.length },
        ),
      );
    } else {
      const words = lacking.map(({ target, request }) => `${target} ${request}`).join(", ");
      const values = { name: JSON.stringify(name), steps: words };
      yield warning(
        "presets",
        translatable("presets.lacking", "{name} has steps that this player lacks: {steps}", values),
        translatable("advice.presets", "correct controls.presets, or give the player presets of its own"),
      );
    }
  }
}

/** The session that the bridge would have after these answers. */
function sessionOf(player: PlayerConfig, family: Family, answers: Answers): Session {
  let session = newSession(0, { profile: profileOf(player, family) });
  for (const [name, answer] of answers) {
    session = withResource(session, name, { support: supportBy(answer) });
    if (answer?.kind === "reading") {
      session = { ...session, player: { ...session.player, [name]: answer.reading.value } };
    }
  }
  return session;
}

export function supportBy(answer: Answer | undefined): Support {
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

type OwnPaths = PlayerConfig["controls"]["paths"];

/** The custom paths that are safe to read: not those of operations that change the player. */
export function harmlessPaths(own: OwnPaths, paths: OperationPaths | undefined): OwnPaths {
  return Object.fromEntries(
    Object.entries(own).filter(
      ([name, path]) =>
        resourceNamed(name) === undefined ||
        (path !== undefined && paths?.changeAt(path, name) === undefined),
    ),
  );
}

/** `usual` has the answers at the usual paths of operations that were not answered at their custom ones. */
export function* checkPaths(
  own: OwnPaths,
  paths: OperationPaths,
  answers: Answers,
  usual: Answers,
): Generator<Finding, void> {
  const untried: string[] = [];
  for (const { name, path: usualPath } of paths.operations) {
    const path = own[name];
    if (path === undefined) continue;
    const given = { name, path };
    const resource = resourceNamed(name);
    if (resource === undefined) {
      untried.push(`${name} ${path}`);
      continue;
    }
    const call = paths.changeAt(path, name);
    if (call !== undefined) {
      const advice = translatable("advice.usual-path", "correct controls.paths: the usual path is {path}", {
        path: usualPath,
      });
      yield fault(
        "paths",
        translatable(
          "paths.changes",
          "{name} is configured as {path}, the path of {operation}, which changes the player; it was not requested",
          { ...given, operation: call },
        ),
        advice,
      );
    } else if (supportBy(answers.get(resource)) === "supported") {
      yield good(
        "paths",
        translatable("paths.answered", "{name} is configured as {path}, and the player answers there", given),
      );
    } else {
      yield fault(
        "paths",
        translatable(
          "paths.unsupported",
          "{name} is configured as {path}, but the player does not support it there (404, 405 or 801)",
          given,
        ),
        hint(name, usualPath, supportBy(usual.get(resource))),
      );
    }
  }
  yield* ofAny(untried, (paths) =>
    note(
      "paths",
      translatable(
        "paths.untried",
        "custom paths that were not tried, since a request changes the player: {paths}",
        { paths },
      ),
    ),
  );
}

export function unansweredPaths(own: OwnPaths, answers: Answers): readonly ResourceName[] {
  return resourceNames.filter(
    (name) => own[publicNameOf(name)] !== undefined && supportBy(answers.get(name)) !== "supported",
  );
}

function hint(name: string, usualPath: string, supportThere: Support): Phrase {
  return supportThere === "supported"
    ? translatable("advice.remove-path", "remove {name} from controls.paths: the player answers at {path}", {
        name,
        path: usualPath,
      })
    : translatable(
        "advice.correct-path",
        "correct {name} in controls.paths, or remove it: the player may not support it",
        { name },
      );
}
