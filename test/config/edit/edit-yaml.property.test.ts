import * as fc from "fast-check";
import { expect, it } from "vitest";
import { parse, stringify } from "yaml";
import type { ConfigEdit } from "../../../src/config/edit/config-edit.ts";
import { editYaml } from "../../../src/config/edit/edit-yaml.ts";

type Entry = Record<string, unknown>;
type Settings = Record<string, Entry> & { players?: Entry[] };

/** The meaning of an edit, on plain objects. */
function applied(settings: Settings, edit: ConfigEdit): Settings {
  const next = structuredClone(settings);
  const players = (next.players ??= []);
  const set = (target: Entry, path: string, value: unknown): void => {
    const [key = "", ...rest] = path.split(".");
    if (rest.length > 0) {
      const inner = (target[key] ?? {}) as Entry;
      set(inner, rest.join("."), value);
      if (Object.keys(inner).length > 0) target[key] = inner;
      else delete target[key];
    } else if (value === null) delete target[key];
    else target[key] = value;
  };
  const entry = (id: string): Entry => players.find((player) => player["id"] === id) ?? {};
  if (edit.kind === "set") set(next, edit.name, edit.value);
  else if (edit.kind === "unset") set(next, edit.name, null);
  else if (edit.kind === "remove-player") players.splice(players.indexOf(entry(edit.id)), 1);
  else {
    if (edit.kind === "add-player") players.push({});
    const target = edit.kind === "add-player" ? (players.at(-1) ?? {}) : entry(edit.id);
    for (const [key, value] of Object.entries(edit.values)) set(target, key, value);
  }
  return next;
}

const text = fc.oneof(
  fc.constantFrom(
    "eager",
    "yes",
    "null",
    "1e3",
    "a: b",
    "# no comment",
    "- x",
    "*a",
    "&a",
    "'",
    '"',
    "{",
    "\ttab",
  ),
  fc.string({ maxLength: 30 }),
  fc.lorem({ maxCount: 40 }),
);
const values = fc.dictionary(fc.constantFrom("name", "url", "psk", "poll.pace", "poll.video"), text, {
  maxKeys: 3,
});
const ids = ["a", "b", "c"] as const;
/** An object as the value of a setting; its keys may need quotes. */
const paths = fc.dictionary(
  fc.constantFrom("audio", "5", "null", "a: b"),
  fc.oneof(text, fc.array(text, { maxLength: 2 })),
  { minKeys: 1, maxKeys: 3 },
);
const entry = fc.record(
  {
    name: text,
    url: text,
    poll: fc.record({ pace: text }),
    controls: fc.record({ paths: fc.oneof(paths, fc.constant(null)) }),
  },
  { requiredKeys: ["url"] },
) as fc.Arbitrary<Entry>;
const settings = fc
  .record({
    mqtt: fc.dictionary(fc.constantFrom("url", "password"), text, { minKeys: 1 }),
    log: fc.constant({ level: "info" }),
    players: fc.tuple(entry, entry, entry),
  })
  .map(
    ({ players, ...rest }) =>
      ({
        ...rest,
        players: players.map((player, place) => ({ id: ids[place], ...player })),
      }) as unknown as Settings,
  );
const edits: fc.Arbitrary<ConfigEdit> = fc.oneof(
  values.map((own): ConfigEdit => ({ kind: "add-player", values: { id: "new", ...own } })),
  fc
    .tuple(fc.constantFrom(...ids), values)
    .map(([id, own]): ConfigEdit => ({ kind: "change-player", id, values: own })),
  fc
    .tuple(fc.constantFrom(...ids), paths)
    .map(([id, own]): ConfigEdit => ({ kind: "change-player", id, values: { "controls.paths": own } })),
  fc.constantFrom(...ids).map((id): ConfigEdit => ({ kind: "change-player", id, values: { poll: null } })),
  fc.constantFrom(...ids).map((id): ConfigEdit => ({ kind: "remove-player", id })),
  fc
    .tuple(fc.constantFrom("mqtt.url", "mqtt.password", "homeassistant.prefix"), text)
    .map(([name, value]): ConfigEdit => ({ kind: "set", name, value })),
  fc.constantFrom("mqtt.url", "log.level").map((name): ConfigEdit => ({ kind: "unset", name })),
);
const layout = fc.record({
  indent: fc.constantFrom(1, 2, 3, 4, 8),
  indentSeq: fc.boolean(),
  collectionStyle: fc.constantFrom("any" as const, "flow" as const),
  lineWidth: fc.constantFrom(0, 40),
  lineEnd: fc.constantFrom("\n", "\r\n"),
});

/** Comments and empty lines between the entries of the first level. */
function commented(yaml: string): string {
  return yaml.replaceAll(/^(mqtt|log|players):/gm, "# about $1\n\n$1:");
}

it("changes what it is to change and nothing else, in any layout", () => {
  fc.assert(
    fc.property(settings, edits, layout, (given, edit, { lineEnd, ...options }) => {
      const before = commented(stringify(given, options)).replaceAll("\n", lineEnd);
      fc.pre(JSON.stringify(parse(before)) === JSON.stringify(given));
      const after = editYaml(before, [edit]);
      expect(parse(after)).toEqual(applied(given, edit));
      for (const comment of before.match(/^# about (mqtt|players)/gm) ?? []) expect(after).toContain(comment);
      expect(after.includes("\r\n")).toBe(lineEnd === "\r\n");
    }),
    { numRuns: 120 },
  );
});
