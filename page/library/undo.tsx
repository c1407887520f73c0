import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import { useBridge } from "../bridge-context.ts";
import { failureText } from "../command.tsx";
import { Button } from "../controls.tsx";
import { useBriefly } from "../hooks.ts";
import { isGood } from "../outcome-text.ts";
import { t } from "../texts.ts";
import type { Step } from "./way-back.ts";

/** For so long the former queue can be had back. */
const undoMs = 10_000;

interface Back {
  readonly id: string;
  /** What is said beside the button. */
  readonly text: string;
  readonly steps: readonly Step[];
}

interface WayBack {
  readonly offer: (back: Back) => void;
  /** What another player would get back is still offered. */
  readonly forget: (id: string) => void;
}

const WayBackContext = createContext<WayBack>({ offer: () => {}, forget: () => {} });

export function useWayBack(): WayBack {
  return useContext(WayBackContext);
}

/** The button that brings the last replaced queue back, whatever view the page goes on to. */
export function Undo({ children }: { readonly children: ComponentChildren }) {
  const { send } = useBridge();
  const [back, offer] = useBriefly<Back>(undoMs);
  const forget = (id: string): void => {
    if (back?.id === id) offer(undefined);
  };
  const undo = async ({ id, steps }: Back): Promise<void> => {
    offer(undefined);
    for (const { command, request } of steps) {
      const outcome = await send(id, command, request);
      if (isGood(outcome)) continue;
      const text = failureText(outcome);
      if (text !== undefined) offer({ id, text, steps });
      return;
    }
  };
  return (
    <WayBackContext.Provider value={{ offer, forget }}>
      {children}
      <div class="undo" role="status">
        {back === undefined ? null : (
          <>
            <span>{back.text}</span>
            <Button look="is-large" icon="return" onClick={() => void undo(back)}>
              {t("library.undo")}
            </Button>
          </>
        )}
      </div>
    </WayBackContext.Provider>
  );
}
