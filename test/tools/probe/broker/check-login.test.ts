import { expect, it } from "vitest";
import { limitsFrom } from "../../../../src/mqtt/limits.ts";
import { checkLogin } from "../../../../src/tools/probe/broker/check-login.ts";
import { loadWith, onePlayer } from "../../../config/load-with.ts";

it.each([
  [13, "warning"],
  [15, "good"],
])("a certificate that is valid for %i days more: %s", (days, verdict) => {
  const { mqtt } = loadWith({ env: onePlayer });
  const today = new Date("2026-11-30T12:00:00Z");
  const certificateValidTo = new Date(today.getTime() + days * 24 * 3_600_000);
  const info = { protocol: 5, limits: limitsFrom(undefined), allowsWildcards: true } as const;
  const found = [...checkLogin({ info, certificateValidTo }, mqtt, { ms: 3, today })];
  expect(found.map((one) => `${one.check}: ${one.verdict}`)).toEqual(["login: good", `tls: ${verdict}`]);
});
