import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { t } from "../texts.ts";
import { Field } from "./field.tsx";
import type { ObjectFieldProps } from "./paths-field.tsx";
import { Button } from "../controls.tsx";

type Presets = Record<string, string[] | { steps: string[]; onFailure?: string }>;

interface Row {
  readonly name: string;
  readonly steps: string;
  readonly goesOn: boolean;
}

export function PresetsField({ value, onChange, fixedBy }: ObjectFieldProps): JSX.Element {
  const [rows, setRows] = useState(() => rowsOf(JSON.parse(value || "{}") as Presets));
  const keep = (next: Row[]): void => {
    setRows(next);
    onChange(JSON.stringify(presetsOf(next)));
  };
  const put = (place: number, part: Partial<Row>): void =>
    keep(rows.map((row, at) => (at === place ? { ...row, ...part } : row)));
  return (
    <fieldset class="setup-group" disabled={fixedBy !== null}>
      <legend>{t("setup.presets")}</legend>
      <p class="hint">
        {fixedBy === null ? t("setup.presetsHint") : t("setup.fixedBy", { source: fixedBy })}
      </p>
      {rows.map((row, place) => (
        <div class="setup-preset" key={place}>
          <Field label={t("setup.name")} value={row.name} onInput={(name) => put(place, { name })} />
          <Steps value={row.steps} onInput={(steps) => put(place, { steps })} />
          <label class="setup-check">
            <input
              type="checkbox"
              checked={row.goesOn}
              onChange={({ currentTarget }) => put(place, { goesOn: currentTarget.checked })}
            />
            {t("setup.goesOn")}
          </label>
          <Button onClick={() => keep(rows.filter((_row, at) => at !== place))}>
            {t("setup.remove")}
            <span class="hidden"> {row.name}</span>
          </Button>
        </div>
      ))}
      <Button onClick={() => setRows([...rows, { name: "", steps: "", goesOn: false }])}>
        {t("setup.addPreset")}
      </Button>
    </fieldset>
  );
}

function Steps({
  value,
  onInput,
}: {
  readonly value: string;
  readonly onInput: (value: string) => void;
}): JSX.Element {
  const id = useId();
  return (
    <p class="field">
      <label for={id}>{t("setup.steps")}</label>
      <textarea
        id={id}
        rows={4}
        spellcheck={false}
        autocapitalize="off"
        placeholder={"wake\ninput TV\nvolume 30"}
        value={value}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
    </p>
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
