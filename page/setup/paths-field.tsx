import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ConfigurationView } from "../../src/extensions/page/set-up-views.ts";
import { t } from "../texts.ts";
import { Choice, Field } from "./field.tsx";
import { Button } from "../controls.tsx";

/** A setting that is an object, as JSON; empty if it is not set. */
export interface ObjectFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly fixedBy: string | null;
}

/** Paths of operations that differ for a player: an operation is picked, and its path written. */
export function PathsField({
  value,
  onChange,
  fixedBy,
  operations,
}: ObjectFieldProps & Pick<ConfigurationView, "operations">): JSX.Element {
  const [rows, setRows] = useState(() => Object.entries(JSON.parse(value || "{}") as Record<string, string>));
  const keep = (next: typeof rows): void => {
    setRows(next);
    onChange(JSON.stringify(Object.fromEntries(next.filter(([name, path]) => name !== "" && path !== ""))));
  };
  const put = (place: number, row: [string, string]): void =>
    keep(rows.map((one, at) => (at === place ? row : one)));
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
          <Button onClick={() => keep(rows.filter((_row, at) => at !== place))}>
            {t("setup.remove")}
            <span class="hidden"> {name}</span>
          </Button>
        </div>
      ))}
      <Button onClick={() => setRows([...rows, ["", ""]])}>{t("setup.addPath")}</Button>
    </fieldset>
  );
}
