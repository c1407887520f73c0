import { useEffect, useRef, useState } from "preact/hooks";
import type { PlayerView } from "../src/extensions/page/wire.ts";
import { useBridge, useReachable } from "./bridge-context.ts";
import { isGood } from "./outcome-text.ts";
import { reasonText } from "./phrases.ts";
import type { Outcome } from "./requests.ts";
import { t } from "./texts.ts";
import { Button, type ButtonProps } from "./controls.tsx";

/** A control of a player, as one place of the page uses it. */
export interface CommandUse {
  readonly pending: string | undefined;
  readonly failure: string | undefined;
  readonly lost: Outcome["lost"];
  /** Whether the player can be told anything now. */
  readonly isReachable: boolean;
  /** Sends a request; resolves to whether the player is now in the requested state. */
  readonly send: (request: string) => Promise<boolean>;
}

export function useCommand(player: PlayerView, command: string): CommandUse {
  const isReachable = useReachable(player);
  const { send } = useBridge();
  const [pending, setPending] = useState<string>();
  const [ended, setEnded] = useState<Outcome>();
  const start = async (request: string): Promise<boolean> => {
    setPending(request);
    setEnded(undefined);
    const outcome = await send(player.id, command, request);
    // A newer request stays shown until its own outcome.
    setPending((now) => (now === request ? undefined : now));
    setEnded(outcome);
    return isGood(outcome);
  };
  const failure = ended && failureText(ended);
  return { pending, failure, lost: ended?.lost, isReachable, send: start };
}

/** Longer than the interval at which the bridge sends changes. */
const settlesMs = 300;

/** A value of the player that can be set. */
export interface Setting<Value> extends CommandUse {
  /** The requested value while its outcome is open, otherwise the actual one. */
  readonly shown: Value;
  /** Shows a value that is not requested yet, as while a slider is dragged. */
  readonly preview: (value: Value) => void;
  readonly choose: (value: Value, request?: string) => Promise<void>;
  /** Shows the actual value again instead of a previewed one. */
  readonly release: () => void;
}

/** Shows a value as requested until the player has it; after a failure the actual one is back. */
export function useSetting<Value>(player: PlayerView, command: string, actual: Value): Setting<Value> {
  const use = useCommand(player, command);
  const [wanted, setWanted] = useState<{ readonly value: Value }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const underWay = useRef<{ readonly request: string; readonly done: Promise<boolean> }>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const choose = async (value: Value, request = String(value)): Promise<void> => {
    const mine = { value };
    setWanted(mine);
    // A slider that the player follows chooses the last value once more when it is let go.
    const { done } = underWay.current?.request === request ? underWay.current : { done: use.send(request) };
    underWay.current = { request, done };
    const isDone = await done;
    if (underWay.current?.done === done) underWay.current = undefined;
    const forget = (): void => setWanted((now) => (now === mine ? undefined : now));
    // The player's own value arrives just after the outcome.
    if (isDone) timer.current = setTimeout(forget, settlesMs);
    else forget();
  };
  const shown = wanted === undefined ? actual : wanted.value;
  return {
    ...use,
    shown,
    preview: (value) => setWanted({ value }),
    choose,
    release: () => setWanted(undefined),
  };
}

/** Sends a request, and is busy until its outcome. */
export function CommandButton({
  use,
  request,
  ...rest
}: ButtonProps & { readonly use: CommandUse; readonly request: string }) {
  const { pending, isReachable, send } = use;
  return (
    <Button
      isBusy={pending === request}
      isDisabled={!isReachable}
      onClick={() => void send(request)}
      {...rest}
    />
  );
}

/** A button with a command of its own, and why that has failed. */
export function SingleCommand({
  player,
  command,
  ...rest
}: ButtonProps & { readonly player: PlayerView; readonly command: string; readonly request: string }) {
  const use = useCommand(player, command);
  return (
    <>
      <CommandButton use={use} {...rest} />
      <Failure text={use.failure} />
    </>
  );
}

export function Failure({ text }: { readonly text: string | undefined }) {
  // The element is there before its text: screen readers announce only changes.
  return (
    <p class="failure" role="alert">
      {text}
    </p>
  );
}

/** Why a command did not do what it should; undefined if it did, or if a newer one replaced it. */
export function failureText(ended: Outcome): string | undefined {
  const reason = reasonText(ended) ?? "";
  switch (ended.outcome) {
    case "rejected":
      return t("failure.rejected", { reason });
    case "failed":
      return t("failure.failed", { reason });
    case "expired":
      return t("failure.failed", { reason: t("step.expired") });
    case "applied":
    case "unchanged":
    case "superseded":
      return undefined;
  }
}
