interface Headed {
  header(name: string): string | undefined;
}

/** Whether our own page sent a request, as far as the browser reports it. Of the Supervisor alone, the forwarded name is trusted. */
export function isSameOrigin(request: Headed, isForwarded: boolean): boolean {
  const site = request.header("sec-fetch-site");
  // Browsers set this header themselves, and no page can change it.
  if (site !== undefined) return site === "same-origin";
  const origin = request.header("origin");
  if (origin === undefined || !URL.canParse(origin)) return false;
  const host = (isForwarded ? request.header("x-forwarded-host") : undefined) ?? request.header("host");
  return new URL(origin).host === host;
}

/** Whether a browser reports that another site's page sent the request; other clients do not send this header. */
export function isCrossSite(request: Headed): boolean {
  const site = request.header("sec-fetch-site");
  return site !== undefined && site !== "same-origin" && site !== "none";
}
