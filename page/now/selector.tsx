import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { OptionView, SelectorView } from "../../src/extensions/page/wire.ts";
import { Failure, useCommand } from "../command.tsx";
import { connectorIcon, Icon } from "../icons.tsx";
import { t } from "../texts.ts";
import { playerAddress } from "../requests.ts";

export interface SelectorProps {
  readonly playerId: string;
  readonly playerName: string;
  readonly selector: "input" | "output";
  readonly view: SelectorView;
  readonly isReachable: boolean;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * The inputs or the outputs. Arrow keys move the focus, Space and Enter select: moving through the list must not switch
 * the sound.
 */
export function Selector({
  playerId,
  playerName,
  selector,
  view,
  isReachable,
}: SelectorProps): JSX.Element | null {
  const { send, pending, failure } = useCommand(playerId, `audio/${selector}`);
  const [walked, setWalked] = useState<string>();
  const group = useRef<HTMLDivElement>(null);
  const { options, current } = view;
  if (options.length === 0) return null;
  const label = t(`selector.${selector}`);
  // A single tab stop, at the current option.
  const stop = walked ?? current ?? options[0]?.tag;

  const select = async (option: OptionView): Promise<void> => {
    if (!option.isEnabled || !isReachable) return;
    await send(option.tag);
  };
  const walk = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const place = options.findIndex(({ tag }) => tag === stop);
    const next = (place + step + options.length) % options.length;
    setWalked(options[next]?.tag);
    group.current?.querySelectorAll("button")[next]?.focus();
  };

  return (
    <section class="selector">
      <h3>
        <Icon name={selector} />
        {label}
      </h3>
      <div
        class="options"
        role="radiogroup"
        aria-label={t("selector.of", { selector: label, name: playerName })}
        ref={group}
        onKeyDown={walk}
        onBlur={() => setWalked(undefined)}
      >
        {options.map((option) => (
          <button
            key={option.tag}
            type="button"
            class="option"
            role="radio"
            aria-checked={option.tag === current}
            aria-disabled={!option.isEnabled || !isReachable}
            aria-busy={option.tag === pending}
            tabIndex={option.tag === stop ? 0 : -1}
            title={option.isEnabled ? undefined : t("selector.unavailable")}
            onFocus={() => setWalked(option.tag)}
            onClick={() => void select(option)}
          >
            <OptionPicture playerId={playerId} selector={selector} option={option} />
            <span class="option-name">{option.name}</span>
          </button>
        ))}
      </div>
      <Failure text={failure} />
    </section>
  );
}

function OptionPicture({
  playerId,
  selector,
  option,
}: {
  readonly playerId: string;
  readonly selector: "input" | "output";
  readonly option: OptionView;
}): JSX.Element {
  const [isBroken, setBroken] = useState(false);
  if (!option.hasIcon || isBroken) return <Icon name={connectorIcon(option.tag, option.name)} />;
  const address = playerAddress(playerId, `icons/${selector}?tag=${encodeURIComponent(option.tag)}`);
  return (
    <img class="option-picture" src={address} alt="" width="22" height="22" onError={() => setBroken(true)} />
  );
}
