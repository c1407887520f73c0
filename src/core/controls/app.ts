import type { App } from "../resources/apps.ts";
import { defineControl, failed, quote, rejected } from "./control.ts";
import { actBlindly } from "./effect.ts";

/** Opens an app of the player. No answer reports which one is open, so nothing is read back. */
export const app = defineControl({
  capability: "apps",
  field: "value",
  expected: "the package or the label of one of the apps",
  resource: "apps",
  operations: ["openApp"],
  needed: ["apps"],
  read: (request) => request,
  decide: (request, { player: { apps } }) => {
    if (apps === undefined) return failed("the player has not reported its apps");
    const found = findApp(apps, request);
    if (found === undefined)
      return rejected(`unknown app: the player has ${apps.length} apps, none is ${quote(request)}`);
    return actBlindly([{ afterMs: 0, call: { operation: "openApp", package: found.package } }]);
  },
});

function findApp(apps: readonly App[], request: string): App | undefined {
  const lower = request.toLowerCase();
  const alike = apps.filter(({ label }) => label.toLowerCase() === lower);
  return (
    apps.find((one) => one.package === request) ??
    apps.find(({ label }) => label === request) ??
    (alike.length === 1 ? alike[0] : undefined)
  );
}
