import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { RowsView } from "../../src/extensions/page/response-views.ts";
import type { PlayerView } from "../../src/extensions/page/wire.ts";
import { type Outcome, useBridge } from "../bridge-context.ts";
import { Failure, failureText } from "../command.tsx";
import { Button } from "../controls.tsx";
import { playerAddress, read } from "../requests.ts";
import { t } from "../texts.ts";
import { number } from "../values.ts";
import { isGood } from "../outcome-text.ts";
import { useWayBack } from "./undo.tsx";
import { type Step, type Wanted, wayBack } from "./way-back.ts";

export interface Replacing {
  readonly play: (wanted: Wanted) => Promise<void>;
  readonly pending: string | undefined;
  /** The question before a queue is lost, and why something failed. */
  readonly notice: JSX.Element;
}

/** Plays in place of the queue: with a way back for ten seconds where the player lets it be played again, else after a question. */
export function useReplacing(player: PlayerView): Replacing {
  const { id } = player;
  const { send, now } = useBridge();
  const [pending, setPending] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [asked, setAsked] = useState<Wanted>();
  const dialog = useRef<HTMLDialogElement>(null);
  const isReplacing = useRef(false);
  const { offer, forget } = useWayBack();
  const run = async ({ command, request }: Step): Promise<Outcome> => {
    setFailure(undefined);
    setPending(request);
    const outcome = await send(id, command, request);
    setPending(undefined);
    setFailure(failureText(outcome));
    return outcome;
  };
  const replace = async (wanted: Wanted): Promise<void> => {
    setPending(wanted.request);
    const queue = await read<RowsView>(playerAddress(id, "lists/queue?start=0"));
    setPending(undefined);
    const steps = queue && wayBack(player, queue, now());
    if (steps === undefined) {
      setAsked(wanted);
      dialog.current?.showModal();
      return;
    }
    const outcome = await run(wanted);
    // A player that only starts late has replaced its queue, too.
    const isReplaced = outcome.outcome !== "rejected" && outcome.outcome !== "expired";
    const text = isGood(outcome) ? t("library.replaced", { title: wanted.title }) : "";
    if (isReplaced) offer({ id, text, steps });
  };
  const play = async (wanted: Wanted): Promise<void> => {
    // An impatient tap would take what just replaced the queue for the former one.
    if (isReplacing.current) return;
    forget();
    isReplacing.current = wanted.isReplacing && (number(player, "music/queue/total") ?? 0) > 0;
    await (isReplacing.current ? replace(wanted) : run(wanted));
    isReplacing.current = false;
  };
  const notice = (
    <>
      <Failure text={failure} />
      <dialog ref={dialog} class="panel" aria-label={t("list.play", { title: asked?.title ?? "" })}>
        <p>{t("library.confirm", { title: asked?.title ?? "", name: player.identity.name })}</p>
        <form method="dialog" class="options">
          <Button type="submit" look="is-large">
            {t("dialog.cancel")}
          </Button>
          <Button type="submit" look="is-large is-main" onClick={() => asked && void run(asked)}>
            {t("play.go")}
          </Button>
        </form>
      </dialog>
    </>
  );
  return { play, pending, notice };
}
