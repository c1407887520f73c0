import * as z from "zod";
import { commandTargets } from "../core/controls/command.ts";
import { resourceLeaves } from "../core/resources/player.ts";
import { isSettingLevel } from "../core/resources/settings.ts";
import type { DeclaredOperation } from "../families/declared-operations.ts";
import { families } from "../families/index.ts";
import { once } from "../lib/once.ts";

const expectedName = "a name: expected 1 to 64 letters, digits, _ and -, such as subwoofer";
const expectedPath = "a path of the player itself: expected one that begins with /, such as /Status";
const expectedSetPath = `${expectedPath}?volume={value}, with one {value}`;
const expectedPointer = "a JSON pointer such as /items/0/value";
const expectedWords = "words and what is sent for each, such as {low: 0, high: 1}";
const expectedWord = "words of 1 to 64 characters that are no numbers, since a number chooses by place";
const expectedRange = "a range of whole numbers, such as {min: 0, max: 60}";
const mostOperations = 32;
const mostWords = 64;

const taken: ReadonlySet<string> = new Set([...commandTargets, ...resourceLeaves]);

const name = once(() =>
  z.string(expectedName).superRefine((value, context) => {
    // What has a slash is no name of its own, but may be meant to replace a topic.
    if (taken.has(value.toLowerCase()))
      context.addIssue({ code: "custom", message: "free: players have a topic of that name already" });
    else if (!isSettingLevel(value)) context.addIssue({ code: "custom", message: expectedName });
  }),
);

/** What any server takes in the line of a request, and no other host: `//host/path` is one to a browser. */
const ownPath = /^\/(?!\/)[!-"$-~]*$/;

function path(expected: string, places: number) {
  return once(() =>
    z.string(expected).superRefine((value, context) => {
      const isPath = ownPath.test(value) && value.split("{value}").length === places + 1;
      if (!isPath) context.addIssue({ code: "custom", message: expected });
    }),
  );
}

const readPath = once(() =>
  path(expectedPath, 0)().superRefine((value, context) => {
    const [bare = ""] = value.split("?");
    const call = families.flatMap((family) => family.paths?.changeAt(bare, "") ?? [])[0];
    if (call === undefined) return;
    const message = `a path that only reads: it is that of ${call}, which changes the player`;
    context.addIssue({ code: "custom", message });
  }),
);

const words = once(() =>
  z
    .record(
      z.string(),
      z
        .union(
          [z.string().regex(/^[^\p{Cs}]{0,200}$/u, expectedWords), z.number(), z.boolean()],
          expectedWords,
        )
        .transform(String),
      expectedWords,
    )
    .refine(
      (value) => Object.keys(value).every((word) => /^(?!-?\d+$)(?=.*\S)[^\p{Cc}]{1,64}$/u.test(word)),
      { message: expectedWord },
    )
    .refine((value) => new Set(Object.values(value)).size === Object.keys(value).length, {
      message: "words: expected another value for each",
    })
    .refine((value) => Object.keys(value).length <= mostWords, { message: `at most ${mostWords} words` }),
);

const range = once(() =>
  z
    .strictObject({ min: z.int(expectedRange), max: z.int(expectedRange) }, expectedRange)
    .refine(({ min, max }) => min < max, { message: expectedRange }),
);

const operation = once(() =>
  z
    .strictObject(
      {
        name: name(),
        title: z
          .string()
          .regex(/^(?=.*\S).{1,100}$/s, "a text of 1 to 100 characters")
          .optional(),
        kind: z.enum(["switch", "number", "choice", "text"], "one of switch, number, choice, text"),
        read: z.strictObject(
          {
            path: readPath(),
            pointer: z.string(expectedPointer).regex(/^(?:\/(?:[^~/]|~[01])*)*$/, expectedPointer),
          },
          "an object with path and pointer",
        ),
        set: z
          .strictObject(
            { path: path(expectedSetPath, 1)(), words: words().optional(), range: range().optional() },
            "an object with path, and words or range",
          )
          .optional(),
      },
      "an operation: expected an object with name, kind and read",
    )
    .superRefine((value, context) => {
      for (const [path, message] of misfits(value)) context.addIssue({ code: "custom", path, message });
    }),
);

/** What of an operation does not fit its kind, by its place. */
function misfits({ kind, set }: DeclaredOperation): readonly (readonly [string[], string])[] {
  const has = (part: "words" | "range"): boolean => set?.[part] !== undefined;
  const names = Object.keys(set?.words ?? {});
  switch (kind) {
    case "switch":
      if (has("range")) return [[["set", "range"], "for a switch, which takes words for on and off"]];
      return names.length === 0 || (names.length === 2 && names.includes("on") && names.includes("off"))
        ? []
        : [[["set", "words"], "the words of a switch: expected on and off"]];
    case "number":
      if (has("words")) return [[["set", "words"], "for a number, which takes a range"]];
      return set === undefined || has("range") ? [] : [[["set", "range"], expectedRange]];
    case "choice":
      if (has("range")) return [[["set", "range"], "for a choice, which takes words"]];
      return names.length > 0 ? [] : [[["set", "words"], expectedWords]];
    case "text":
      return set === undefined ? [] : [[["set"], "for a text, which can only be read"]];
  }
}

export const operations = once(() =>
  z
    .array(operation(), "a list of operations")
    .max(mostOperations, `a list of at most ${mostOperations} operations`)
    .superRefine((list, context) => {
      const names = list.map(({ name }) => name.toLowerCase());
      for (const [index, name] of names.entries()) {
        if (names.indexOf(name) === index) continue;
        context.addIssue({
          code: "custom",
          path: [index, "name"],
          message: `free: operation ${names.indexOf(name)} has that name`,
        });
      }
    }),
);
