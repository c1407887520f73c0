import { Failure, useSetting } from "../command.tsx";
import { ChoiceMenu } from "../now/choice-menu.tsx";
import { stateText } from "../outcome-text.ts";
import type { ControlProps } from "../player.ts";
import { Level } from "./level.tsx";
import type { Widget } from "./other-values.ts";

interface SwitchProps extends ControlProps {
  /** Empty if the player does not report it. */
  readonly shown: string;
}

interface PropertyProps extends SwitchProps {
  readonly unit?: string;
  readonly widget: Widget;
}

/** A value of the player with the widget of its kind. */
export function Property({ widget, unit = "", ...rest }: PropertyProps) {
  switch (widget.kind) {
    case "switch":
      return <Switch {...rest} />;
    case "menu":
      return <ChoiceMenu {...rest} choices={widget.choices} />;
    case "slider":
      return <Level {...rest} value={widget.level} />;
    case "text":
      return (
        <p>
          {rest.label}: <b>{[stateText(rest.shown), unit].join(" ").trim()}</b>
        </p>
      );
  }
}

export function Switch({ player, command, label, shown: word, request = String }: SwitchProps) {
  const isOn = word === "" ? undefined : word === "on";
  const { shown, choose, failure, pending, isReachable } = useSetting(player, command, isOn);
  return (
    <div>
      <label class="switch">
        <span>{label}</span>
        <input
          type="checkbox"
          checked={shown === true}
          indeterminate={shown === undefined}
          aria-busy={pending !== undefined}
          disabled={!isReachable}
          onChange={({ currentTarget: { checked } }) => void choose(checked, request(checked ? "on" : "off"))}
        />
      </label>
      <Failure text={failure} />
    </div>
  );
}
