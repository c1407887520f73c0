import type { Config } from "../../config/schema.ts";
import { splitBrokerUrls } from "../../config/setting-shapes.ts";
import { BrokerError } from "../../core/errors.ts";
import type { LeaseBucket } from "../../core/lease-store.ts";
import { withoutSecrets } from "../../lib/addresses.ts";
import type { Clock } from "../../lib/clock.ts";
import { translatable } from "../../lib/phrase.ts";
import { timeLimit } from "../../lib/time-limit.ts";
import { fault, type Finding, good } from "./finding.ts";
import { openLeaseStore } from "./open-lease-store.ts";

const buckets: readonly LeaseBucket[] = ["members", "players"];
/** No member and no player can have this name. */
const probeKey = "check/write";
const retryMs = 100;

/** Examines each node of the store of a fleet by writing as a member does; a fault is what a member would log about it. */
export async function* checkStore(
  config: Config,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<Finding, void> {
  for (const url of splitBrokerUrls(config.fleet.url)) {
    const address = withoutSecrets(url);
    const [problem, ms] = await tryNode({ ...config, fleet: { ...config.fleet, url } }, clock, signal);
    if (signal.aborted) return;
    yield problem === undefined
      ? good("store", translatable("store.good", "{address}: a write takes {ms} ms", { address, ms }))
      : fault(
          "store",
          `${address}: ${problem}`,
          translatable("advice.store", "docs/fleet.md says what it needs"),
        );
  }
}

/** What is wrong, and how long a write took. */
async function tryNode(
  config: Config,
  clock: Clock,
  signal: AbortSignal,
): Promise<readonly [problem: string | undefined, ms: number]> {
  let problem: string | undefined;
  let ms = 0;
  using limit = timeLimit(config.fleet.leaseMs, clock, signal);
  try {
    const openStore = await openLeaseStore(config, clock);
    const revisions = new Map<LeaseBucket, number>();
    await using store = openStore?.({
      connected: () => {},
      changed: (bucket, key, { revision }) => {
        if (key === probeKey) revisions.set(bucket, revision);
      },
      heard: () => {},
      failed: (reason) => {
        problem ??= reason;
      },
    });
    for (const bucket of buckets) {
      let written: number | undefined;
      while (written === undefined && problem === undefined) {
        const begunAt = clock.now();
        written = await store?.write(bucket, probeKey, "", revisions.get(bucket) ?? 0).catch(() => undefined);
        ms = Math.round(clock.now() - begunAt);
        if (limit.signal.aborted) problem ??= `no answer within ${config.fleet.leaseMs} ms`;
        if (written === undefined) await clock.sleep(retryMs, limit.signal);
      }
    }
  } catch (error) {
    // A certificate file that cannot be used, for example.
    if (!(error instanceof BrokerError)) throw error;
    problem = error.message;
  }
  return [problem, ms];
}
