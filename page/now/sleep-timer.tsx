import { CommandButton, Failure, useCommand } from "../command.tsx";
import { unitText } from "../format.ts";
import { can, type PlayerProps } from "../player.ts";
import { nameOf } from "../names.ts";
import { t } from "../texts.ts";
import { number } from "../values.ts";
import { Panel } from "../controls.tsx";

const spans = [15, 30, 60] as const;

/** The sleep timer, of the player or of the bridge: what is left of it, and a way to set and to end it. */
export function SleepTimer({ player }: PlayerProps) {
  const use = useCommand(player, "sleep");
  if (!can(player, "sleep")) return null;
  const minutesLeft = number(player, "sleep");
  const button = (request: string, label: string) => (
    <CommandButton key={request} use={use} request={request} look="is-large">
      {label}
    </CommandButton>
  );
  return (
    <Panel look="sleep" icon="idle" title={nameOf("sleep")} level="h3">
      <p role="status">
        {minutesLeft === undefined ? null : t("sleep.left", { time: unitText(minutesLeft, "minute") })}
      </p>
      <div class="options">
        {spans.map((minutes) => button(String(minutes), unitText(minutes, "minute")))}
        {minutesLeft === undefined ? null : button("0", t("sleep.cancel"))}
      </div>
      <Failure text={use.failure} />
    </Panel>
  );
}
