import { get } from "node:http";
import { get as getSecure } from "node:https";

const timeoutMs = 30_000;
/** The description of one version at a registry has some 10 KB. */
const maxBytes = 1_000_000;
const wellFormed = /^v?(\d{1,5}(?:\.\d{1,5}){2}(?:[-+][\w.+-]{1,50})?)$/;

/** Reads JSON with `version`, as an npm registry has it, or `tag_name`, as GitHub. The request says nothing about this bridge. */
export async function fetchLatestVersion(url: string, signal: AbortSignal): Promise<string> {
  const answer = parse(await read(url, signal));
  const [, version] = wellFormed.exec(String(answer["version"] ?? answer["tag_name"])) ?? [];
  if (version === undefined) throw new Error("the answer names no version");
  return version;
}

function parse(text: string): Record<string, unknown> {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === "object" && answer !== null ? { ...answer } : {};
  } catch {
    throw new Error("the answer is not JSON");
  }
}

function read(url: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const send = url.startsWith("https:") ? getSecure : get;
    // GitHub refuses requests without a name.
    const headers = { accept: "application/json", "user-agent": "player2mqtt" };
    const request = send(url, { agent: false, headers, signal, timeout: timeoutMs }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        body += chunk;
        if (body.length > maxBytes) request.destroy(new Error("the answer is too long"));
      });
      response.on("error", reject);
      response.on("end", () => {
        if (response.statusCode === 200) resolve(body);
        else reject(new Error(`the answer has status ${response.statusCode}`));
      });
    });
    request.on("timeout", () => request.destroy(new Error("no answer in time")));
    request.on("error", reject);
  });
}
