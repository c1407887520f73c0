import type { ButtonHTMLAttributes, ComponentChildren, FormHTMLAttributes, RefObject } from "preact";
import { Icon, type IconName } from "./icons.tsx";
import { t } from "./texts.ts";

export interface ButtonProps extends Omit<ButtonHTMLAttributes, "class" | "icon" | "label"> {
  /** Words of the style sheet, such as `is-large is-main`. */
  readonly look?: string;
  readonly icon?: IconName | undefined;
  /** What a button behind an icon does. */
  readonly label?: string;
  readonly isBusy?: boolean;
  readonly isDisabled?: boolean;
  /** What it concerns, where others say the same: for screen readers alone. */
  readonly of?: string;
}

export function Button(props: ButtonProps) {
  const { look = "", icon, label, isBusy, isDisabled, of, children, ...rest } = props;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-busy={isBusy}
      disabled={isDisabled}
      {...rest}
      class={`button ${look}`}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
      {of === undefined ? null : <span class="hidden"> {of}</span>}
    </button>
  );
}

interface SearchInputProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly value: string;
  readonly onInput: (text: string) => void;
}

export function SearchInput({ label, placeholder = label, onInput, ...rest }: SearchInputProps) {
  const shared = { "aria-label": label, placeholder, ...rest };
  return <input type="search" {...shared} onInput={({ currentTarget }) => onInput(currentTarget.value)} />;
}

/** The way to all players. */
export function Back() {
  return (
    <a class="back" href="#/">
      <Icon name="back" />
      <span>{t("player.back")}</span>
    </a>
  );
}

interface FormProps extends Omit<FormHTMLAttributes, "onSubmit"> {
  readonly onSubmit: () => void;
}

export function Form({ onSubmit, ...rest }: FormProps) {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  return <form {...rest} onSubmit={submit} />;
}

interface BannerProps {
  readonly isBad?: boolean;
  readonly icon?: IconName;
  readonly role?: "status";
  readonly children: ComponentChildren;
}

export function Banner({ isBad = false, icon = "warning", role, children }: BannerProps) {
  return (
    <div class={`banner${isBad ? " is-bad" : ""}`} role={role}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  );
}

interface QuestionProps {
  readonly box: RefObject<HTMLDialogElement | null>;
  readonly label: string;
  readonly text: string | undefined;
  /** The buttons besides that to cancel. */
  readonly children: ComponentChildren;
}

/** A question that `showModal` opens and each of its buttons closes. */
export function Question({ box, label, text, children }: QuestionProps) {
  return (
    <dialog ref={box} class="panel" aria-label={label}>
      <p>{text}</p>
      <form method="dialog" class="options">
        <Button type="submit" look="is-large">
          {t("dialog.cancel")}
        </Button>
        {children}
      </form>
    </dialog>
  );
}

interface PanelProps {
  readonly look?: string;
  readonly icon?: IconName;
  readonly title: string;
  readonly level?: "h2" | "h3";
  readonly children: ComponentChildren;
}

export function Panel({ look = "", icon, title, level: Heading = "h2", children }: PanelProps) {
  return (
    <section class={`panel ${look}`}>
      <Heading>
        {icon === undefined ? null : <Icon name={icon} />}
        {title}
      </Heading>
      {children}
    </section>
  );
}
