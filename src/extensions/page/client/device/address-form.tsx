import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { Failure, useCommand } from "../command.tsx";
import { Draw } from "../drawings.tsx";
import { SwitchOn } from "../switch-on.tsx";
import { t } from "../texts.ts";

/** Longer ones are refused. */
const longestAddress = 900;

/** Plays a stream or a file by its address, which is never shown again, since it may contain a token. */
export function AddressForm({
  playerId,
  isOff,
  isReachable,
}: {
  readonly playerId: string;
  readonly isOff: boolean;
  readonly isReachable: boolean;
}): JSX.Element {
  const { send, pending, failure } = useCommand(playerId, "play");
  const [address, setAddress] = useState("");
  const id = useId();
  const play = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (await send(address.trim())) setAddress("");
  };
  return (
    <section class="panel device-panel">
      <h2>
        <Draw name="play" />
        {t("play.title")}
      </h2>
      {isOff ? (
        <>
          <p class="hint">{t("play.off")}</p>
          <SwitchOn playerId={playerId} setting="controls.experimental" />
        </>
      ) : (
        <>
          <form class="address" onSubmit={(event) => void play(event)}>
            <label for={id}>{t("play.address")}</label>
            <input
              id={id}
              type="text"
              inputMode="url"
              autocomplete="off"
              autocapitalize="off"
              spellcheck={false}
              maxLength={longestAddress}
              value={address}
              onInput={({ currentTarget }) => setAddress(currentTarget.value)}
            />
            <button
              class="button is-large is-main"
              aria-busy={pending !== undefined}
              disabled={!isReachable || pending !== undefined || address.trim() === ""}
            >
              {t("play.go")}
            </button>
          </form>
          <p class="hint">{t("play.hint")}</p>
          <Failure text={failure} />
        </>
      )}
    </section>
  );
}
