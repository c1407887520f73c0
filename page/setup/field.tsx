import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { t } from "../texts.ts";

interface LabelledProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** The variable or flag that sets it, if the page cannot. */
  readonly fixedBy?: string | null | undefined;
}

/** What the element of a field gets. */
interface Labelled {
  readonly id: string;
  readonly disabled: boolean;
  readonly "aria-describedby": string | undefined;
}

function Labelling({
  label,
  hint,
  fixedBy,
  children,
}: LabelledProps & { readonly children: (labelled: Labelled) => ComponentChildren }) {
  const id = useId();
  const isFixed = typeof fixedBy === "string";
  const about = isFixed ? t("setup.fixedBy", { source: fixedBy }) : hint;
  const aboutId = `${id}-about`;
  return (
    <p class="field">
      <label for={id}>{label}</label>
      {children({ id, disabled: isFixed, "aria-describedby": about === undefined ? undefined : aboutId })}
      {about === undefined ? null : <small id={aboutId}>{about}</small>}
    </p>
  );
}

export interface FieldProps extends LabelledProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly placeholder?: string;
  readonly isSecret?: boolean;
  /** The lines of a long text. */
  readonly lines?: number;
}

export function Field({
  value,
  onInput,
  placeholder = "",
  isSecret = false,
  lines = 1,
  ...rest
}: FieldProps) {
  const shared = {
    autocapitalize: "off",
    spellcheck: false,
    placeholder,
    value,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onInput(currentTarget.value),
  } as const;
  return (
    <Labelling {...rest}>
      {(labelled) =>
        lines > 1 ? (
          <textarea rows={lines} {...labelled} {...shared} />
        ) : isSecret ? (
          <input type="password" autocomplete="new-password" {...labelled} {...shared} />
        ) : (
          <input type="text" autocomplete="off" {...labelled} {...shared} />
        )
      }
    </Labelling>
  );
}

interface ChoiceProps extends LabelledProps {
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onPick: (value: string) => void;
}

export function Choice({ value, options, onPick, ...rest }: ChoiceProps) {
  return (
    <Labelling {...rest}>
      {(labelled) => (
        <select {...labelled} value={value} onChange={({ currentTarget }) => onPick(currentTarget.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value} selected={option.value === value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Labelling>
  );
}
