export type PlayerValues = Readonly<Record<string, unknown>>;

export type ConfigEdit =
  | { readonly kind: "add-player"; readonly values: PlayerValues }
  | { readonly kind: "change-player"; readonly id: string; readonly values: PlayerValues }
  | { readonly kind: "remove-player"; readonly id: string }
  | { readonly kind: "set"; readonly name: string; readonly value: unknown }
  | { readonly kind: "unset"; readonly name: string };

/** A change that cannot be made; the message says why and what to do. */
export class EditError extends Error {
  override readonly name = "EditError";
}

/** Describes an edit for the log, by name and never with a value. */
export function describeEdit(edit: ConfigEdit): string {
  switch (edit.kind) {
    case "add-player":
      return `add player ${JSON.stringify(edit.values["id"])}`;
    case "change-player":
      return `change ${Object.keys(edit.values).join(", ")} of player ${JSON.stringify(edit.id)}`;
    case "remove-player":
      return `remove player ${JSON.stringify(edit.id)}`;
    case "set":
      return `set ${edit.name}`;
    case "unset":
      return `unset ${edit.name}`;
  }
}
