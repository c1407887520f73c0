import type { JSX } from "preact";
import type { ConfigurationView } from "../../set-up-views.ts";
import { t } from "../texts.ts";
import { Choice, Field } from "./field.tsx";
import { moreOptions, type Option, scheduleNames } from "./options.ts";
import { PathsField } from "./paths-field.tsx";
import { PresetsField } from "./presets-field.tsx";

export interface OptionsOfForm {
  readonly view: ConfigurationView;
  /** The text of a setting; empty if it is not set here. */
  readonly valueOf: (name: string) => string;
  /** The value in effect while the setting is empty. */
  readonly placeholderOf: (name: string) => string;
  /** The variable or flag that sets it, if the form cannot. */
  readonly fixedBy: (name: string) => string | null;
  readonly change: (name: string, text: string) => void;
  /** Whether the form is that of one player. */
  readonly isOwn?: boolean;
  /** What belongs below a setting. */
  readonly below?: (name: string) => JSX.Element | null;
}

/** One setting as a field. For one player, an empty choice stands for what holds for all. */
export function OptionField({
  option: { name, label, hint, choices },
  form,
}: {
  readonly option: Option;
  readonly form: OptionsOfForm;
}): JSX.Element {
  const usual = form.placeholderOf(name);
  const value = form.valueOf(name);
  const shared = { label: t(label), hint: hint && t(hint), fixedBy: form.fixedBy(name) };
  if (choices === undefined) {
    return (
      <Field {...shared} value={value} placeholder={usual} onInput={(text) => form.change(name, text)} />
    );
  }
  const asAll = form.isOwn === true ? [{ value: "", label: t("setup.asAll") }] : [];
  return (
    <Choice
      {...shared}
      value={form.isOwn === true ? value : value || usual}
      options={[...asAll, ...choices()]}
      onPick={(picked) => form.change(name, picked)}
    />
  );
}

/** What few people set. */
export function MoreOptions({ form }: { readonly form: OptionsOfForm }): JSX.Element {
  const { view, valueOf, change } = form;
  const object = (name: string) => ({
    value: valueOf(name),
    onChange: (text: string) => change(name, text),
    fixedBy: form.fixedBy(name),
  });
  return (
    <>
      <div class="setup-columns">
        {moreOptions
          .filter(({ isOwn }) => isOwn !== true || form.isOwn === true)
          .map((option) => (
            <div key={option.name}>
              <OptionField option={option} form={form} />
              {form.below?.(option.name)}
            </div>
          ))}
      </div>
      {/* Its rows begin anew with the file. */}
      <PresetsField key={view.file.revision} {...object("controls.presets")} />
      <fieldset class="setup-group">
        <legend>{t("setup.schedules")}</legend>
        <p class="hint">{t("setup.schedulesHint")}</p>
        <div class="setup-columns">
          {scheduleNames(view.settings).map((name) => (
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
