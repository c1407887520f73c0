export function numberOf(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name) ?? "";
  return /^-?\d+$/.test(text) ? Number(text) : undefined;
}
