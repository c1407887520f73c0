import { useState } from "preact/hooks";
import { t } from "../texts.ts";
import { MoreOptions, OptionField } from "./more-options.tsx";
import { editOf, type Fields, fixedBy, optionsIn, textOf } from "./options.ts";
import { useChange } from "./result-note.tsx";
import type { SetupProps } from "./use-setup.ts";
import { Button, Form } from "../controls.tsx";

/** A file may set them for all players, but that would be a mistake. */
const ofOnePlayer: ReadonlySet<string> = new Set(["controls.wakeMacs", "controls.plugTopic"]);

/** Settings of all players and of Home Assistant: a choice is written at once, the rest with Save. */
export function OptionsForm({ setup }: SetupProps) {
  const { view } = setup;
  const { isBusy, change, note } = useChange(setup);
  const [fields, setFields] = useState<Fields>({});
  const known = new Map(view.settings.map((setting) => [setting.name, setting]));
  const setAll = (values: Fields): Promise<boolean> => {
    const edits = Object.entries(values).flatMap(([name, text]) => {
      const setting = known.get(name);
      return setting === undefined || text === before(name) ? [] : [editOf(setting, text)];
    });
    return change(...edits);
  };
  const save = async (): Promise<void> => {
    if (await setAll(fields)) setFields({});
  };
  const settings = view.settings.filter(({ name }) => !ofOnePlayer.has(name));
  const before = (name: string): string => {
    const setting = known.get(name);
    const isSet = setting !== undefined && setting.source !== null;
    return isSet ? textOf(setting.value, setting.initial) : "";
  };
  const form = {
    view,
    settings,
    valueOf: (name: string) => fields[name] ?? before(name),
    placeholderOf: (name: string) => {
      const initial = known.get(name)?.initial ?? "";
      return textOf(initial, initial);
    },
    fixedBy: (name: string) => fixedBy(known.get(name)),
  };
  return (
    <div class="setup-form" aria-busy={isBusy}>
      <div class="setup-columns">
        {optionsIn(settings).main.map((setting) => (
          <OptionField
            key={setting.name}
            setting={setting}
            form={{ ...form, change: (name, value) => void setAll({ [name]: value }) }}
          />
        ))}
      </div>
      <Form class="setup-form" onSubmit={() => void save()}>
        <MoreOptions form={{ ...form, change: (name, value) => setFields({ ...fields, [name]: value }) }} />
        <p class="setup-buttons">
          <Button type="submit" look="is-main" isDisabled={isBusy || Object.keys(fields).length === 0}>
            {t("setup.save")}
          </Button>
        </p>
      </Form>
      {note}
    </div>
  );
}
