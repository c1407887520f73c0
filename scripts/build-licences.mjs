// The libraries that are inside a bundle: their licences have to be passed on with it, and their names and versions tell
// which advisories are about it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Licences that let everybody pass a library on inside a program under the MIT licence, if their text comes with it. */
const permissive =
  /^\(?(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|Unlicense)( OR .*)?\)?$/;
const licenceFile = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

export function librariesOf(metafiles) {
  const folders = new Set(
    metafiles.flatMap(({ inputs, outputs }) =>
      Object.values(outputs)
        .flatMap((output) => Object.entries(output.inputs))
        // A module that was left out of the bundle is not passed on.
        .filter(([path, { bytesInOutput }]) => bytesInOutput > 0 && path in inputs)
        .flatMap(([path]) => [packageFolder(path), ...foldersInside(path)])
        .filter((folder) => folder !== undefined),
    ),
  );
  return [...folders].map(describe).toSorted((a, b) => (titleOf(a) < titleOf(b) ? -1 : 1));
}

export function licencesOf(libraries) {
  const separator = `\n\n${"-".repeat(80)}\n\n`;
  const head = "player2mqtt holds these libraries. Each is under the licence that stands below its name.";
  return `${[head, ...libraries.map((library) => `${titleOf(library)}\n\n${library.text}`)].join(separator)}\n`;
}

/** Their list in the format of CycloneDX. The same bundle has the same list, so it has neither a number nor a moment. */
export function billOf(libraries, { name, version, license }, lock) {
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      lifecycles: [{ phase: "build" }],
      component: { type: "application", ...componentOf({ name, version, license }) },
    },
    components: libraries.map(({ folder, ...library }) => {
      const [algorithm, digest] = lock.packages[folder]?.integrity?.split("-") ?? [];
      const hashes = [{ alg: "SHA-512", content: Buffer.from(digest ?? "", "base64").toString("hex") }];
      return {
        type: "library",
        scope: "required",
        ...componentOf(library),
        ...(algorithm === "sha512" && { hashes }),
      };
    }),
  };
}

function componentOf({ name, version, license }) {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const isExpression = license.includes(" ");
  return {
    "bom-ref": purl,
    name,
    version,
    purl,
    licenses: [isExpression ? { expression: license } : { license: { id: license } }],
  };
}

function titleOf({ name, version, license }) {
  return `${name} ${version} (${license})`;
}

/** The folder of the package that a file belongs to; undefined for our own. */
function packageFolder(path) {
  const match = /^(?:[a-z-]+:)?(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path);
  return match?.[1];
}

/** The folders of the packages that a library has in a bundle of its own, as its source map names them. */
function foldersInside(path) {
  const map = `${path}.map`;
  if (packageFolder(path) === undefined || !existsSync(map)) return [];
  const { sources } = JSON.parse(readFileSync(map, "utf8"));
  return sources
    .map((source) => /.*(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1])
    .filter((folder) => folder !== undefined && existsSync(join(folder, "package.json")));
}

function describe(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const texts = readdirSync(folder)
    .filter((file) => licenceFile.test(file))
    .toSorted()
    .map((file) => readFileSync(join(folder, file), "utf8").trim());
  // @nodable/entities ships no file with the text; that of the MIT licence is always the same.
  if (license === "MIT" && texts.length === 0) texts.push(mitLicence(author?.name ?? author ?? name));
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
  return { folder, name, version, license, text: texts.join("\n\n") };
}

function mitLicence(holder) {
  return `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
}
