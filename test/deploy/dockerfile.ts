/** The images that the stages of a Dockerfile begin with. */
export function baseImages(text: string): string[] {
  return Array.from(text.matchAll(/^FROM (?:--platform=\S+ )?(\S+)/gm), ([, image = ""]) => image);
}

/** The name of an image without the digest that it is pinned to. */
export function withoutDigest(text: string): string {
  return text.replaceAll(/@sha256:[0-9a-f]{64}/g, "");
}
