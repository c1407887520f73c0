import { findEntry } from "./choose.ts";
import { defineControl, failed, quote, rejected } from "./control.ts";
import { actBlindly } from "./effect.ts";
import { translatable } from "../../lib/phrase.ts";

/** Opens an app of the player. No answer reports which one is open, so nothing is read back. */
export const app = defineControl({
  title: "App",
  names: { de: "App", fr: "Application", zh: "应用" },
  about: "the `value` or the `title` of one of `app/options`; players do not report which app is open",
  expected: "the package or the label of one of the apps",
  resource: "apps",
  operations: ["openApp"],
  needed: ["apps"],
  read: (request) => request,
  decide: (request, { player: { apps } }) => {
    if (apps === undefined)
      return failed(translatable("unreported.apps", "the player has not reported its apps"));
    const found = findEntry(apps, request, (one) => [one.package, one.label]);
    if (found === undefined)
      return rejected(
        translatable("app.unknown", "unknown app: the player has {count} apps, none is {request}", {
          count: apps.length,
          request: quote(request),
        }),
      );
    return actBlindly({ operation: "openApp", package: found.package });
  },
});
