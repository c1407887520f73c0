/** Tracks the packets in a stream of bytes by their headers alone. */
export class PacketMeter {
  #isAtType = true;
  #length = 0;
  #factor = 1;
  #bytesLeft = 0;

  /** Reads the next bytes; returns the length of the longest packet that they announce. */
  read(bytes: Uint8Array): number {
    let longest = 0;
    let at = 0;
    while (at < bytes.length) {
      if (this.#bytesLeft > 0) {
        const skipped = Math.min(this.#bytesLeft, bytes.length - at);
        this.#bytesLeft -= skipped;
        at += skipped;
      } else {
        this.#readHeader(bytes[at] ?? 0);
        longest = Math.max(longest, this.#bytesLeft);
        at += 1;
      }
    }
    return longest;
  }

  /** The type of the packet, then its length in up to four bytes of seven bits, the lowest first. */
  #readHeader(byte: number): void {
    if (this.#isAtType) {
      this.#isAtType = false;
      this.#length = 0;
      this.#factor = 1;
      return;
    }
    this.#length += (byte & 0x7f) * this.#factor;
    this.#factor *= 0x80;
    if (byte >= 0x80) return;
    this.#bytesLeft = this.#length;
    this.#isAtType = true;
  }
}
