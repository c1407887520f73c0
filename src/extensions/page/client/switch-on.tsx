import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useBridge } from "./bridge-context.ts";
import { Failure } from "./command.tsx";
import { Icon } from "./icons.tsx";
import { t } from "./texts.ts";

/** The switch of what is off, for beside what it does. Where the page cannot write the setting, its name. */
export function SwitchOn({
  playerId,
  setting,
}: {
  readonly playerId: string;
  readonly setting: string;
}): JSX.Element {
  const { switchOn } = useBridge();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  if (switchOn === undefined) return <p class="hint">{t("off.where", { setting })}</p>;
  const press = async (): Promise<void> => {
    setBusy(true);
    setFailure(await switchOn(playerId, setting));
    setBusy(false);
  };
  return (
    <>
      <button type="button" class="button is-large" aria-busy={isBusy} onClick={() => void press()}>
        <Icon name="power" />
        {t("off.switch")}
      </button>
      <Failure text={failure} />
    </>
  );
}
