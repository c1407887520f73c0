import { expect, it } from "vitest";
import { controlSupport } from "../../../src/core/controls/table.ts";
import { displayShown } from "../../../src/core/resources/display.ts";
import type { Session } from "../../../src/core/session/session.ts";
import { music, styles, unlimited } from "../sample-player.ts";
import { settled } from "../samples.ts";
import { lacking, without, withMusic } from "./decided.ts";

it("what a display shows can be set where the player tells it, or has meters or a spectrum", () => {
  const silent = withMusic({ display: undefined });
  const neither = lacking(silent, "meterStyles", "spectrumStyles");
  const denied = { showOnDisplay: { support: "unsupported", denials: 1 } } as const;
  const supports = [
    lacking(silent, "meterStyles"),
    lacking(settled(), "meterStyles", "spectrumStyles"),
    neither,
    settled({ operations: denied }),
  ].map((session) => controlSupport(session, "display/show"));
  expect(supports).toEqual(["supported", "supported", "unsupported", "unsupported"]);
  const leavesOf = (session: Session) => Object.fromEntries(displayShown.render(session, unlimited));
  expect(leavesOf(neither)).toEqual({ "display/show": "", "display/show/options": "" });
  expect(leavesOf(silent)).toEqual({
    "display/show": "",
    "display/show/options": '[{"value":"meters","title":"meters"},{"value":"spectrum","title":"spectrum"}]',
  });
  for (const known of [{ music }, { meterStyles: styles }, { spectrumStyles: styles }])
    expect(leavesOf(settled({ player: known }))).toHaveProperty(["display/show/options"]);
  expect(leavesOf(without("music", "meterStyles", "spectrumStyles"))).toEqual({});
});
