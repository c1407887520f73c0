import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Follows every link of a built site to its page, its heading or its file; throws with all that lead nowhere. */
export function checkLinks(folder, base) {
  const pages = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".html"),
  );
  const texts = new Map(pages.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
  const dead = [...texts].flatMap(([page, text]) =>
    linksOf(text)
      .filter((link) => !leadsSomewhere(link, page))
      .map((link) => `${page}: ${link}`),
  );
  if (dead.length > 0) throw new Error(`links that lead nowhere:\n${dead.join("\n")}`);
  console.log(`${pages.length} pages; no link leads nowhere`);

  function leadsSomewhere(link, page) {
    const [path = "", anchor] = decodeURI(link).split("#");
    const target = path === "" ? page : join(path.startsWith("/") ? inSite(path) : join(dirname(page), path));
    const file = [target, `${target}.html`, join(target, "index.html")].find(
      (candidate) =>
        texts.has(candidate) || (/\.\w+$/.test(candidate) && existsSync(join(folder, candidate))),
    );
    if (file === undefined) return false;
    return anchor === undefined || anchor === "" || (texts.get(file) ?? "").includes(`id="${anchor}"`);
  }

  function inSite(path) {
    return path.startsWith(base) ? path.slice(base.length) : `../${path}`;
  }
}

/** The links and pictures of a page that stay on the site. */
function linksOf(text) {
  const links = [...text.matchAll(/<(?:a|img|link|script)\b[^>]*?\b(?:href|src)="([^"]*)"/g)].map(
    ([, link]) => link,
  );
  return [...new Set(links)].filter((link) => !/^(https?:|mailto:|data:|javascript:)/.test(link));
}
