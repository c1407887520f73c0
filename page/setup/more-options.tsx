import type { JSX } from "preact";
import type { ConfigurationView, SettingView } from "../../src/extensions/page/set-up-views.ts";
import { t } from "../texts.ts";
import { Choice, Field } from "./field.tsx";
import { choicesOf, hintOf, labelOf, optionsIn } from "./options.ts";
import { PathsField } from "./paths-field.tsx";
import { PresetsField } from "./presets-field.tsx";

export interface OptionsOfForm {
  readonly view: ConfigurationView;
  readonly settings: readonly SettingView[];
  /** The text of a setting; empty if it is not set here. */
  readonly valueOf: (name: string) => string;
  /** The value in effect while the setting is empty. */
  readonly placeholderOf: (name: string) => string;
  /** The variable or flag that sets it, if the form cannot. */
  readonly fixedBy: (name: string) => string | null;
  readonly change: (name: string, text: string) => void;
  readonly isOwn?: boolean;
  readonly below?: (name: string) => JSX.Element | null;
}

/** One setting as a field. For one player, an empty choice stands for what holds for all. */
export function OptionField({
  setting,
  form,
}: {
  readonly setting: SettingView;
  readonly form: OptionsOfForm;
}) {
  const { name, value: present, hasSecret } = setting;
  const usual = form.placeholderOf(name);
  const value = form.valueOf(name);
  const choices = choicesOf(setting);
  const shared = { label: labelOf(setting), hint: hintOf(setting), fixedBy: form.fixedBy(name) };
  if (choices.length === 0) {
    return (
      <Field
        {...shared}
        value={value}
        placeholder={hasSecret === true && present === null ? "••••••••" : usual}
        isSecret={hasSecret !== null && present === null}
        onInput={(text) => form.change(name, text)}
      />
    );
  }
  const asAll = form.isOwn === true ? [{ value: "", label: t("setup.asAll") }] : [];
  return (
    <Choice
      {...shared}
      value={form.isOwn === true ? value : value || usual}
      options={[...asAll, ...choices]}
      onPick={(picked) => form.change(name, picked)}
    />
  );
}

export function MoreOptions({ form }: { readonly form: OptionsOfForm }) {
  const { view, valueOf, change } = form;
  const { more, schedules } = optionsIn(form.settings);
  const sections = [...new Set(more.map(({ name }) => name.slice(0, name.indexOf("."))))];
  const object = (name: string) => ({
    value: valueOf(name),
    onChange: (text: string) => change(name, text),
    fixedBy: form.fixedBy(name),
  });
  return (
    <>
      {sections.map((section) => (
        <fieldset key={section} class="setup-group">
          <legend>{section}</legend>
          <div class="setup-columns">
            {more
              .filter(({ name }) => name.startsWith(`${section}.`))
              .map((setting) => (
                <div key={setting.name}>
                  <OptionField setting={setting} form={form} />
                  {form.below?.(setting.name)}
                </div>
              ))}
          </div>
        </fieldset>
      ))}
      {/* Its rows begin anew with the file. */}
      <PresetsField key={view.file.revision} {...object("controls.presets")} />
      <fieldset class="setup-group">
        <legend>{t("setup.schedules")}</legend>
        <p class="hint">{t("setup.schedulesHint")}</p>
        <div class="setup-columns">
          {schedules.map(({ name }) => (
            <Field
              key={name}
              label={name}
              value={valueOf(name)}
              placeholder={form.placeholderOf(name)}
              onInput={(text) => change(name, text)}
              fixedBy={form.fixedBy(name)}
            />
          ))}
        </div>
      </fieldset>
      <PathsField
        key={`paths ${view.file.revision}`}
        {...object("controls.paths")}
        operations={view.operations}
      />
    </>
  );
}
