import { useId, useState } from "preact/hooks";
import { Failure, useCommand } from "../command.tsx";
import { lostText } from "../outcome-text.ts";
import { can, type PlayerProps } from "../player.ts";
import { SwitchOn } from "../switch-on.tsx";
import { t } from "../texts.ts";
import { text } from "../values.ts";
import { Button, Form } from "../controls.tsx";

const longestAddress = 900;

const empty = { address: "", title: "", picture: "", volume: "" };

/** Plays a stream or a file by its address, which is never shown again, since it may contain a token. */
export function AddressForm({ player }: PlayerProps) {
  const [fields, setFields] = useState(empty);
  const id = useId();
  const [isAnnounced, setAnnounced] = useState(false);
  const command = isAnnounced ? "announce" : "play";
  const { send, pending, failure, lost, isReachable } = useCommand(player, command);
  if (!can(player, "play")) {
    return (
      <>
        <p class="hint">{t("play.off")}</p>
        <SwitchOn playerId={player.id} setting="controls.experimental" />
      </>
    );
  }
  const play = async (): Promise<void> => {
    if (await send(requestOf(fields, isAnnounced))) setFields(empty);
  };
  const field = (name: keyof typeof empty, maxLength: number, inputMode?: "url" | "numeric") => (
    <p class="field">
      <label for={`${id}-${name}`}>{t(`play.${name}`)}</label>
      <input
        id={`${id}-${name}`}
        type="text"
        inputMode={inputMode}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        maxLength={maxLength}
        value={fields[name]}
        onInput={({ currentTarget }) => setFields((now) => ({ ...now, [name]: currentTarget.value }))}
      />
    </p>
  );
  return (
    <Form class="address" onSubmit={() => void play()}>
      {field("address", longestAddress, "url")}
      {field("title", 200)}
      {field("picture", longestAddress, "url")}
      {can(player, "announce") ? (
        <label class="switch">
          <span>{t("play.announce")}</span>
          <input
            type="checkbox"
            checked={isAnnounced}
            onChange={({ currentTarget }) => setAnnounced(currentTarget.checked)}
          />
        </label>
      ) : null}
      {isAnnounced && can(player, "volume") && text(player, "volume/range") !== ""
        ? field("volume", 3, "numeric")
        : null}
      <p class="hint">{t(isAnnounced ? "play.announceHint" : "play.hint")}</p>
      <Button
        type="submit"
        look="is-large is-main"
        isBusy={pending !== undefined}
        isDisabled={!isReachable || pending !== undefined || fields.address.trim() === ""}
      >
        {t("play.go")}
      </Button>
      <Failure text={failure} />
      <p role="status">{lostText(lost)}</p>
    </Form>
  );
}

/** The address alone if nothing else is given: the path of a file may stand there, too. */
function requestOf(fields: typeof empty, isAnnounced: boolean): string {
  const { address, title, picture, volume } = fields;
  const others = {
    ...(title.trim() !== "" && { title: title.trim() }),
    ...(picture.trim() !== "" && { picture: picture.trim() }),
    ...(isAnnounced && volume !== "" && { volume: Number(volume) }),
  };
  if (Object.keys(others).length === 0) return address.trim();
  return JSON.stringify({ address: address.trim(), ...others });
}
