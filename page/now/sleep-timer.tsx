import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { Failure, useCommand } from "../command.tsx";
import { minutesText } from "../format.ts";
import { can, type ReachableProps } from "../player.ts";
import { nameOf } from "../names.ts";
import { t } from "../texts.ts";
import { number } from "../values.ts";
import { Button, Form, Panel } from "../controls.tsx";

/** The sleep timer, of the player or of the bridge: what is left of it, and a way to set and to end it. */
export function SleepTimer({ player, isReachable }: ReachableProps): JSX.Element | null {
  const { send, pending, failure } = useCommand(player.id, "sleep");
  const [minutes, setMinutes] = useState("30");
  const id = useId();
  if (!can(player, "sleep")) return null;
  const minutesLeft = number(player, "sleep");
  return (
    <Panel look="sleep" icon="idle" title={nameOf("sleep")} level="h3">
      <p role="status">
        {minutesLeft === undefined ? null : t("sleep.left", { time: minutesText(minutesLeft) })}
      </p>
      <Form class="options sleep-line" onSubmit={() => void send(minutes)}>
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
        <Button
          type="submit"
          look="is-large"
          isBusy={pending !== undefined && pending !== "0"}
          isDisabled={!isReachable}
        >
          {t("sleep.set")}
        </Button>
        {minutesLeft === undefined ? null : (
          <Button
            look="is-large"
            isBusy={pending === "0"}
            isDisabled={!isReachable}
            onClick={() => void send("0")}
          >
            {t("sleep.cancel")}
          </Button>
        )}
      </Form>
      <Failure text={failure} />
    </Panel>
  );
}
