import type { AreaView, CheckView, FindingView } from "../src/extensions/page/wire.ts";
import { useBridge } from "./bridge-context.ts";
import { BrokerFacts } from "./broker-facts.tsx";
import { Icon } from "./icons.tsx";
import { translate } from "./phrases.ts";
import type { PageState } from "./state.ts";
import { t } from "./texts.ts";
import { Back, Button } from "./controls.tsx";

const icons = { good: "check", note: "note", warning: "warning", fault: "cross", skipped: "note" } as const;

interface CheckPageProps extends Pick<PageState, "bridge" | "samples"> {
  readonly check: CheckView;
}

export function CheckPage({ check, bridge, samples }: CheckPageProps) {
  const { ask } = useBridge();
  const isRunning = check.state === "running";
  return (
    <>
      <Back />
      <section class="panel check">
        <header class="check-head">
          <h1>{t("header.check")}</h1>
          <p class="hint">{t("check.hint")}</p>
          <Button
            look="is-main"
            isDisabled={isRunning}
            isBusy={isRunning}
            onClick={() => void ask("POST", "api/v1/check", {}).catch(() => {})}
            icon="stethoscope"
          >
            {check.state === "idle" ? t("check.start") : t("check.again")}
          </Button>
          <BrokerFacts bridge={bridge} samples={samples} />
          <p class="check-progress" role="status">
            {progressText(check)}
          </p>
        </header>
        {check.areas.map((area) => (
          <Area key={area.id} area={area} isRunning={isRunning} />
        ))}
      </section>
    </>
  );
}

function Area({ area, isRunning }: { readonly area: AreaView; readonly isRunning: boolean }) {
  const { title, titleCode, subject, findings, isDone } = area;
  return (
    <section class="area">
      <h2>
        {translate({ text: title, code: titleCode })} <small>{subject}</small>
      </h2>
      <ol>
        {findings.map((finding, place) => (
          <Finding key={place} finding={finding} />
        ))}
      </ol>
      {isDone || !isRunning ? null : <p class="hint">{t("check.checking")}</p>}
    </section>
  );
}

export function Finding({ finding }: { readonly finding: FindingView }) {
  const { verdict, advice: text, adviceCode: code, adviceValues: values } = finding;
  return (
    <li class={`finding is-${verdict}`}>
      <Icon name={icons[verdict]} />
      <div>
        <p>
          <span class="hidden">{t(`check.verdict.${verdict}`)}: </span>
          {translate(finding)}
        </p>
        {text === undefined ? null : <p class="advice">{translate({ text, code, values })}</p>}
      </div>
    </li>
  );
}

function progressText({ state, areas, reason }: CheckView): string {
  const findings = areas.flatMap((area) => area.findings);
  const count = (verdict: FindingView["verdict"]): number =>
    findings.filter((finding) => finding.verdict === verdict).length;
  switch (state) {
    case "idle":
      return "";
    case "running":
      return t("check.progress", {
        done: areas.filter(({ isDone }) => isDone).length,
        total: areas.length,
        count: findings.length,
      });
    case "failed":
      return t("check.failed", { reason });
    case "done": {
      const [faults, warnings] = [count("fault"), count("warning")];
      if (faults + warnings === 0) return t("check.allPassed", { count: count("good") });
      return t("check.result", { faults, warnings, good: count("good") });
    }
  }
}
