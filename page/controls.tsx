import type { ButtonHTMLAttributes, ComponentChildren, FormHTMLAttributes } from "preact";
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
}

export function Button({ look = "", icon, label, isBusy, isDisabled, children, ...rest }: ButtonProps) {
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
    </button>
  );
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
