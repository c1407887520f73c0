import { publicNameOf, resourceNamed } from "../../core/resources/player.ts";
import type { OperationPaths } from "../family.ts";
import { isOwnResource, operations } from "./operations.ts";

export const usualPaths: OperationPaths = {
  operations: Object.entries(operations).map(([name, { path }]) => ({ name, path })),
  changeAt,
};

/** Compares paths whatever their prefix. A read may share its usual path with a call: the query differs. */
function changeAt(path: string, name: string): string | undefined {
  const wanted = withoutPrefix(path);
  const resource = resourceNamed(name);
  if (
    resource !== undefined &&
    isOwnResource(resource) &&
    wanted === withoutPrefix(operations[publicNameOf(resource)].path)
  )
    return undefined;
  return Object.entries(operations).find(
    ([, { kind, path: usual }]) => kind === "acts" && withoutPrefix(usual) === wanted,
  )?.[0];
}

function withoutPrefix(path: string): string {
  return path.toLowerCase().replace(/^\/(?:\{p\}|\w*?)(?=musiccontrol|videoplay|controlcenter)/, "/");
}
