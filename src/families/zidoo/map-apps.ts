import * as z from "zod";
import type { App } from "../../core/resources/apps.ts";
import { once } from "../../lib/once.ts";
import { flag, listOf, text } from "./wire.ts";

const appsAnswer = once(() =>
  z.compile(
    z.object({
      apps: listOf(z.looseObject({ label: text, packageName: text, isCanOpen: flag }))
        .optional()
        .catch(undefined),
    }),
  ),
);

export function mapApps(json: object): App[] | undefined {
  return appsAnswer()
    .parse(json)
    .apps?.flatMap(({ label, packageName, isCanOpen }) =>
      packageName === undefined || packageName === "" || isCanOpen === false
        ? []
        : [{ package: packageName, label: label ?? packageName }],
    );
}
