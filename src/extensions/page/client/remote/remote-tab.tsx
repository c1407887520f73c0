import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { PlayerView } from "../../wire.ts";
import { Failure, useCommand } from "../command.tsx";
import { Icon } from "../icons.tsx";
import { t } from "../texts.ts";
import { menuKeys, numberKeys, padKeys, remoteKeyOf } from "./keys.ts";

interface RemoteTabProps {
  readonly player: PlayerView;
  readonly isLive: boolean;
}

export function RemoteTab({ player: { id, presence }, isLive }: RemoteTabProps): JSX.Element {
  const { send, pending, failure } = useCommand(id, "key");
  const isReachable = isLive && presence.availability === "online";
  const press = (key: string): void => void send(key);
  useKeyboard(press, isReachable);
  return (
    <section class="panel remote">
      <div class="remote-pad" role="group" aria-label={t("remote.pad")}>
        {padKeys.map((one) => (
          <Key
            key={one.key}
            name={one.key}
            isBusy={pending === one.key}
            isReachable={isReachable}
            onPress={press}
          >
            {"icon" in one ? <Icon name={one.icon} /> : t("remote.key.Ok")}
          </Key>
        ))}
      </div>
      <div class="remote-row">
        {menuKeys.map(({ key, icon }) => (
          <Key key={key} name={key} isBusy={pending === key} isReachable={isReachable} onPress={press}>
            <Icon name={icon} />
          </Key>
        ))}
      </div>
      <div class="remote-numbers" role="group" aria-label={t("remote.numbers")}>
        {numberKeys.map(({ key, pressedBy }) => (
          <Key key={key} name={key} isBusy={pending === key} isReachable={isReachable} onPress={press}>
            {pressedBy[0]}
          </Key>
        ))}
      </div>
      <Failure text={failure} />
      <p class="hint">{t("remote.hint")}</p>
    </section>
  );
}

interface KeyProps {
  readonly name: string;
  readonly isBusy: boolean;
  readonly isReachable: boolean;
  readonly onPress: (key: string) => void;
  readonly children: JSX.Element | string | undefined;
}

function Key({ name, isBusy, isReachable, onPress, children }: KeyProps): JSX.Element {
  const label = labelOf(name);
  return (
    <button
      type="button"
      class={`button remote-key is-${name.toLowerCase()}`}
      aria-label={label}
      title={label}
      aria-busy={isBusy}
      disabled={!isReachable}
      onClick={() => onPress(name)}
    >
      {children}
    </button>
  );
}

function labelOf(name: string): string {
  switch (name) {
    case "Up":
    case "Down":
    case "Left":
    case "Right":
    case "Ok":
    case "Back":
    case "Home":
    case "Menu":
      return t(`remote.key.${name}`);
    default:
      return name.replace("Number_", "");
  }
}

const ownKeys = "input, select, textarea, dialog";

/** Presses keys of the remote control by those of the keyboard, while the tab is open. */
function useKeyboard(press: (key: string) => void, isReachable: boolean): void {
  const latest = useRef(press);
  latest.current = press;
  useEffect(() => {
    if (!isReachable) return undefined;
    const follow = (event: KeyboardEvent): void => {
      const key = remoteKeyOf(event.key);
      const target = event.target instanceof Element ? event.target : document.body;
      if (key === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      // Enter presses the button or follows the link that has the focus.
      if (target.closest(ownKeys) !== null || (key === "Ok" && target.closest("a, button") !== null)) return;
      event.preventDefault();
      latest.current(key);
    };
    addEventListener("keydown", follow);
    return () => removeEventListener("keydown", follow);
  }, [isReachable]);
}
