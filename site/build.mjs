// Builds the documentation site from docs/, for this checkout and for the last release of each earlier minor version.
//
//   npm --prefix site ci && npm --prefix site run build [-- --base /player2mqtt/] [-- --versions]
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "vitepress";
import { checkLinks } from "./check-links.mjs";
import { earlierVersions } from "./earlier-versions.mjs";
import { preparePage } from "./prepare-page.mjs";

const { values } = parseArgs({
  options: { base: { type: "string", default: "/" }, versions: { type: "boolean" } },
});
const site = import.meta.dirname;
const project = join(site, "..");
const out = join(site, "dist");
const git = (...args) => execFileSync("git", args, { cwd: project, encoding: "utf8" }).trim();

const own = manifestOf(project).version;
const tags = values.versions ? git("tag", "--list", "v*").split("\n") : [];
const earlier = earlierVersions(tags, own);

rmSync(out, { recursive: true, force: true });
await buildVersion(project, { version: own, base: values.base, out });
for (const version of earlier) {
  const checkout = mkdtempSync(join(tmpdir(), "player2mqtt-site-"));
  git("worktree", "add", "--detach", checkout, `v${version}`);
  try {
    await buildVersion(checkout, {
      version,
      base: `${values.base}v${version}/`,
      out: join(out, `v${version}`),
    });
  } finally {
    git("worktree", "remove", "--force", checkout);
  }
}
checkLinks(out, values.base);

function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

async function buildVersion(checkout, { version, base, out: folder }) {
  const repository = manifestOf(checkout).repository.url.replace(/^git\+|\.git$/g, "");
  const pages = join(site, ".pages");
  rmSync(pages, { recursive: true, force: true });
  cpSync(join(checkout, "docs"), pages, { recursive: true });
  cpSync(join(site, "index.md"), join(pages, "index.md"));
  cpSync(join(checkout, "CHANGELOG.md"), join(pages, "changelog.md"));
  cpSync(join(checkout, "home-assistant-app/DOCS.md"), join(pages, "app.md"));
  const files = join(pages, "public");
  mkdirSync(files);
  cpSync(join(checkout, "src/extensions/page/client/icon.svg"), join(files, "icon.svg"));
  const schema = join(checkout, "config/schema.json");
  if (existsSync(schema)) cpSync(schema, join(files, "schema.json"));
  for (const name of readdirSync(pages).filter((path) => path.endsWith(".md"))) {
    const path = join(pages, name);
    const source = `${repository}/blob/v${version}`;
    writeFileSync(path, preparePage(readFileSync(path, "utf8"), { source, pages }));
  }
  const isOwn = version === own;
  Object.assign(process.env, {
    SITE_BASE: base,
    SITE_OUT: folder,
    SITE_REPOSITORY: repository,
    SITE_VERSION: `v${version}`,
    SITE_OTHERS: JSON.stringify(
      [own, ...earlier]
        .filter((other) => other !== version)
        .map((other) => ({
          text: `v${other}`,
          // From the root of the server: the links of a version stay in it.
          link: `${values.base}${other === own ? "" : `v${other}/`}`,
          target: isOwn ? "_self" : "_top",
        })),
    ),
  });
  await build(site);
}
