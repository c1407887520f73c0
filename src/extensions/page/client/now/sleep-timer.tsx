import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import type { PlayerView } from "../../wire.ts";
import { Failure, useCommand } from "../command.tsx";
import { Icon } from "../icons.tsx";
import { minutesText } from "../format.ts";
import { can } from "../player.ts";
import { t } from "../texts.ts";

/** The sleep timer, of the player or of the bridge: what is left of it, and a way to set and to end it. */
export function SleepTimer({
  player,
  isReachable,
}: {
  readonly player: PlayerView;
  readonly isReachable: boolean;
}): JSX.Element | null {
  const { send, pending, failure } = useCommand(player.id, "sleep");
  const [minutes, setMinutes] = useState("30");
  const id = useId();
  if (!can(player, "sleep")) return null;
  const { sleepMinutes } = player.controls;
  return (
    <section class="panel sleep">
      <h3>
        <Icon name="idle" />
        {t("command.sleep")}
      </h3>
      <p role="status">
        {sleepMinutes === null ? null : t("sleep.left", { time: minutesText(sleepMinutes) })}
      </p>
      <form
        class="options sleep-line"
        onSubmit={(event) => {
          event.preventDefault();
          void send(minutes);
        }}
      >
        <p class="field">
          <label for={id}>{t("sleep.minutes")}</label>
          <input
            id={id}
            type="number"
            inputMode="numeric"
            required
            min={1}
            max={1440}
            value={minutes}
            onInput={({ currentTarget }) => setMinutes(currentTarget.value)}
          />
        </p>
        <button
          class="button is-large"
          aria-busy={pending !== undefined && pending !== "0"}
          disabled={!isReachable}
        >
          {t("sleep.set")}
        </button>
        {sleepMinutes === null ? null : (
          <button
            type="button"
            class="button is-large"
            aria-busy={pending === "0"}
            disabled={!isReachable}
            onClick={() => void send("0")}
          >
            {t("sleep.cancel")}
          </button>
        )}
      </form>
      <Failure text={failure} />
    </section>
  );
}
