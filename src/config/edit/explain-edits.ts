import { stringify } from "yaml";
import { type ConfigEdit, describeEdit } from "./config-edit.ts";
import { settings } from "../schema.ts";

const secretHere = "<your secret>";

/** Says what to write into a configuration file that the bridge cannot write. Contains no secrets. */
export function explainEdits(edits: readonly ConfigEdit[], file: string): string {
  return edits.map((edit) => explain(edit, file)).join("\n\n");
}

function explain(edit: ConfigEdit, file: string): string {
  switch (edit.kind) {
    case "add-player":
      return `Add to ${file}:\n\n${stringify({ players: [nested(edit.values)] })}`;
    case "change-player":
      return `In ${file}, at the player ${edit.id}:\n\n${stringify(nested(edit.values))}`;
    case "set":
      return `Write into ${file}:\n\n${stringify(nested({ [edit.name]: edit.value }))}`;
    case "remove-player":
    case "unset":
      return `In ${file}: ${describeEdit(edit)}.`;
  }
}

/** Dotted keys as nested objects. */
function nested(values: Readonly<Record<string, unknown>>): object {
  const root: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(values)) {
    if (path === "players" && Array.isArray(value)) {
      root[path] = value.map((player: Readonly<Record<string, unknown>>) => nested(player));
      continue;
    }
    const isSecret = path === "psk" || settings.get(path)?.secret === "value";
    const [section = "", key] = path.split(".");
    const shown = isSecret ? secretHere : value;
    root[section] = key === undefined ? shown : { ...(root[section] as object | undefined), [key]: shown };
  }
  return root;
}
