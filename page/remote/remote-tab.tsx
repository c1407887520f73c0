import type { ComponentChildren } from "preact";
import { CommandButton, Failure, useCommand } from "../command.tsx";
import { useWindowEvent } from "../hooks.ts";
import type { IconName } from "../icons.tsx";
import { keyText } from "../outcome-text.ts";
import { t } from "../texts.ts";
import { menuKeys, numberKeys, padKeys, remoteKeyOf } from "./keys.ts";
import type { PlayerProps } from "../player.ts";

export function RemoteTab({ player }: PlayerProps) {
  const use = useCommand(player, "key");
  useKeyboard((key) => void use.send(key), use.isReachable);
  const button = (key: string, children: ComponentChildren, icon?: IconName) => (
    <CommandButton
      key={key}
      use={use}
      request={key}
      look={`remote-key is-${key.toLowerCase()}`}
      label={keyText(key)}
      icon={icon}
    >
      {children}
    </CommandButton>
  );
  return (
    <section class="panel remote">
      <div class="remote-pad" role="group" aria-label={t("remote.pad")}>
        {padKeys.map((one) =>
          "icon" in one ? button(one.key, null, one.icon) : button(one.key, t("remote.key.Ok")),
        )}
      </div>
      <div class="remote-row">{menuKeys.map(({ key, icon }) => button(key, null, icon))}</div>
      <div class="remote-numbers" role="group" aria-label={t("remote.numbers")}>
        {numberKeys.map(({ key, pressedBy }) => button(key, pressedBy[0]))}
      </div>
      <Failure text={use.failure} />
      <p class="hint">{t("remote.hint")}</p>
    </section>
  );
}

const ownKeys = "input, select, textarea, dialog";

/** Presses keys of the remote control by those of the keyboard, while the tab is open. */
function useKeyboard(press: (key: string) => void, isReachable: boolean): void {
  const follow = (event: KeyboardEvent): void => {
    const key = remoteKeyOf(event.key);
    const target = event.target instanceof Element ? event.target : document.body;
    if (key === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    // Enter presses the button or follows the link that has the focus.
    if (target.closest(ownKeys) !== null || (key === "Ok" && target.closest("a, button") !== null)) return;
    event.preventDefault();
    press(key);
  };
  useWindowEvent("keydown", follow, isReachable);
}
