/** An address as it may be shown: without credentials, and without a query that may hold a key. */
export function withoutSecrets(address: string): string {
  const url = new URL(address);
  url.username = "";
  url.password = "";
  url.search = "";
  return url.href.replace(/\/$/, "");
}
