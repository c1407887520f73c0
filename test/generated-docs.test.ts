import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

it("everything that `npm run docs` writes is up to date", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/generate-docs.mjs", "--check"], {
    encoding: "utf8",
  });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "", stderr: expect.any(String) });
}, 120_000);

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md",
  "home-assistant-app/DOCS.md",
  "node-red/README.md",
  ...readdirSync("docs", { encoding: "utf8", recursive: true })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

describe("the links of the documentation", () => {
  it.each(pages)("%s leads to files and headings that are there", (page) => {
    const links = [...withoutCode(readFileSync(page, "utf8")).matchAll(/\]\(([^)\s]+)\)/g)].map(
      ([, link = ""]) => link,
    );
    const dead = links.filter((link) => !/^(https?|mailto):/.test(link) && !leadsSomewhere(page, link));
    expect(dead).toEqual([]);
  });
});

it("what engineers need has at most 15,000 words", () => {
  const words = readdirSync("docs/dev").flatMap((name) =>
    readFileSync(join("docs/dev", name), "utf8").split(/\s+/).filter(Boolean),
  );
  expect(words.length).toBeLessThanOrEqual(15_000);
});

function leadsSomewhere(page: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : join(dirname(page), path);
  if (!existsSync(target)) return false;
  return anchor === undefined || anchorsOf(withoutBlocks(readFileSync(target, "utf8"))).includes(anchor);
}

/** The anchors that GitHub gives to headings. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function withoutCode(text: string): string {
  return withoutBlocks(text).replaceAll(/`[^`\n]*`/g, "``");
}

function withoutBlocks(text: string): string {
  return text.replaceAll(/^ *```[^]*?^ *```/gm, "");
}
