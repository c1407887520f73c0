import { Failure, useSetting } from "../command.tsx";
import { ChoiceMenu } from "../now/choice-menu.tsx";
import { stateText } from "../outcome-text.ts";
import { Level } from "./level.tsx";
import type { Widget } from "./other-values.ts";

interface PropertyProps {
  readonly playerId: string;
  readonly command: string;
  readonly label: string;
  /** Empty if the player does not report it. */
  readonly shown: string;
  readonly unit?: string;
  /** What a command says to set a value; by default the value. */
  readonly request?: (value: number | string) => string;
  readonly isReachable: boolean;
}

/** A value of the player with the widget of its kind. */
export function Property({ widget, unit = "", ...rest }: PropertyProps & { readonly widget: Widget }) {
  const { shown, label, isReachable, ...common } = rest;
  switch (widget.kind) {
    case "switch":
      return <Switch {...rest} />;
    case "menu":
      return <ChoiceMenu {...common} label={label} choices={widget.choices} isDisabled={!isReachable} />;
    case "slider":
      return <Level {...common} label={label} value={widget.level} isReachable={isReachable} />;
    case "text":
      return (
        <p>
          {label}: <b>{[stateText(shown), unit].join(" ").trim()}</b>
        </p>
      );
  }
}

export function Switch({
  playerId,
  command,
  label,
  shown: word,
  request = String,
  isReachable,
}: PropertyProps) {
  const isOn = word === "" ? undefined : word === "on";
  const { shown, choose, failure, pending } = useSetting(playerId, command, isOn);
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
