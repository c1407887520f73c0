import { t } from "../texts.ts";
import { Field } from "./field.tsx";
import { type ObjectFieldProps, useFieldRows } from "./use-field-rows.ts";
import { Button } from "../controls.tsx";

type Presets = Record<string, string[] | { steps: string[]; onFailure?: string }>;

interface Row {
  readonly name: string;
  readonly steps: string;
  readonly goesOn: boolean;
}

export function PresetsField({ fixedBy, ...field }: ObjectFieldProps) {
  const { rows, add, put, remove } = useFieldRows(field, rowsOf, presetsOf);
  return (
    <fieldset class="setup-group" disabled={fixedBy !== null}>
      <legend>{t("presets.title")}</legend>
      <p class="hint">
        {fixedBy === null ? t("setup.presetsHint") : t("setup.fixedBy", { source: fixedBy })}
      </p>
      {rows.map((row, place) => (
        <div class="setup-preset" key={place}>
          <Field label={t("setup.name")} value={row.name} onInput={(name) => put(place, { ...row, name })} />
          <Field
            label={t("setup.steps")}
            lines={4}
            placeholder={"wake\ninput TV\nvolume 30"}
            value={row.steps}
            onInput={(steps) => put(place, { ...row, steps })}
          />
          <label class="setup-check">
            <input
              type="checkbox"
              checked={row.goesOn}
              onChange={({ currentTarget }) => put(place, { ...row, goesOn: currentTarget.checked })}
            />
            {t("setup.goesOn")}
          </label>
          <Button of={row.name} onClick={() => remove(place)}>
            {t("setup.remove")}
          </Button>
        </div>
      ))}
      <Button onClick={() => add({ name: "", steps: "", goesOn: false })}>{t("setup.addPreset")}</Button>
    </fieldset>
  );
}

function rowsOf(presets: Presets): Row[] {
  return Object.entries(presets).map(([name, preset]) => {
    const { steps, onFailure } = Array.isArray(preset) ? { steps: preset, onFailure: undefined } : preset;
    return { name, steps: steps.join("\n"), goesOn: onFailure === "continue" };
  });
}

/** Rows without a name or commands are unfinished. */
function presetsOf(rows: readonly Row[]): Presets {
  return Object.fromEntries(
    rows.flatMap(({ name, steps: text, goesOn }) => {
      const steps = text
        .split("\n")
        .map((step) => step.trim())
        .filter((step) => step !== "");
      if (name.trim() === "" || steps.length === 0) return [];
      return [[name.trim(), goesOn ? { steps, onFailure: "continue" } : steps]];
    }),
  );
}
