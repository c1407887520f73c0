import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ConfigurationResult, PlayerSettingsView } from "../../set-up-views.ts";
import { t } from "../texts.ts";
import { Choice, Field } from "./field.tsx";
import { onOff, paces } from "./option-words.ts";
import { ResultNote } from "./result-note.tsx";
import { type Setup, useAction } from "./use-setup.ts";

interface PlayerSettingsProps {
  readonly player: PlayerSettingsView;
  readonly setup: Setup;
  readonly baseTopic: string;
}

/** A configured player: what it is, and forms to change or remove it. */
export function PlayerSettings(props: PlayerSettingsProps): JSX.Element {
  const { player, setup } = props;
  const [open, setOpen] = useState<"change" | "remove">();
  const { isBusy, result, run } = useAction<ConfigurationResult>();
  const close = (): void => setOpen(undefined);
  const remove = async (): Promise<void> => {
    const done = await run(() => setup.change([{ kind: "remove-player", id: player.id }]));
    if (done.kind === "saved") close();
  };
  return (
    <li class="setup-player">
      <div>
        <p class="setup-head">
          <b>{player.name}</b>
          <span class="setup-facts">{`${player.id}  ·  ${player.url}`}</span>
        </p>
        {player.isFixed ? (
          <p class="hint">{t("setup.fixedBy", { source: player.source })}</p>
        ) : open === undefined ? (
          <p class="setup-buttons">
            <button type="button" class="button" onClick={() => setOpen("change")}>
              {t("setup.change")}
              <span class="hidden"> {player.name}</span>
            </button>
            <button type="button" class="button" onClick={() => setOpen("remove")}>
              {t("setup.remove")}
              <span class="hidden"> {player.name}</span>
            </button>
          </p>
        ) : null}
        {open === "remove" ? (
          <>
            <p>{t("setup.removeMeans", { name: player.name })}</p>
            <p class="setup-buttons">
              <button type="button" class="button is-main" disabled={isBusy} onClick={() => void remove()}>
                {t("setup.removeNow")}
              </button>
              <button type="button" class="button" onClick={close}>
                {t("setup.cancel")}
              </button>
            </p>
            <ResultNote result={result} />
          </>
        ) : null}
        {open === "change" ? <ChangeForm {...props} close={close} /> : null}
      </div>
    </li>
  );
}

function ChangeForm({
  player,
  setup,
  baseTopic,
  close,
}: PlayerSettingsProps & { readonly close: () => void }): JSX.Element {
  const before: Readonly<Record<string, string>> = {
    name: player.name,
    id: player.id,
    url: player.url,
    mac: player.mac ?? "",
    psk: "",
    "poll.pace": String(player.own["poll.pace"] ?? ""),
    "publish.pictures": String(player.own["publish.pictures"] ?? ""),
    "controls.experimental": String(player.own["controls.experimental"] ?? ""),
  };
  const [fields, setFields] = useState(before);
  const { isBusy, result, run } = useAction<ConfigurationResult>();
  const text = (key: string) => ({
    value: fields[key] ?? "",
    onInput: (value: string) => setFields({ ...fields, [key]: value }),
  });
  const pick = (key: string) => ({
    value: fields[key] ?? "",
    onPick: (value: string) => setFields({ ...fields, [key]: value }),
  });
  const changed = Object.entries(fields).filter(([key, value]) => value !== before[key]);
  const save = async (): Promise<void> => {
    const values = Object.fromEntries(changed.map(([key, value]) => [key, parsed(value.trim())]));
    const done = await run(() => setup.change([{ kind: "change-player", id: player.id, values }]));
    if (done.kind === "saved") close();
  };
  const shared = { value: "", label: t("setup.asAll") };
  return (
    <form
      class="setup-form"
      aria-label={player.name}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field label={t("setup.name")} {...text("name")} />
      <Field label={t("setup.id")} {...text("id")} hint={idHint(baseTopic, player.id, fields["id"] ?? "")} />
      <Field label={t("setup.address")} {...text("url")} />
      <Field label={t("setup.mac")} {...text("mac")} hint={t("setup.macHint")} />
      <Field
        label={t("setup.psk")}
        {...text("psk")}
        isSecret={true}
        hint={player.hasPsk ? t("setup.isSet") : t("setup.pskHint")}
      />
      <Choice label={t("setup.pace")} {...pick("poll.pace")} options={[shared, ...paces()]} />
      <Choice label={t("setup.pictures")} {...pick("publish.pictures")} options={[shared, ...onOff()]} />
      <Choice
        label={t("setup.experimental")}
        {...pick("controls.experimental")}
        options={[shared, ...onOff()]}
      />
      <p class="setup-buttons">
        <button type="submit" class="button is-main" disabled={isBusy || changed.length === 0}>
          {t("setup.save")}
        </button>
        <button type="button" class="button" onClick={close}>
          {t("setup.cancel")}
        </button>
      </p>
      <ResultNote result={result} />
    </form>
  );
}

function idHint(baseTopic: string, id: string, wanted: string): string {
  const before = `${baseTopic}/${id}/…`;
  if (wanted === id) return t("setup.idHint", { topics: before });
  return t("setup.idMoves", { before, after: `${baseTopic}/${wanted}/…` });
}

/** The value of a field: an empty one removes the setting. */
function parsed(value: string): string | boolean | null {
  if (value === "") return null;
  return value === "true" || value === "false" ? value === "true" : value;
}
