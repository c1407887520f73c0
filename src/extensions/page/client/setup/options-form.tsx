import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ConfigurationResult, ConfigurationView } from "../../set-up-views.ts";
import { t } from "../texts.ts";
import { Choice } from "./field.tsx";
import { MoreOptions, OptionField } from "./more-options.tsx";
import { editOf, type Fields, mainOptions, onOff, textOf } from "./options.ts";
import { ResultNote } from "./result-note.tsx";
import { type Setup, useAction } from "./use-setup.ts";

interface OptionsFormProps {
  readonly setup: Setup;
  readonly view: ConfigurationView;
}

/** Settings of all players and of Home Assistant: a choice is written at once, the rest with Save. */
export function OptionsForm({ setup, view }: OptionsFormProps): JSX.Element {
  const { isBusy, result, run } = useAction<ConfigurationResult>();
  const [fields, setFields] = useState<Fields>({});
  const known = new Map(view.settings.map((setting) => [setting.name, setting]));
  const setAll = (values: Fields): Promise<ConfigurationResult> =>
    run(() =>
      setup.change(
        Object.entries(values).flatMap(([name, text]) => {
          const setting = known.get(name);
          return setting === undefined ? [] : [editOf(setting, text)];
        }),
      ),
    );
  const save = async (): Promise<void> => {
    const done = await setAll(fields);
    if (done.kind === "saved") setFields({});
  };
  const homeAssistant = known.get("homeassistant.enabled");
  const form = {
    view,
    valueOf: (name: string) => {
      const setting = known.get(name);
      const isSet = setting !== undefined && setting.source !== null;
      return fields[name] ?? (isSet ? textOf(setting.value, setting.initial) : "");
    },
    placeholderOf: (name: string) => {
      const initial = known.get(name)?.initial ?? "";
      return textOf(initial, initial);
    },
    fixedBy: (name: string) => {
      const setting = known.get(name);
      return setting?.isFixed ? setting.source : null;
    },
  };
  return (
    <div class="setup-form" aria-busy={isBusy}>
      <div class="setup-columns">
        {homeAssistant === undefined ? null : (
          <Choice
            label={t("setup.homeAssistant")}
            value={String(homeAssistant.value)}
            options={onOff()}
            hint={t("setup.homeAssistantHint")}
            fixedBy={homeAssistant.isFixed ? homeAssistant.source : null}
            onPick={(value) => void setAll({ [homeAssistant.name]: value })}
          />
        )}
        {mainOptions.map((option) => (
          <OptionField
            key={option.name}
            option={option}
            form={{ ...form, change: (name, value) => void setAll({ [name]: value }) }}
          />
        ))}
      </div>
      <form
        class="setup-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <MoreOptions form={{ ...form, change: (name, value) => setFields({ ...fields, [name]: value }) }} />
        <p class="setup-buttons">
          <button type="submit" class="button is-main" disabled={isBusy || Object.keys(fields).length === 0}>
            {t("setup.save")}
          </button>
        </p>
      </form>
      <ResultNote result={result} />
    </div>
  );
}
