import { DeviceError } from "../../core/errors.ts";
import { parseJson } from "../http/parse-json.ts";

/** Answers with texts are shorter. */
const longestMended = 8000;
/** A text, up to the quotation mark that the next field or an end follows. */
const texts = /(:\s*")(.*?)(?="\s*(?:,\s*"[\w-]+"\s*:|[\]}]))/gs;

/**
 * Reads an answer. Firmware has written texts into JSON as they are (a control character: music-assistant/support, issue 835), so
 * a title with quotation marks may look like the end of its text. A mere list of texts becomes a field.
 */
export function parseAnswer(body: Buffer): unknown {
  const answer = parse(body);
  return Array.isArray(answer) && typeof answer[0] === "string" ? { list: answer } : answer;
}

function parse(body: Buffer): unknown {
  try {
    return parseJson(body, false);
  } catch (error) {
    const text = body.toString("utf8");
    if (!(error instanceof DeviceError) || text.length > longestMended) throw error;
    const mended = text.replaceAll(
      texts,
      (_all, begin: string, inner: string) => begin + inner.replaceAll(/(?<!\\)"/g, String.raw`\"`),
    );
    if (mended === text) throw error;
    return parseJson(Buffer.from(mended), false);
  }
}
