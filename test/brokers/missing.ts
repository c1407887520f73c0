import { kinds } from "./kinds.ts";
import type { BrokerKind } from "./real-broker.ts";

/** Brokers that are not installed, whose tests are skipped; where they are demanded, that is a failure. */
export const missing: readonly BrokerKind[] = findMissing();

function findMissing(): BrokerKind[] {
  const missing = kinds.filter(({ version }) => version === undefined);
  if (missing.length === 0) return missing;
  const hint = `Install them with: apt-get install ${missing.map((kind) => kind.package).join(" ")}`;
  const names = missing.map(({ name }) => name).join(" and ");
  if (process.env["REQUIRE_BROKERS"] === "1") {
    throw new Error(`missing: ${names}. ${hint}`);
  }
  console.info(`the tests with ${names} are skipped. ${hint}`);
  return missing;
}
