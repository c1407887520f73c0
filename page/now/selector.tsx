import { useRef, useState } from "preact/hooks";
import { Failure, useCommand } from "../command.tsx";
import { connectorIcon, Icon, type IconName } from "../icons.tsx";
import { nameOf } from "../names.ts";
import { t } from "../texts.ts";
import type { PlayerProps } from "../player.ts";
import { playerAddress } from "../requests.ts";
import { choices, type Option } from "../values.ts";

/** The controls whose options have pictures, and what stands before their names. */
const icons = {
  "audio/input": "input",
  "audio/output": "output",
  "display/meters": "wave",
  "display/spectrum": "wave",
} as const satisfies Readonly<Record<string, IconName>>;

interface SelectorProps extends PlayerProps {
  readonly control: keyof typeof icons;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Options with their pictures, such as inputs. Arrow keys move the focus, Space and Enter select: moving through the list
 * must not switch the sound.
 */
export function Selector({ player, control }: SelectorProps) {
  const { send, pending, failure, isReachable } = useCommand(player, control);
  const [walked, setWalked] = useState<string>();
  const [tapped, setTapped] = useState<string>();
  const group = useRef<HTMLDivElement>(null);
  const { options, current } = choices(player, control);
  if (options.length === 0) return null;
  const label = nameOf(control);
  // A single tab stop, at the current option.
  const stop = walked ?? current ?? options[0]?.value;

  // A finger cannot hover over it to learn why.
  const refused = options.find(({ value, isEnabled }) => value === tapped && !isEnabled);
  const unavailable = ({ title }: Option): string => t("selector.unavailable", { title });
  const select = async (option: Option): Promise<void> => {
    setTapped(option.isEnabled ? undefined : option.value);
    if (!option.isEnabled || !isReachable) return;
    await send(option.value);
  };
  const walk = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const place = options.findIndex(({ value }) => value === stop);
    const next = (place + step + options.length) % options.length;
    setWalked(options[next]?.value);
    group.current?.querySelectorAll("button")[next]?.focus();
  };

  return (
    <section class="selector">
      <h3>
        <Icon name={icons[control]} />
        {label}
      </h3>
      <div
        class="options"
        role="radiogroup"
        aria-label={t("selector.of", { selector: label, name: player.identity.name })}
        ref={group}
        onKeyDown={walk}
        onBlur={() => setWalked(undefined)}
      >
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            class="option"
            role="radio"
            aria-checked={option.value === current}
            aria-disabled={!option.isEnabled || !isReachable}
            aria-busy={option.value === pending}
            tabIndex={option.value === stop ? 0 : -1}
            title={option.isEnabled ? undefined : unavailable(option)}
            onFocus={() => setWalked(option.value)}
            onClick={() => void select(option)}
          >
            <OptionPicture player={player} control={control} option={option} />
            <span class="option-name">{option.title}</span>
          </button>
        ))}
      </div>
      <Failure text={refused === undefined ? failure : unavailable(refused)} />
    </section>
  );
}

function OptionPicture({ player, control, option }: SelectorProps & { readonly option: Option }) {
  const [isBroken, setBroken] = useState(false);
  if (!option.hasPicture || isBroken) return <Icon name={connectorIcon(option.value, option.title)} />;
  const list = control.replace(/^.*\//, "");
  const address = playerAddress(player.id, `icons/${list}?value=${encodeURIComponent(option.value)}`);
  return (
    <img class="option-picture" src={address} alt="" width="22" height="22" onError={() => setBroken(true)} />
  );
}
