/** An address that may be shown: without credentials, and without the query, which may contain a key. */
export function withoutSecrets(address: string): string {
  const url = new URL(address);
  url.username = "";
  url.password = "";
  url.search = "";
  return url.href.replace(/\/$/, "");
}
