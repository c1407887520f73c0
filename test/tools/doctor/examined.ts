import { expect } from "vitest";
import { closing } from "../../support/closing.ts";
import { englishIn } from "../../support/half-translated.ts";
import { loadConfig } from "../../../src/config/load.ts";
import { type CheckEvent, CheckReport } from "../../../src/tools/doctor/check-report.ts";
import { examine } from "../../../src/tools/doctor/examine.ts";
import type { Finding } from "../../../src/tools/probe/finding.ts";
import type { FoundPlayer } from "../../../src/tools/finder/find-players.ts";
import { families } from "../../../src/families/index.ts";
import { fastClock } from "../../../src/cli/conformance/fast-clock.ts";
import { machineWith, type Environment } from "../../../src/tools/probe/environment.ts";

export interface Examined {
  readonly report: CheckReport;
  readonly events: readonly CheckEvent[];
  readonly of: (area: string, check: string) => Finding[];
  /** What the only finding of a check says, which has this verdict. Advice follows behind an arrow. */
  readonly only: (area: string, check: string, verdict: Finding["verdict"]) => string;
  readonly with: (verdict: Finding["verdict"]) => string[];
}

/** A network without any other host; it is not searched, and waits for it are shorter. */
export const emptyNetwork: Environment = {
  ...machineWith(families),
  clock: fastClock(3),
  resolve: (host) => {
    const unknown = Object.assign(new Error(`no ${host}`), { code: "ENOTFOUND" });
    return host === "localhost" ? Promise.resolve(["127.0.0.1"]) : Promise.reject(unknown);
  },
  search: async () => [],
};

export function foundPlayer(url: string, mac?: string): FoundPlayer {
  const model = { maker: undefined, details: { pathPrefix: "Device" }, model: "SIM A4", firmware: "v1", mac };
  return { url, mac, model, family: "zidoo", ways: ["mDNS"] };
}

export const quick: Environment = { ...emptyNetwork, clock: fastClock(5) };

/** No pauses between requests, and no HTTP port to check. */
const quiet = { "http.port": "0", "device.gapMs": "0" };

export async function examined(
  args: Readonly<Record<string, string>>,
  environment: Environment = emptyNetwork,
): Promise<Examined> {
  const config = loadConfig({ args: { ...quiet, ...args }, env: {}, cwd: "/nowhere", requirePlayers: false });
  const report = new CheckReport();
  const events: CheckEvent[] = [];
  const take = (event: CheckEvent): void => {
    events.push(event);
    report.take(event);
  };
  await closing(() => examine({ config, problems: [] }, environment, take, new AbortController().signal));
  // A German reader sees no English value; the texts of settings and summaries have no code yet.
  for (const { findings } of report.areas) {
    for (const { adviceCode, advice = "", adviceValues, ...finding } of findings) {
      if (finding.code !== undefined) expect(englishIn(finding)).toEqual([]);
      if (adviceCode !== undefined)
        expect(englishIn({ text: advice, code: adviceCode, values: adviceValues ?? {} })).toEqual([]);
    }
  }
  const of: Examined["of"] = (area, check) => {
    const findings = report.areas
      .filter(({ id }) => id === area)
      .flatMap((one): readonly Finding[] => one.findings);
    return findings.filter((finding) => finding.check === check);
  };
  return {
    report,
    events,
    of,
    only: (area, check, verdict) => {
      const found = of(area, check);
      expect(found).toMatchObject([{ verdict }]);
      return found.map(({ text, advice }) => (advice === undefined ? text : `${text} -> ${advice}`)).join();
    },
    with: (verdict) =>
      report.areas.flatMap(({ id, findings }) =>
        findings.filter((finding) => finding.verdict === verdict).map(({ check }) => `${id} ${check}`),
      ),
  };
}
