import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { RowsView } from "../../src/extensions/page/response-views.ts";
import type { PlayerView } from "../../src/extensions/page/wire.ts";
import { useBridge } from "../bridge-context.ts";
import { Failure, failureText } from "../command.tsx";
import { Button } from "../controls.tsx";
import { playerAddress, read } from "../requests.ts";
import { t } from "../texts.ts";
import { number } from "../values.ts";
import { isGood } from "../outcome-text.ts";
import { type Step, type Wanted, wayBack } from "./way-back.ts";

/** For so long the former queue can be had back. */
const undoMs = 10_000;

export interface Replacing {
  readonly play: (wanted: Wanted) => Promise<void>;
  readonly pending: string | undefined;
  /** The question before a queue is lost, the way back to it, and why something failed. */
  readonly notice: JSX.Element;
}

/** Plays in place of the queue: with a way back for ten seconds where the player lets it be played again, else after a question. */
export function useReplacing(player: PlayerView): Replacing {
  const { id } = player;
  const { send, now } = useBridge();
  const [pending, setPending] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [asked, setAsked] = useState<Wanted>();
  const [back, setBack] = useState<{ readonly title: string; readonly steps: readonly Step[] }>();
  const dialog = useRef<HTMLDialogElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const forget = (): void => {
    clearTimeout(timer.current);
    setBack(undefined);
  };
  /** Resolves to whether all of them worked. */
  const run = async (steps: readonly Step[]): Promise<boolean> => {
    setFailure(undefined);
    for (const { command, request } of steps) {
      setPending(request);
      const outcome = await send(id, command, request);
      setPending(undefined);
      if (isGood(outcome)) continue;
      setFailure(failureText(outcome));
      return false;
    }
    return true;
  };
  const play = async (wanted: Wanted): Promise<void> => {
    forget();
    if (!wanted.isReplacing || (number(player, "music/queue/total") ?? 0) === 0) return void run([wanted]);
    setPending(wanted.request);
    const queue = await read<RowsView>(playerAddress(id, "lists/queue?start=0"));
    setPending(undefined);
    const steps = queue && wayBack(player, queue, now());
    if (steps === undefined) {
      setAsked(wanted);
      dialog.current?.showModal();
    } else if (await run([wanted])) {
      setBack({ title: wanted.title, steps });
      timer.current = setTimeout(forget, undoMs);
    }
  };
  const undo = (): void => {
    const { steps = [] } = back ?? {};
    forget();
    void run(steps);
  };
  const notice = (
    <>
      <Failure text={failure} />
      <div class="undo" role="status">
        {back === undefined ? null : (
          <>
            <span>{t("library.replaced", { title: back.title })}</span>
            <Button look="is-large" icon="return" onClick={undo}>
              {t("library.undo")}
            </Button>
          </>
        )}
      </div>
      <dialog ref={dialog} class="panel" aria-label={t("list.play", { title: asked?.title ?? "" })}>
        <p>{t("library.confirm", { title: asked?.title ?? "", name: player.identity.name })}</p>
        <form method="dialog" class="options">
          <Button type="submit" look="is-large">
            {t("dialog.cancel")}
          </Button>
          <Button
            type="submit"
            look="is-large is-main"
            onClick={() => void run(asked === undefined ? [] : [asked])}
          >
            {t("play.go")}
          </Button>
        </form>
      </dialog>
    </>
  );
  return { play, pending, notice };
}
