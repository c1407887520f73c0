import type { JSX } from "preact";
import type { ConfigurationResult, SettingView } from "../../set-up-views.ts";
import { t } from "../texts.ts";
import { Choice } from "./field.tsx";
import { onOff, type Option, paces } from "./option-words.ts";
import { ResultNote } from "./result-note.tsx";
import { type Setup, useAction } from "./use-setup.ts";

/** Settings of all players and of Home Assistant; each is written when it is chosen. */
export function OptionsForm({ setup }: { readonly setup: Setup }): JSX.Element {
  const { isBusy, result, run } = useAction<ConfigurationResult>();
  const choice = (
    name: string,
    label: string,
    options: readonly Option[],
    hint: string,
  ): JSX.Element | null => {
    const setting = setup.view?.settings.find((one) => one.name === name);
    if (setting === undefined) return null;
    const pick = (value: string): void => void run(() => setup.change([editOf(setting, value)]));
    return (
      <Choice
        label={label}
        value={String(setting.value)}
        options={options}
        hint={hint}
        fixedBy={setting.isFixed ? setting.source : null}
        onPick={pick}
      />
    );
  };
  return (
    <div class="setup-form" aria-busy={isBusy}>
      {choice("homeassistant.enabled", t("setup.homeAssistant"), onOff(), t("setup.homeAssistantHint"))}
      {choice("poll.pace", t("setup.pace"), paces(), t("setup.paceHint"))}
      {choice("publish.pictures", t("setup.pictures"), onOff(), t("setup.picturesHint"))}
      {choice("controls.experimental", t("setup.experimental"), onOff(), t("setup.experimentalHint"))}
      <ResultNote result={result} />
    </div>
  );
}

/** The default is not written, but removed. */
function editOf({ name, initial }: SettingView, text: string) {
  const value = text === "true" || text === "false" ? text === "true" : text;
  return value === initial ? ({ kind: "unset", name } as const) : ({ kind: "set", name, value } as const);
}
