import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { t } from "../texts.ts";

export interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly hint?: string | undefined;
  readonly placeholder?: string;
  readonly isSecret?: boolean;
  /** The variable or flag that sets it, if the page cannot. */
  readonly fixedBy?: string | null | undefined;
}

export function Field(props: FieldProps): JSX.Element {
  const { label, value, onInput, hint, placeholder = "", isSecret = false, fixedBy } = props;
  const id = useId();
  const isFixed = typeof fixedBy === "string";
  const about = isFixed ? t("setup.fixedBy", { source: fixedBy }) : hint;
  const shared = {
    id,
    autocapitalize: "off",
    spellcheck: false,
    placeholder,
    value,
    disabled: isFixed,
    "aria-describedby": about === undefined ? undefined : `${id}-about`,
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      onInput(currentTarget.value),
  } as const;
  return (
    <p class="field">
      <label for={id}>{label}</label>
      {isSecret ? (
        <input type="password" autocomplete="new-password" {...shared} />
      ) : (
        <input type="text" autocomplete="off" {...shared} />
      )}
      {about === undefined ? null : <small id={`${id}-about`}>{about}</small>}
    </p>
  );
}

export function Choice({
  label,
  value,
  options,
  onPick,
  hint,
  fixedBy,
}: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onPick: (value: string) => void;
  readonly hint?: string | undefined;
  readonly fixedBy?: string | null | undefined;
}): JSX.Element {
  const id = useId();
  const isFixed = typeof fixedBy === "string";
  const about = isFixed ? t("setup.fixedBy", { source: fixedBy }) : hint;
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        disabled={isFixed}
        aria-describedby={about === undefined ? undefined : `${id}-about`}
        onChange={({ currentTarget }) => onPick(currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.label}
          </option>
        ))}
      </select>
      {about === undefined ? null : <small id={`${id}-about`}>{about}</small>}
    </p>
  );
}
