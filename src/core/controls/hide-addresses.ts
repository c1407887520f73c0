/** An address with a scheme: its credentials, its host, and everything after. */
const address = /([a-z][a-z\d+.-]{0,15}:\/\/)(?:[^/?#\s"']*@)?([^/?#\s"']*)[^\s"']*/gi;

/** A request as outcomes and logs may show it: the path and the query of an address may be a key to an account. */
export function hideAddresses(request: string): string {
  return request.includes("://") ? request.replace(address, "$1$2/…") : request;
}
