/** Writes values as bytes whose order is the values' order. */
export class KeyWriter {
  private bytes = Buffer.allocUnsafe(512);
  private used = 0;

  private room(more: number) {
    if (this.used + more <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.used + more));
    this.bytes.copy(larger, 0, 0, this.used);
    this.bytes = larger;
  }

  byte(value: number) {
    this.room(1);
    this.bytes[this.used++] = value;
  }

  raw(bytes: Uint8Array) {
    this.room(bytes.length);
    this.bytes.set(bytes, this.used);
    this.used += bytes.length;
  }

  length(value: number) {
    this.room(4);
    this.used = this.bytes.writeUInt32BE(value, this.used);
  }

  /** Inverts all bits of negative numbers, and the sign of positive ones: then the bytes sort like the doubles. */
  double(value: number) {
    this.room(8);
    const at = this.used;
    this.used = this.bytes.writeDoubleBE(value === 0 ? 0 : value, at);
    const negative = ((this.bytes[at] ?? 0) & 0x80) !== 0;
    if (negative) this.invert(at);
    else this.bytes[at] = (this.bytes[at] ?? 0) | 0x80;
  }

  short(value: number) {
    this.room(2);
    this.used = this.bytes.writeUInt16BE(value, this.used);
  }

  long(value: bigint) {
    this.room(8);
    this.used = this.bytes.writeBigUInt64BE(BigInt.asUintN(64, value + (1n << 63n)), this.used);
  }

  /** NUL becomes 00 ff, so that the final 00 sorts a prefix before longer texts. */
  text(value: string) {
    this.room(Buffer.byteLength(value) * 2 + 1);
    if (value.includes('\0')) {
      for (const byte of Buffer.from(value)) {
        this.bytes[this.used++] = byte;
        if (byte === 0) this.bytes[this.used++] = 0xff;
      }
    } else {
      this.used += this.bytes.write(value, this.used);
    }
    this.byte(0);
  }

  /** Inverts the order of everything written since `from`: a descending field. */
  invert(from: number) {
    for (let at = from; at < this.used; at++) this.bytes[at] = (this.bytes[at] ?? 0) ^ 0xff;
  }

  get position() {
    return this.used;
  }

  clear() {
    this.used = 0;
    return this;
  }

  compare(other: KeyWriter) {
    return this.bytes.compare(other.bytes, 0, other.used, 0, this.used);
  }

  /** One character per byte: such strings sort like the bytes. */
  toString() {
    return this.bytes.toString('latin1', 0, this.used);
  }
}
