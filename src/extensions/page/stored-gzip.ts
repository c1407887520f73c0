import { constants, deflateRawSync } from "node:zlib";

/** The header of a gzip file without name and date. */
const header = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);
const longestBlock = 0xff_ff;

/** The beginning of a gzip stream that never ends: compressed bytes, which a reader gets at once. */
export function packFirst(bytes: Uint8Array): Uint8Array {
  // The fastest level: the bridge waits for it.
  const packed = deflateRawSync(bytes, { level: 1, finishFlush: constants.Z_SYNC_FLUSH });
  return Buffer.concat([header, packed]);
}

/** More bytes of such a stream, as they are: what is sent to many pages is the same for each, whatever came before. */
export function packNext(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let start = 0; start < bytes.byteLength; start += longestBlock) {
    const block = bytes.subarray(start, start + longestBlock);
    const frame = Buffer.alloc(5);
    frame.writeUInt16LE(block.byteLength, 1);
    frame.writeUInt16LE(block.byteLength ^ longestBlock, 3);
    parts.push(frame, block);
  }
  return Buffer.concat(parts);
}
