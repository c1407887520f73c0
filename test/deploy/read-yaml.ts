import { readFileSync } from "node:fs";
import { parseAllDocuments } from "yaml";

// oxlint-disable-next-line typescript/no-explicit-any -- a test looks deep into files of other projects' shapes
export type Yaml = any;

/** The documents of a YAML file, with what `<<` stands for put in its place. */
export function readYaml(path: string): Yaml[] {
  const documents = parseAllDocuments(readFileSync(path, "utf8"), { merge: true });
  return (Array.isArray(documents) ? documents : []).map((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw new Error(`${path}: ${error.message}`);
    return document.toJS();
  });
}
