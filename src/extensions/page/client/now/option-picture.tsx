import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { OptionView } from "../../wire.ts";
import { connectorDrawing, Draw } from "../drawings.tsx";
import { playerAddress } from "../requests.ts";

/** The player's icon of an input or output, or one of our drawings. */
export function OptionPicture({
  playerId,
  selector,
  option,
}: {
  readonly playerId: string;
  readonly selector: "input" | "output";
  readonly option: OptionView;
}): JSX.Element {
  const [isBroken, setBroken] = useState(false);
  if (!option.hasIcon || isBroken) return <Draw name={connectorDrawing(option.tag, option.name)} />;
  const address = playerAddress(playerId, `icons/${selector}?tag=${encodeURIComponent(option.tag)}`);
  return (
    <img class="option-picture" src={address} alt="" width="22" height="22" onError={() => setBroken(true)} />
  );
}
