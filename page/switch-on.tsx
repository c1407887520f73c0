import { useState } from "preact/hooks";
import { useBridge } from "./bridge-context.ts";
import { Failure } from "./command.tsx";
import { t } from "./texts.ts";
import { Button } from "./controls.tsx";

/** The switch of what is off, for beside what it does. Where the page cannot write the setting, its name. */
export function SwitchOn({ playerId, setting }: { readonly playerId: string; readonly setting: string }) {
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
      <Button look="is-large" isBusy={isBusy} onClick={() => void press()} icon="power">
        {t("off.switch")}
      </Button>
      <Failure text={failure} />
    </>
  );
}
