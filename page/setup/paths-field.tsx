import type { ConfigurationView } from "../../src/extensions/page/set-up-views.ts";
import { t } from "../texts.ts";
import { Choice, Field } from "./field.tsx";
import { type ObjectFieldProps, useFieldRows } from "./use-field-rows.ts";
import { Button } from "../controls.tsx";

/** Paths of operations that differ for a player: an operation is picked, and its path written. */
export function PathsField({
  fixedBy,
  operations,
  ...field
}: ObjectFieldProps & Pick<ConfigurationView, "operations">) {
  const { rows, add, put, remove } = useFieldRows(
    field,
    (paths: Readonly<Record<string, string>>) => Object.entries(paths),
    (entries) => Object.fromEntries(entries.filter(([name, path]) => name !== "" && path !== "")),
  );
  const pathOf = (name: string): string => operations.find((one) => one.name === name)?.path ?? "";
  const taken = new Set(rows.map(([name]) => name));
  return (
    <fieldset class="setup-group" disabled={fixedBy !== null}>
      <legend>{t("setup.paths")}</legend>
      <p class="hint">{fixedBy === null ? t("setup.pathsHint") : t("setup.fixedBy", { source: fixedBy })}</p>
      {rows.map(([name, path], place) => (
        <div class="setup-line" key={place}>
          <Choice
            label={t("setup.operation")}
            value={name}
            options={["", ...operations.map((one) => one.name)]
              .filter((one) => one === name || !taken.has(one))
              .map((one) => ({ value: one, label: one }))}
            onPick={(next) => put(place, [next, path === "" || path === pathOf(name) ? pathOf(next) : path])}
          />
          <Field
            label={t("setup.path")}
            value={path}
            placeholder={pathOf(name)}
            onInput={(next) => put(place, [name, next.trim()])}
          />
          <Button of={name} onClick={() => remove(place)}>
            {t("setup.remove")}
          </Button>
        </div>
      ))}
      <Button onClick={() => add(["", ""])}>{t("setup.addPath")}</Button>
    </fieldset>
  );
}
