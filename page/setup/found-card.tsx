import { useState } from "preact/hooks";
import type { FoundPlayerView, PlayerSettingsView } from "../../src/extensions/page/set-up-views.ts";
import { isOnline } from "../player.ts";
import { t } from "../texts.ts";
import { Field } from "./field.tsx";
import { FoundPicture } from "./found-picture.tsx";
import { idFor } from "./player-id.ts";
import { useChange } from "./result-note.tsx";
import type { SetupProps } from "./use-setup.ts";
import { Button, Form } from "../controls.tsx";

interface FoundCardProps extends SetupProps {
  readonly found: FoundPlayerView;
  readonly psk?: string;
}

/** A player that answered: with a button that adds it, or that follows it to its new address. */
export function FoundCard({ found, psk = "", setup }: FoundCardProps) {
  const { url, address, mac, model, firmware } = found;
  const { view, present } = setup;
  const isAt = (configured: string): boolean => configured === url || shortUrl(configured) === address;
  // It may have been added after the search.
  const same = view.players.find((player) => isAt(player.url) || (mac !== null && player.mac === mac));
  // One with two cards, or with a name instead of an address, answers at both.
  const isThere =
    (same !== undefined && isAt(same.url)) ||
    present.some((player) => player.id === same?.id && isOnline(player));
  const facts = [model, firmware, mac, new URL(url).host].filter((fact) => fact !== null);
  return (
    <li class="setup-player">
      <FoundPicture playsFilms={found.playsFilms} />
      <div>
        <p>
          <b>{model ?? t("setup.unknownModel")}</b>
          <span class="setup-facts">{facts.slice(model === null ? 0 : 1).join("  ·  ")}</span>
        </p>
        {same === undefined ? (
          <AddForm
            setup={setup}
            url={address}
            mac={mac ?? ""}
            psk={psk}
            suggestion={found}
            label={t("setup.add")}
          />
        ) : isThere ? (
          <p class="hint">{t("setup.isAdded", { id: same.id })}</p>
        ) : (
          <Moved setup={setup} player={same} url={address} psk={psk} />
        )}
      </div>
    </li>
  );
}

interface MovedProps extends Pick<AddFormProps, "setup" | "url" | "psk"> {
  readonly player: PlayerSettingsView;
}

function Moved({ setup, player, url, psk }: MovedProps) {
  const [key, setKey] = useState(psk);
  const { isBusy, change, note } = useChange(setup);
  const values = { url, ...(key === "" ? {} : { psk: key }) };
  return (
    <Form onSubmit={() => void change({ kind: "change-player", id: player.id, values })}>
      <p>{t("setup.moved", { name: player.name, before: shortUrl(player.url) })}</p>
      {player.hasPsk ? (
        <Field label={t("setup.psk")} value={key} onInput={setKey} isSecret hint={t("setup.enterAgain")} />
      ) : null}
      <p class="setup-buttons">
        <Button type="submit" look="is-main" isDisabled={isBusy} of={player.name}>
          {t("setup.updateAddress")}
        </Button>
      </p>
      {note}
    </Form>
  );
}

interface AddFormProps extends SetupProps {
  readonly url: string;
  readonly mac: string;
  readonly psk: string;
  readonly suggestion: { readonly id: string; readonly name: string };
  readonly label: string;
  /** Whether to ask for the MAC address, which the player could not tell. */
  readonly asksMac?: boolean;
}

export function AddForm(props: AddFormProps) {
  const { setup, url, psk, suggestion, label, asksMac = false } = props;
  const [name, setName] = useState(suggestion.name);
  const [mac, setMac] = useState(props.mac);
  const { isBusy, change, note } = useChange(setup);
  const taken = setup.view.players.map((player) => player.id);
  const id = idFor(name === suggestion.name ? suggestion.id : name, suggestion.id, taken);
  const add = (): void => {
    const values = {
      id,
      name: name.trim() || id,
      url: shortUrl(url),
      ...(mac.trim() === "" ? {} : { mac: mac.trim() }),
      ...(psk === "" ? {} : { psk }),
    };
    void change({ kind: "add-player", values });
  };
  return (
    <Form class="setup-line" onSubmit={add}>
      <Field
        label={t("setup.name")}
        value={name}
        onInput={setName}
        hint={t("setup.topics", { topics: `${setup.baseTopic}/${id}/…` })}
      />
      {asksMac ? (
        <Field label={t("setup.mac")} value={mac} onInput={setMac} hint={t("setup.macHint")} />
      ) : null}
      <Button type="submit" look="is-main" isDisabled={isBusy} of={name}>
        {label}
      </Button>
      {note}
    </Form>
  );
}

/** A host alone, where the rest of its address is the default anyway. */
function shortUrl(url: string): string {
  return /^http:\/\/([^/:@]+)$/.exec(url)?.[1] ?? url;
}
