import type { GetTerms } from "./connection.ts";

/** A request for an action of a UPnP service. */
export function soapTerms(
  service: string,
  action: string,
  fields: Readonly<Record<string, string | number>>,
): GetTerms & { readonly form: string } {
  const content = Object.entries(fields)
    .map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`)
    .join("");
  return {
    form: `<?xml version="1.0" encoding="utf-8"?>\r\n<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" s:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><s:Body><u:${action} xmlns:u="${service}">${content}</u:${action}></s:Body></s:Envelope>`,
    headers: {
      accept: "text/xml",
      "content-type": 'text/xml; charset="utf-8"',
      soapaction: `"${service}#${action}"`,
    },
  };
}

export function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** The error in the answer to an action, as UPnP numbers it. */
export function faultIn(body: Buffer | undefined): string | undefined {
  if (body === undefined) return undefined;
  const text = body.toString("utf8");
  const [, code] = /<errorCode>\s*(\d{3,4})\s*<\/errorCode>/.exec(text) ?? [];
  const [, about = ""] = /<errorDescription>([^<]{0,80})<\/errorDescription>/.exec(text) ?? [];
  return code === undefined ? undefined : `UPnP ${code} ${about.trim()}`.trim();
}
