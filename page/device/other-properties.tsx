import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Panel } from "../controls.tsx";
import { useAnswer } from "../hooks.ts";
import { nameOf } from "../names.ts";
import { ChoiceMenu } from "../now/choice-menu.tsx";
import { stateText } from "../outcome-text.ts";
import type { ReachableProps } from "../player.ts";
import { playerAddress } from "../requests.ts";
import { t } from "../texts.ts";
import { Level } from "./level.tsx";
import { otherProperties, type OtherProperty } from "./other-values.ts";
import { Switch } from "./own-settings.tsx";

interface Answer {
  readonly topics: Readonly<Record<string, string>>;
}

/** What the player describes and no other part of the page shows, each with the widget of its kind. */
export function OtherProperties({ player, isReachable }: ReachableProps): JSX.Element | null {
  const { id } = player;
  const [isKnown, setKnown] = useState(false);
  // There is none before everything was asked once; then it changes with what the player can do.
  const mark = isKnown ? player.topics["info"] : player.topics;
  const description = useAnswer<Answer>(playerAddress(id, "topics"), mark)?.value.topics["description"] ?? "";
  useEffect(() => setKnown(description !== ""), [description]);
  const others = otherProperties(description, player);
  if (others.length === 0) return null;
  return (
    <Panel look="device-panel" icon="menu" title={t("other.title")}>
      <div class="menus">
        {others.map((property) => (
          <Property key={property.topic} playerId={id} {...property} isReachable={isReachable} />
        ))}
      </div>
    </Panel>
  );
}

type PropertyProps = OtherProperty & { readonly playerId: string; readonly isReachable: boolean };

function Property({ topic, title, shown, unit, widget, playerId, isReachable }: PropertyProps): JSX.Element {
  const common = { playerId, command: topic, label: nameOf(topic, title) };
  switch (widget.kind) {
    case "switch":
      return (
        <Switch
          {...common}
          isOn={shown === "" ? undefined : shown === "on"}
          request={(word) => word}
          isReachable={isReachable}
        />
      );
    case "menu":
      return <ChoiceMenu {...common} choices={widget.choices} isDisabled={!isReachable} />;
    case "slider":
      return <Level {...common} value={widget.level} isReachable={isReachable} />;
    case "text":
      return (
        <p>
          {common.label}: <b>{[stateText(shown), unit].join(" ").trim()}</b>
        </p>
      );
  }
}
