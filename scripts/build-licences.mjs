// The licences of the libraries that are inside a bundle: who passes it on has to pass them on with it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Licences that let everybody pass a library on inside a program under the MIT licence, if their text comes with it. */
const permissive =
  /^\(?(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|Unlicense)( OR .*)?\)?$/;
const licenceFile = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

/** The text of all licences of the libraries that the bundles are made of, by the metafiles of esbuild. */
export function licencesOf(metafiles) {
  const folders = new Set(
    metafiles.flatMap(({ inputs, outputs }) =>
      Object.values(outputs)
        .flatMap((output) => Object.entries(output.inputs))
        // A module that was left out of the bundle is not passed on.
        .filter(([path, { bytesInOutput }]) => bytesInOutput > 0 && path in inputs)
        .map(([path]) => packageFolder(path))
        .filter((folder) => folder !== undefined),
    ),
  );
  const libraries = [...folders].map(describe).toSorted((a, b) => (a.title < b.title ? -1 : 1));
  const separator = `\n\n${"-".repeat(80)}\n\n`;
  const head = "player2mqtt holds these libraries. Each is under the licence that stands below its name.";
  return `${[head, ...libraries.map(({ title, text }) => `${title}\n\n${text}`)].join(separator)}\n`;
}

/** The folder of the package that a file belongs to; undefined for our own. */
function packageFolder(path) {
  const match = /^(?:[a-z-]+:)?(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path);
  return match?.[1];
}

function describe(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const texts = readdirSync(folder)
    .filter((file) => licenceFile.test(file))
    .toSorted()
    .map((file) => readFileSync(join(folder, file), "utf8").trim());
  if (typeof license !== "string" || texts.length === 0) {
    throw new Error(
      `${name} ${version} does not say what its licence is, so it cannot be passed on in a bundle`,
    );
  }
  if (!permissive.test(license)) {
    throw new Error(
      `${name} ${version} is under ${license}: a library of the bundle needs a permissive licence`,
    );
  }
  return { title: `${name} ${version} (${license})`, text: texts.join("\n\n") };
}
