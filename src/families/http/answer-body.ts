import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, unzip } from "node:zlib";
import { DeviceError } from "../../core/errors.ts";
import { translatable } from "../../lib/phrase.ts";
import { BodyCompare } from "./body-compare.ts";
import { runInSlices } from "./run-in-slices.ts";

export interface HttpAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<IncomingHttpHeaders>;
  /** The body; undefined if it equals the one it was compared with. */
  readonly changed: Buffer | undefined;
}

interface BodyTerms {
  /** The body to compare the answer with. */
  readonly previous: Buffer | undefined;
  readonly maxBodyBytes: number;
  /** The source of the size limit, for the error message. */
  readonly cappedBy: string;
}

/** The maximum number of pieces, plus one for each `bytesForPiece`: handling a piece costs as much as a KB. */
const freePieces = 10_000;
const bytesForPiece = 64;

/** The body of one answer: gathered piece by piece within its limits, decoded, and compared with the previous one. */
export class AnswerBody {
  readonly #response: IncomingMessage;
  readonly #terms: BodyTerms;
  readonly #compare: BodyCompare;
  /** Undefined if the body is not compressed. */
  readonly #encoding: string | undefined;
  /** If the head has both a length and a transfer coding other than chunked, the length is used. */
  readonly #lengthDespiteCoding: number | undefined;
  #pieces = 0;
  #fault: DeviceError | undefined;

  constructor(response: IncomingMessage, terms: BodyTerms) {
    const { "content-encoding": encoding = "", "transfer-encoding": coding } = response.headers;
    const length = lengthOf(response.headers);
    const isEncoded = encoding !== "" && encoding.toLowerCase() !== "identity";
    this.#response = response;
    this.#terms = terms;
    this.#encoding = isEncoded ? encoding : undefined;
    // A compressed body is compared after it is decoded.
    this.#compare = new BodyCompare(isEncoded ? undefined : terms.previous);
    if (coding !== undefined && !/\bchunked$/i.test(coding.trim())) this.#lengthDespiteCoding = length;
    if (length !== undefined && length > terms.maxBodyBytes) this.#fault = tooLarge(terms);
    else if (length !== undefined && coding === undefined) this.#compare.expect(length);
  }

  /** Why the rest is not wanted. */
  get fault(): DeviceError | undefined {
    return this.#fault;
  }

  /** Whether the body has its length, although Node's parser waits for more. */
  get isFull(): boolean {
    return this.#compare.byteLength === this.#lengthDespiteCoding;
  }

  add(piece: Buffer): void {
    const missing = (this.#lengthDespiteCoding ?? Number.POSITIVE_INFINITY) - this.#compare.byteLength;
    const wanted = missing < piece.byteLength ? piece.subarray(0, missing) : piece;
    const bytes = this.#compare.byteLength + wanted.byteLength;
    this.#pieces += 1;
    if (bytes > this.#terms.maxBodyBytes) this.#fault = tooLarge(this.#terms);
    else if (this.#pieces > freePieces + bytes / bytesForPiece) this.#fault = tooManyPieces(this.#pieces);
    else this.#compare.add(wanted);
  }

  async answer(signal: AbortSignal): Promise<HttpAnswer> {
    const { statusCode: status = 0, headers } = this.#response;
    const compare = this.#encoding ? await this.#decoded(this.#encoding, signal) : this.#compare;
    const changed = compare.isUnchanged ? undefined : await runInSlices(compare.changed(), signal);
    return { status, headers, changed };
  }

  async #decoded(encoding: string, signal: AbortSignal): Promise<BodyCompare> {
    const body = await runInSlices(this.#compare.changed(), signal);
    const decoded = await decode(body, encoding, this.#terms);
    signal.throwIfAborted();
    const compare = new BodyCompare(this.#terms.previous);
    compare.add(decoded);
    return compare;
  }
}

function lengthOf(headers: IncomingHttpHeaders): number | undefined {
  const length = Number(headers["content-length"] ?? Number.NaN);
  return Number.isSafeInteger(length) ? length : undefined;
}

function tooLarge({ maxBodyBytes, cappedBy }: BodyTerms): DeviceError {
  return new DeviceError(
    "malformed",
    translatable("answer.too-large", "the answer is larger than {bytes} bytes ({setting})", {
      bytes: maxBodyBytes,
      setting: cappedBy,
    }),
  );
}

function tooManyPieces(count: number): DeviceError {
  return new DeviceError(
    "malformed",
    translatable("answer.pieces", "the answer comes in {count} pieces of a few bytes", { count }),
  );
}

const decoders = { gzip: promisify(unzip), deflate: promisify(unzip), br: promisify(brotliDecompress) };

/** Decodes a compressed body. We request none, but some servers compress everything. */
async function decode(body: Buffer, encoding: string, terms: BodyTerms): Promise<Buffer> {
  const name = encoding.trim().toLowerCase().replace(/^x-/, "");
  if (name !== "gzip" && name !== "deflate" && name !== "br") {
    throw new DeviceError(
      "malformed",
      `the answer has the content encoding "${encoding}", which is not supported`,
    );
  }
  try {
    return await decoders[name](body, { maxOutputLength: terms.maxBodyBytes });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE")
      throw tooLarge(terms);
    throw new DeviceError(
      "malformed",
      translatable("answer.other-encoding", "response is labelled {encoding} but is not valid {encoding}", {
        encoding: name,
      }),
      { cause: error },
    );
  }
}
