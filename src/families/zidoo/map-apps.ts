import type { App } from "../../core/resources/apps.ts";
import { answerOf, flag, listOf, text } from "./wire.ts";

const appsAnswer = answerOf(() => ({ apps: listOf({ label: text, packageName: text, isCanOpen: flag }) }));

export function mapApps(json: object): App[] | undefined {
  return appsAnswer()
    .parse(json)
    .apps?.flatMap(({ label, packageName, isCanOpen }) =>
      packageName === undefined || packageName === "" || isCanOpen === false
        ? []
        : [{ package: packageName, label: label ?? packageName }],
    );
}
