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
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { carriedIdentity } from "../scripts/release-identity.mjs";
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
buildVersion(project, { version: own, base: values.base, out });
for (const version of earlier) {
  const checkout = mkdtempSync(join(tmpdir(), "player2mqtt-site-"));
  git("worktree", "add", "--detach", checkout, `v${version}`);
  try {
    buildVersion(checkout, { version, base: `${values.base}v${version}/`, out: join(out, `v${version}`) });
  } finally {
    git("worktree", "remove", "--force", checkout);
  }
}
checkLinks(out, values.base);

function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

function buildVersion(checkout, { version, base, out: folder }) {
  const repository = manifestOf(checkout).repository.url.replace(/^git\+|\.git$/g, "");
  const pages = join(site, ".pages");
  rmSync(pages, { recursive: true, force: true });
  cpSync(join(checkout, "docs"), pages, { recursive: true });
  cpSync(join(site, "index.md"), join(pages, "index.md"));
  cpSync(join(checkout, "CHANGELOG.md"), join(pages, "changelog.md"));
  cpSync(join(checkout, "home-assistant-app/DOCS.md"), join(pages, "app.md"));
  const files = join(pages, "public");
  mkdirSync(files);
  cpSync(join(checkout, "page/icon.svg"), join(files, "icon.svg"));
  const schema = join(checkout, "config/schema.json");
  if (existsSync(schema)) cpSync(schema, join(files, "schema.json"));
  for (const name of readdirSync(pages, { recursive: true }).filter((path) => path.endsWith(".md"))) {
    const path = join(pages, name);
    const source = `${repository}/blob/v${version}`;
    writeFileSync(path, preparePage(readFileSync(path, "utf8"), { source, pages, folder: dirname(name) }));
  }
  // With its whole address, since a link without would stay in its own version.
  const link = (other) => `https://${carriedIdentity(project).site}/${other === own ? "" : `v${other}/`}`;
  const others = [own, ...earlier].filter((other) => other !== version);
  // In a process of its own: VitePress reads its configuration once.
  execFileSync(process.execPath, [join(site, "node_modules/vitepress/bin/vitepress.js"), "build", site], {
    stdio: "inherit",
    env: {
      ...process.env,
      SITE_BASE: base,
      SITE_OUT: folder,
      SITE_REPOSITORY: repository,
      SITE_VERSION: `v${version}`,
      SITE_OTHERS: JSON.stringify(others.map((other) => ({ text: `v${other}`, link: link(other) }))),
    },
  });
}
