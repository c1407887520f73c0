import { t } from "../texts.ts";

/** One choice of a setting. */
export interface Option {
  readonly value: string;
  readonly label: string;
}

/** How eagerly players are polled. */
export function paces(): Option[] {
  return (["eager", "normal", "gentle"] as const).map((value) => ({
    value,
    label: t(`setup.pace.${value}`),
  }));
}

/** On and off. */
export function onOff(): Option[] {
  return [
    { value: "true", label: t("setup.on") },
    { value: "false", label: t("setup.off") },
  ];
}
