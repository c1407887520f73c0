/** An address that may be shown: without credentials, and without the query, which may contain a key. */
export function withoutSecrets(address: string): string {
  const url = new URL(address);
  url.username = "";
  url.password = "";
  url.search = "";
  return url.href.replace(/\/$/, "");
}

export function withPort(url: string, port: number): string {
  return /:\d+$/.test(url) ? url : `${url}:${port}`;
}

export function reachableHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

export function isLoopback(host: string): boolean {
  return loopback.test(host);
}
