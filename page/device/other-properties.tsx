import { useEffect, useState } from "preact/hooks";
import { Panel } from "../controls.tsx";
import { useAnswer } from "../hooks.ts";
import { nameOf } from "../names.ts";
import type { PlayerProps } from "../player.ts";
import { playerAddress } from "../requests.ts";
import { t } from "../texts.ts";
import { otherProperties } from "./other-values.ts";
import { Property } from "./property.tsx";

interface Answer {
  readonly topics: Readonly<Record<string, string>>;
}

/** What the player describes and no other part of the page shows, each with the widget of its kind. */
export function OtherProperties({ player }: PlayerProps) {
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
        {others.map(({ topic, title, ...property }) => (
          <Property key={topic} player={player} command={topic} label={nameOf(topic, title)} {...property} />
        ))}
      </div>
    </Panel>
  );
}
