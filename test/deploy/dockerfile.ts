interface Instruction {
  readonly keyword: string;
  readonly text: string;
}

/** Reads a Dockerfile: comments and empty lines left out, continued lines joined. */
function parseDockerfile(text: string): Instruction[] {
  const joined = text.replaceAll(/^\s*#.*\n/gm, "").replaceAll(/\\\n/g, " ");
  return joined
    .split("\n")
    .map((line) => line.trim().replaceAll(/\s+/g, " "))
    .filter((line) => line !== "")
    .map((line) => {
      const [keyword = "", ...rest] = line.split(" ");
      return { keyword: keyword.toUpperCase(), text: rest.join(" ") };
    });
}

/** The images that a Dockerfile begins its stages with, less those that are its own stages. */
export function baseImages(text: string): string[] {
  const instructions = parseDockerfile(text);
  const defaults = new Map<string, string>();
  const [stages, bases] = [new Set<string>(), new Set<string>()];
  for (const { keyword, text: rest } of instructions) {
    const [name = "", value] = rest.split("=");
    if (keyword === "ARG" && value !== undefined && bases.size === 0) defaults.set(name, value);
    if (keyword !== "FROM") continue;
    const [image = "", , stage] = rest.replace(/^--platform=\S+ /, "").split(" ");
    const resolved = image.replaceAll(/\$\{(\w+)\}/g, (_whole, key: string) => defaults.get(key) ?? "");
    if (!stages.has(resolved)) bases.add(resolved);
    if (stage !== undefined) stages.add(stage);
  }
  return [...bases];
}

/** The name of an image without the digest that it is pinned to. */
export function withoutDigest(text: string): string {
  return text.replaceAll(/@sha256:[0-9a-f]{64}/g, "");
}
