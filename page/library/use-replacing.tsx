import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { RowsView } from "../../src/extensions/page/response-views.ts";
import type { PlayerView } from "../../src/extensions/page/wire.ts";
import { useBridge } from "../bridge-context.ts";
import { Failure, failureText } from "../command.tsx";
import { Button, Question } from "../controls.tsx";
import { type Outcome, playerAddress, read } from "../requests.ts";
import { t } from "../texts.ts";
import { number } from "../values.ts";
import { isGood } from "../outcome-text.ts";
import { useWayBack } from "./undo.tsx";
import { type Step, type Wanted, wayBack } from "./way-back.ts";

export interface Replacing {
  readonly play: (wanted: Wanted) => Promise<void>;
  /** Asks where in the queue to add it. */
  readonly add: (wanted: Wanted) => void;
  readonly pending: string | undefined;
  /** The question before a queue is lost or where to add something, and what came of it. */
  readonly notice: JSX.Element;
}

/** The tracks of a queue, and the way back to it, if there is one. */
interface Queue {
  readonly ids: string;
  readonly steps: readonly Step[] | undefined;
}

interface UnderWay {
  readonly request: string;
  /** The queue before. */
  readonly before: Promise<Queue | undefined> | undefined;
}

/** Plays in place of the queue: with a way back for ten seconds where the player lets it be played again, else after a question. */
export function useReplacing(player: PlayerView, place = ""): Replacing {
  const { id } = player;
  const { send, now } = useBridge();
  const [pending, setPending] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [asked, setAsked] = useState<Wanted>();
  // The question may come while the menu is open.
  const [addable, setAddable] = useState<Wanted>();
  const [added, setAdded] = useState("");
  const dialog = useRef<HTMLDialogElement>(null);
  const menu = useRef<HTMLDialogElement>(null);
  const underWay = useRef<UnderWay>(undefined);
  const { offer, forget } = useWayBack();
  // What was added is told until another place is opened.
  useEffect(() => setAdded(""), [place]);
  const run = async ({ command, request }: Step): Promise<Outcome> => {
    setFailure(undefined);
    setAdded("");
    setPending(request);
    const outcome = await send(id, command, request);
    setPending(undefined);
    setFailure(failureText(outcome));
    return outcome;
  };
  const readQueue = async (): Promise<Queue | undefined> => {
    const queue = await read<RowsView>(playerAddress(id, "lists/queue?start=0"));
    const ids = JSON.stringify(queue?.rows.map(({ track }) => track));
    return queue && { ids, steps: wayBack(player, queue, now()) };
  };
  const replace = async (wanted: Wanted, before: Promise<Queue | undefined>): Promise<void> => {
    setPending(wanted.request);
    const { ids, steps } = (await before) ?? {};
    setPending(undefined);
    if (steps === undefined) {
      setAsked(wanted);
      dialog.current?.showModal();
      return;
    }
    const outcome = await run(wanted);
    // A player that only starts late has replaced its queue, too.
    const isReplaced = isGood(outcome) || ((await readQueue())?.ids ?? ids) !== ids;
    if (isReplaced) offer({ id, text: t("library.replaced", { title: wanted.title }), steps });
  };
  const play = async (wanted: Wanted): Promise<void> => {
    const { current: former } = underWay;
    if (former?.request === wanted.request) return;
    forget(id);
    const isReplacing = wanted.isReplacing && (number(player, "music/queue/total") ?? 0) > 0;
    // The queue may just have been replaced by the tap before: the way back leads to the one before that.
    const before = former?.before ?? (isReplacing ? readQueue() : undefined);
    const own = { request: wanted.request, before };
    underWay.current = own;
    try {
      await (isReplacing && before !== undefined ? replace(wanted, before) : run(wanted));
    } finally {
      if (underWay.current === own) underWay.current = undefined;
    }
  };
  const addTo = async (how: "next" | "add"): Promise<void> => {
    if (addable === undefined) return;
    const outcome = await run({ ...addable, request: `${how} ${addable.request}` });
    if (isGood(outcome)) setAdded(t("library.added", { title: addable.title }));
  };
  const add = (wanted: Wanted): void => {
    setAddable(wanted);
    menu.current?.showModal();
  };
  const notice = (
    <>
      <Failure text={failure} />
      <p class="hint" role="status">
        {added}
      </p>
      <Question box={menu} label={t("library.add", { title: addable?.title ?? "" })} text={addable?.title}>
        {(["next", "add"] as const).map((how) => (
          <Button key={how} type="submit" look="is-large" onClick={() => void addTo(how)}>
            {t(`library.to.${how}`)}
          </Button>
        ))}
      </Question>
      <Question
        box={dialog}
        label={t("list.play", { title: asked?.title ?? "" })}
        text={t("library.confirm", { title: asked?.title ?? "", name: player.identity.name })}
      >
        <Button type="submit" look="is-large is-main" onClick={() => asked && void run(asked)}>
          {t("play.go")}
        </Button>
      </Question>
    </>
  );
  return { play, add, pending, notice };
}
