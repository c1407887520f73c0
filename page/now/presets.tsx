import { useRef, useState } from "preact/hooks";
import type { PlayerView } from "../../src/extensions/page/wire.ts";
import { useBridge } from "../bridge-context.ts";
import { Icon } from "../icons.tsx";
import { commandText, endText, markOf } from "../outcome-text.ts";
import { reasonText } from "../phrases.ts";
import type { Outcome } from "../requests.ts";
import { t } from "../texts.ts";
import { Button, Panel } from "../controls.tsx";
import type { PlayerProps } from "../player.ts";
import { choices } from "../values.ts";

interface Ended extends Outcome {
  readonly name: string;
}

export function Presets({ player }: PlayerProps) {
  const { send, isLive } = useBridge();
  const [running, setRunning] = useState<string>();
  const [ended, setEnded] = useState<Ended>();
  const runs = useRef(0);
  const presets = choices(player, "preset").options.map(({ value }) => value);
  if (presets.length === 0) return null;
  const run = async (name: string): Promise<void> => {
    const mine = (runs.current += 1);
    setRunning(name);
    setEnded(undefined);
    const outcome = await send(player.id, "preset", name);
    // A newer preset has replaced this one.
    if (runs.current !== mine) return;
    setRunning(undefined);
    setEnded({ ...outcome, name });
  };
  return (
    <Panel look="presets" icon="menu" title={t("presets.title")} level="h3">
      <div class="options">
        {presets.map((name) => (
          <Button
            key={name}
            look="is-large"
            isBusy={running === name}
            isDisabled={!isLive}
            onClick={() => void run(name)}
          >
            {name}
          </Button>
        ))}
      </div>
      <div role="status">
        {running === undefined ? null : <p class="hint">{t("presets.running", { name: running })}</p>}
        {ended === undefined ? null : <Result ended={ended} player={player} />}
      </div>
    </Panel>
  );
}

function Result({ ended, player }: { readonly ended: Ended; readonly player: PlayerView }) {
  const { name, outcome, steps = [] } = ended;
  const { tone, icon } = markOf(outcome);
  return (
    <>
      <p class={`outcome ${tone}`}>
        <Icon name={icon} />
        <span>{endText(name, outcome, steps.length > 0 ? undefined : reasonText(ended))}</span>
      </p>
      {/* oxlint-disable-next-line react/no-array-index-key -- two steps may be the same */}
      <ol class="command-list steps">
        {steps.map((step, place) => (
          <li key={place} class={markOf(step.outcome).tone}>
            <Icon name={markOf(step.outcome).icon} />
            <span>
              {endText(commandText(step, player), step.outcome)}
              {step.reason === undefined ? null : <small>{reasonText(step)}</small>}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
