/** What a routing answer shows as selected; nothing where it is no such answer. */
export function shownRouting(
  body: Buffer,
): { readonly input: unknown; readonly output: unknown } | undefined {
  try {
    const answer = JSON.parse(body.toString().replace(/^\uFEFF/, "")) as Partial<Record<string, unknown>>;
    return {
      input: tagAt(answer["inputData"], answer["inputIndex"]),
      output: tagAt(answer["outputData"], answer["outputIndex"]),
    };
  } catch {
    return undefined;
  }
}

function tagAt(entries: unknown, index: unknown): unknown {
  return Array.isArray(entries)
    ? (entries[Number(index)] as { readonly tag?: unknown } | undefined)?.tag
    : undefined;
}
