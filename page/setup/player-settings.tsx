import { useState } from "preact/hooks";
import type { PlayerSettingsView, SettingView } from "../../src/extensions/page/set-up-views.ts";
import { t } from "../texts.ts";
import { Field } from "./field.tsx";
import { MoreOptions, OptionField } from "./more-options.tsx";
import { type Fields, optionsIn, textOf, valueOf } from "./options.ts";
import { useChange } from "./result-note.tsx";
import { SettingsPicker, tagsIn } from "./settings-picker.tsx";
import type { SetupProps } from "./use-setup.ts";
import { Button, Form } from "../controls.tsx";

interface PlayerSettingsProps extends SetupProps {
  readonly player: PlayerSettingsView;
}

export function PlayerSettings({ player, setup }: PlayerSettingsProps) {
  const [open, setOpen] = useState<"change" | "remove">();
  const { isBusy, change, note } = useChange(setup);
  const close = (): void => setOpen(undefined);
  const remove = async (): Promise<void> => {
    if (await change({ kind: "remove-player", id: player.id })) close();
  };
  return (
    <li class="setup-player">
      <div class="setup-known">
        <p class="setup-head">
          <b>{player.name}</b>
          <span class="setup-facts">{`${player.id}  ·  ${player.url}`}</span>
        </p>
        {player.isFixed ? (
          <p class="hint">{t("setup.fixedBy", { source: player.source })}</p>
        ) : open === undefined ? (
          <p class="setup-buttons">
            {(["change", "remove"] as const).map((what) => (
              <Button key={what} of={player.name} onClick={() => setOpen(what)}>
                {t(`setup.${what}`)}
              </Button>
            ))}
          </p>
        ) : null}
        {open === "remove" ? (
          <>
            <p>
              {t("setup.removeMeans", { name: player.name, topics: `${setup.baseTopic}/${player.id}/…` })}
            </p>
            <p class="setup-buttons">
              <Button look="is-main" isDisabled={isBusy} onClick={() => void remove()}>
                {t("setup.removeNow")}
              </Button>
              <Button onClick={close}>{t("dialog.cancel")}</Button>
            </p>
            {note}
          </>
        ) : null}
        {open === "change" ? <ChangeForm player={player} setup={setup} close={close} /> : null}
      </div>
    </li>
  );
}

function ChangeForm({ player, setup, close }: PlayerSettingsProps & { readonly close: () => void }) {
  const { view } = setup;
  const facts: Fields = {
    name: player.name,
    room: player.room ?? "",
    id: player.id,
    url: player.url,
    mac: player.mac ?? "",
    psk: "",
  };
  const settings = view.settings.filter(({ isPerPlayer }) => isPerPlayer);
  const known = new Map(settings.map((setting) => [setting.name, setting]));
  const initialOf = (name: string): SettingView["value"] => known.get(name)?.initial ?? "";
  const usualOf = (name: string): string => textOf(known.get(name)?.value, initialOf(name));
  const beforeOf = (name: string): string => {
    const own = player.own[name];
    // An empty list of its own differs from what holds for all.
    return facts[name] ?? (own === "[]" && usualOf(name) !== "" ? own : textOf(own, initialOf(name)));
  };
  const [fields, setFields] = useState<Fields>({});
  const valueOfField = (name: string): string => fields[name] ?? beforeOf(name);
  const change = (name: string, text: string): void => setFields((now) => ({ ...now, [name]: text }));
  const saved = useChange(setup);
  const text = (key: string) => ({
    value: valueOfField(key),
    onInput: (value: string) => change(key, value),
  });
  const changed = Object.entries(fields).filter(([key, value]) => value !== beforeOf(key));
  const save = async (): Promise<void> => {
    const values = Object.fromEntries(changed.map(([key, value]) => [key, valueOf(value, initialOf(key))]));
    if (await saved.change({ kind: "change-player", id: player.id, values })) close();
  };
  const form = {
    view,
    settings,
    valueOf: valueOfField,
    placeholderOf: usualOf,
    fixedBy: () => null,
    change,
    isOwn: true,
    below: (name: string) =>
      name === "publish.settings" ? (
        <SettingsPicker
          read={() => setup.requests.ownSettings(player.id)}
          tagsOf={(list) => tagsIn(valueOfField(list) || usualOf(list))}
          change={(list, tags) => change(list, tags || (usualOf(list) === "" ? "" : "[]"))}
        />
      ) : null,
  };
  return (
    <Form class="setup-form" aria-label={player.name} onSubmit={() => void save()}>
      <Field label={t("setup.name")} {...text("name")} />
      <Field label={t("setup.room")} {...text("room")} hint={t("setup.roomHint")} />
      <Field
        label={t("setup.id")}
        {...text("id")}
        hint={idHint(setup.baseTopic, player.id, valueOfField("id"))}
      />
      <Field label={t("about.address")} {...text("url")} />
      <Field label={t("setup.mac")} {...text("mac")} hint={t("setup.macHint")} />
      <Field
        label={t("setup.psk")}
        {...text("psk")}
        isSecret
        hint={t(
          !player.hasPsk
            ? "setup.pskHint"
            : valueOfField("url") === player.url
              ? "setup.isSet"
              : "setup.enterAgain",
        )}
      />
      {optionsIn(settings).main.map((setting) => (
        <OptionField key={setting.name} setting={setting} form={form} />
      ))}
      <details class="setup-more">
        <summary>{t("setup.more")}</summary>
        <div class="setup-form">
          <MoreOptions form={form} />
        </div>
      </details>
      <p class="setup-buttons">
        <Button type="submit" look="is-main" isDisabled={saved.isBusy || changed.length === 0}>
          {t("setup.save")}
        </Button>
        <Button onClick={close}>{t("dialog.cancel")}</Button>
      </p>
      {saved.note}
    </Form>
  );
}

function idHint(baseTopic: string, id: string, wanted: string): string {
  const before = `${baseTopic}/${id}/…`;
  if (wanted === id) return t("setup.idHint", { topics: before });
  return t("setup.idMoves", { before, after: `${baseTopic}/${wanted}/…` });
}
