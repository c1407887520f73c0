import { useRef, useState } from "preact/hooks";
import { Failure, useCommand } from "../command.tsx";
import { nameOf } from "../names.ts";
import { t } from "../texts.ts";
import { Button, Panel, Question } from "../controls.tsx";
import type { PlayerProps } from "../player.ts";
import { choices, text } from "../values.ts";

const words = ["on", "standby", "off", "reboot"] as const;
type Word = (typeof words)[number];

/** Standby and off while the player is on, on while it is off and answers, and reboot. What interrupts everybody is confirmed first. */
export function PowerButtons({ player }: PlayerProps) {
  const { send, pending, failure, isReachable } = useCommand(player, "power");
  const [asked, setAsked] = useState<Word>("reboot");
  const dialog = useRef<HTMLDialogElement>(null);
  const actions = new Set(choices(player, "power").options.map(({ value }) => value));
  const isOff = text(player, "power") === "off";
  const shown = words.filter((word) => actions.has(word) && (word === "reboot" || (word === "on") === isOff));
  if (!isReachable || shown.length === 0) return null;
  const isConfirmed = (word: Word): boolean => word === "reboot" || (word === "off" && !actions.has("on"));
  const press = (word: Word): void => {
    if (!isConfirmed(word)) return void send(word);
    setAsked(word);
    dialog.current?.showModal();
  };
  return (
    <Panel look="power" icon="power" title={nameOf("power")} level="h3">
      <div class="options">
        {shown.map((word) => (
          <Button key={word} look="is-large" isBusy={pending === word} onClick={() => press(word)}>
            {t(`power.${word}`)}
          </Button>
        ))}
      </div>
      <Failure text={failure} />
      <Question
        box={dialog}
        label={t(`power.${asked}`)}
        text={t(`power.confirm.${asked === "off" ? "off" : "reboot"}`, { name: player.identity.name })}
      >
        <Button type="submit" look="is-large is-main" onClick={() => void send(asked)}>
          {t(`power.${asked}`)}
        </Button>
      </Question>
    </Panel>
  );
}
