import { existsSync } from "node:fs";
import { join, posix } from "node:path";

/** A page of docs/, or of a folder below it, as the site shows it: tabs, and links out of docs/ to the repository. */
export function preparePage(text, { source, pages, folder = "." }) {
  return withTabs(text).replaceAll(/(\]\()([^)\s]+)(\))/g, (whole, open, link, close) => {
    const [path, anchor] = link.split("#");
    if (/^(https?:|#|\/)/.test(link) || path === "") return whole;
    const own = posix.join(folder, path.replace(/^(\.\/)?(docs\/)?/, ""));
    const from = (page) => posix.relative(folder, page);
    if (own === "../CHANGELOG.md") return `${open}${from("changelog.md")}${close}`;
    if (own === "../home-assistant-app/DOCS.md") return `${open}${from("app.md")}${close}`;
    const isPage = own.endsWith(".md") || own.startsWith("images/");
    if (isPage && existsSync(join(pages, own)))
      return `${open}${from(own)}${anchor ? `#${anchor}` : ""}${close}`;
    // Everything else is a file of the repository.
    const file = own.startsWith("../") ? own.slice(3) : `docs/${own}`;
    return `${open}${source}/${file}${anchor ? `#${anchor}` : ""}${close}`;
  });
}

/** Headings of the third level between the two marks become tabs; elsewhere, as on GitHub, they stay headings. */
function withTabs(text) {
  return text.replace(/<!-- tabs -->\n([^]*?)<!-- \/tabs -->/, (_whole, inner) => {
    const tabs = inner.trim().replaceAll(/^### (.*)$/gm, "== $1");
    return `:::tabs\n${tabs}\n:::`;
  });
}
