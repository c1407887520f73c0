import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { PlayerView } from "../../wire.ts";
import { Failure, useCommand } from "../command.tsx";
import { Icon } from "../icons.tsx";
import { t } from "../texts.ts";

const words = ["standby", "off", "reboot"] as const;
type Word = (typeof words)[number];

/** Standby, off and reboot of a player that is on. What interrupts everybody is confirmed first. */
export function PowerButtons({
  player: { id, identity, presence, controls },
  isLive,
}: {
  readonly player: PlayerView;
  readonly isLive: boolean;
}): JSX.Element | null {
  const { send, pending, failure } = useCommand(id, "power");
  const [asked, setAsked] = useState<Word>("reboot");
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = words.filter((word) => controls.power.includes(word));
  if (!isLive || presence.availability !== "online" || shown.length === 0) return null;
  const isConfirmed = (word: Word): boolean =>
    word === "reboot" || (word === "off" && !controls.power.includes("on"));
  const press = (word: Word): void => {
    if (!isConfirmed(word)) return void send(word);
    setAsked(word);
    dialog.current?.showModal();
  };
  return (
    <section class="panel power">
      <h3>
        <Icon name="power" />
        {t("command.power")}
      </h3>
      <div class="options">
        {shown.map((word) => (
          <button
            key={word}
            type="button"
            class="button is-large"
            aria-busy={pending === word}
            onClick={() => press(word)}
          >
            {t(`power.${word}`)}
          </button>
        ))}
      </div>
      <Failure text={failure} />
      <dialog ref={dialog} class="panel" aria-label={t(`power.${asked}`)}>
        <p>{t(`power.confirm.${asked === "off" ? "off" : "reboot"}`, { name: identity.name })}</p>
        <form method="dialog" class="options">
          <button class="button is-large">{t("dialog.cancel")}</button>
          <button class="button is-large is-main" onClick={() => void send(asked)}>
            {t(`power.${asked}`)}
          </button>
        </form>
      </dialog>
    </section>
  );
}
