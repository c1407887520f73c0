import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import type {
  ConfigurationEdit,
  ConfigurationResult,
  ConfigurationView,
} from "../../src/extensions/page/set-up-views.ts";
import type { PlayerView } from "../../src/extensions/page/wire.ts";
import { useBridge } from "../bridge-context.ts";
import { messageOf } from "../requests.ts";
import type { PageState } from "../state.ts";
import { type SetupRequests, setupRequests } from "./setup-requests.ts";

export interface Setup {
  readonly view: ConfigurationView;
  readonly baseTopic: string;
  /** The players that the bridge has now. */
  readonly present: readonly PlayerView[];
  readonly requests: SetupRequests;
  readonly change: (edits: readonly ConfigurationEdit[]) => Promise<ConfigurationResult>;
  readonly goBack: () => Promise<ConfigurationResult>;
}

export interface SetupProps {
  readonly setup: Setup;
}

/** Reads the configuration, again after each change of it, and when others may have changed it. */
export function useSetup({ bridge, forgeryToken, players }: PageState) {
  // A bridge that was started again has another token.
  const mark = [forgeryToken, ...players.map(({ id, identity }) => `${id} ${identity.name}`)].join("\n");
  const { ask } = useBridge();
  const requests = useMemo(() => setupRequests(ask), [ask]);
  const [view, setView] = useState<ConfigurationView>();
  const [failure, setFailure] = useState("");
  const read = useCallback(async () => {
    try {
      setView(await requests.view());
      setFailure("");
    } catch (error) {
      setFailure(messageOf(error));
    }
  }, [requests]);
  useEffect(() => void read(), [read, mark]);
  const revision = view?.file.revision ?? "";
  const after = async (result: Promise<ConfigurationResult>): Promise<ConfigurationResult> => {
    try {
      return await result;
    } catch (error) {
      return { kind: "invalid", problems: [messageOf(error)], changes: [], needsRestart: [] };
    } finally {
      await read();
    }
  };
  const setup: Setup | undefined = view && {
    view,
    baseTopic: bridge?.baseTopic ?? "",
    present: players,
    requests,
    change: (edits) => after(requests.change(revision, edits)),
    goBack: () => after(requests.goBack(revision)),
  };
  return { setup, requests, failure };
}

export function useAction<Result>() {
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<Result>();
  const run = async (action: () => Promise<Result>): Promise<Result> => {
    setBusy(true);
    setResult(undefined);
    try {
      const next = await action();
      setResult(next);
      return next;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, result, run };
}
