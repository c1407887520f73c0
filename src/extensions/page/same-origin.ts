/** Reads one header of a request. */
export type ReadHeader = (name: string) => string | undefined;

/**
 * Whether a request comes from a page of ours, as far as the browser tells. Behind the Supervisor the name that the
 * browser used is in another header; nobody else's word is taken for it.
 */
export function isSameOrigin(header: ReadHeader, isForwarded: boolean): boolean {
  const site = header("sec-fetch-site");
  // Browsers say it themselves, and no page can change it.
  if (site !== undefined) return site === "same-origin";
  const origin = header("origin");
  if (origin === undefined || !URL.canParse(origin)) return false;
  const host = (isForwarded ? header("x-forwarded-host") : undefined) ?? header("host");
  return new URL(origin).host === host;
}

/** Whether a browser says that a page of another site sent the request; other clients say nothing of that kind. */
export function isCrossSite(header: ReadHeader): boolean {
  const site = header("sec-fetch-site");
  return site !== undefined && site !== "same-origin" && site !== "none";
}
