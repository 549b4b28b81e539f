/** Most six-bit characters of one message: nine sentences of 82 characters have fewer. */
export const maxSixbits = 1024;

/** Character code → six-bit value; 255 where the armour has no such character. */
const values = new Uint8Array(256).fill(255);
for (let code = 48; code < 88; code += 1) values[code] = code - 48;
for (let code = 96; code < 120; code += 1) values[code] = code - 56;

/** Six-bit text: `@` ends it, 0–31 stand for `@A…_`, 32–63 for themselves. */
const characters: readonly string[] = Array.from({ length: 64 }, (_, value) =>
  String.fromCharCode(value < 32 ? value + 64 : value),
);

/**
 * Bits of one message, stored as six-bit values (ITU-R M.1371 armour), most significant first. One buffer serves every
 * message: decoding allocates nothing but the message.
 */
export function createSixbits() {
  const six = new Uint8Array(maxSixbits);
  let length = 0;

  /** Whole number of up to 32 bits from bit `start`. Bits beyond the payload read as zero. */
  function uint(start: number, bits: number): number {
    let index = (start / 6) | 0;
    let left = bits;
    const offset = start - index * 6;
    let value = (six[index] ?? 0) & (0x3f >> offset);
    const first = 6 - offset;
    if (first >= left) return value >> (first - left);
    left -= first;
    while (left >= 6) {
      index += 1;
      value = (value << 6) | (six[index] ?? 0);
      left -= 6;
    }
    if (left > 0) value = (value << left) | ((six[index + 1] ?? 0) >> (6 - left));
    return value >>> 0;
  }

  function rawText(start: number, count: number): string {
    let text = '';
    for (let at = 0; at < count; at += 1) {
      const value = uint(start + at * 6, 6);
      if (value === 0) break;
      text += characters[value] ?? '';
    }
    return text;
  }

  return {
    clear(): void {
      // Short messages read as zero beyond their end, never as the one before.
      six.fill(0, 0, length);
      length = 0;
    },
    /** Appends `bytes[from..to)`; false when a character is no armour or the message is too long. */
    append(bytes: Uint8Array, from: number, to: number): boolean {
      if (length + to - from > maxSixbits) return false;
      for (let at = from; at < to; at += 1) {
        const value = values[bytes[at] ?? 0] ?? 255;
        if (value === 255) return false;
        six[length] = value;
        length += 1;
      }
      return true;
    },
    bitCount: () => length * 6,
    uint,
    /** Two's complement of up to 31 bits. */
    int(start: number, bits: number): number {
      const value = uint(start, bits);
      return value >= 2 ** (bits - 1) ? value - 2 ** bits : value;
    },
    /** Text of up to `count` characters with the blanks around it, which may be a part of a longer one. */
    rawText,
    /** Text of `count` characters without its padding; null when nothing is left. */
    text(start: number, count: number): string | null {
      const trimmed = rawText(start, count).trim();
      return trimmed === '' ? null : trimmed;
    },
  };
}

export type Sixbits = ReturnType<typeof createSixbits>;
