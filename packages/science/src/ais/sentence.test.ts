import { expect, test } from 'vitest';
import { createLineSplitter, maxLineBytes } from './lines.ts';
import { emptySentence, readSentence } from './sentence.ts';
import { createSixbits, maxSixbits } from './sixbit.ts';

/** A sentence with the checksum it should have. */
function sealed(body: string, letters: 'upper' | 'lower' = 'upper'): string {
  let sum = 0;
  for (const character of body) sum ^= character.charCodeAt(0);
  const digits = sum.toString(16).padStart(2, '0');
  return `!${body}*${letters === 'upper' ? digits.toUpperCase() : digits}`;
}
const tagged = (tags: string, line: string) => `\\${sealed(tags).slice(1)}\\${line}`;
const body = 'AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CQ,0';

/** Reads a line that stands between others, as it does in a chunk of a stream. */
function read(line: string) {
  const bytes = Buffer.from(`,9,${line},9,9`, 'latin1');
  const out = emptySentence();
  const fault = readSentence(bytes, 3, 3 + Buffer.byteLength(line, 'latin1'), out);
  return { fault, out };
}

test('the fields of a sentence', () => {
  expect(read(sealed(body))).toMatchObject({
    fault: null,
    out: {
      fragments: 1,
      fragment: 1,
      sequence: -1,
      channel: 65,
      isOwn: false,
      timeMs: null,
      source: null,
      group: null,
    },
  });
  const { out } = read(sealed('AIVDO,9,9,0,,w,5'));
  expect(out).toMatchObject({ fragments: 9, fragment: 9, sequence: 0, channel: 0, isOwn: true });
  expect(out.payloadTo - out.payloadFrom).toBe(1);
});

test('the digits of a checksum may be small letters', () => {
  const bodies = Array.from({ length: 40 }, (_, index) =>
    body.replace('CQ,0', `C${String.fromCharCode(48 + index)},0`),
  );
  for (const letter of 'abcdef') {
    const found = bodies.find((each) => sealed(each, 'lower').endsWith(letter));
    if (found === undefined) throw new Error(`no body with a checksum that ends in ${letter}`);
    expect([read(sealed(found, 'lower')).fault, read(sealed(found)).fault]).toEqual([null, null]);
  }
});

test.each([
  ['a letter for the count of parts', 'AIVDM,x,1,,A,w,0', 'format'],
  ['a letter for the part', 'AIVDM,1,x,,A,w,0', 'format'],
  ['part 0', 'AIVDM,1,0,,A,w,0', 'format'],
  ['a part beyond the count', 'AIVDM,2,3,1,A,w,0', 'format'],
  ['two digits of parts', 'AIVDM,11,1,,A,w,0', 'format'],
  ['a part of two digits', 'AIVDM,2,11,,A,w,0', 'format'],
  ['a letter for the sequence', 'AIVDM,2,1,x,A,w,0', 'format'],
  ['a sequence of two digits', 'AIVDM,2,1,11,A,w,0', 'format'],
  ['a channel of two letters', 'AIVDM,1,1,,AB,w,0', 'format'],
  ['no payload', 'AIVDM,1,1,,A,,0', 'format'],
  ['no fill bits', 'AIVDM,1,1,,A,w', 'format'],
  ['six fill bits', 'AIVDM,1,1,,A,w,6', 'format'],
  ['fill bits of two digits', 'AIVDM,1,1,,A,w,00', 'format'],
  ['another formatter', 'AIVDX,1,1,,A,w,0', 'not-ais'],
  ['another first letter', 'AIWDM,1,1,,A,w,0', 'not-ais'],
  ['another second letter', 'AIVXM,1,1,,A,w,0', 'not-ais'],
  ['a formatter that goes on', 'AIVDMX1,1,,A,w,0', 'not-ais'],
  ['nothing but the formatter', 'AIVDM', 'not-ais'],
] as const)('%s is refused', (_name, text, fault) => expect(read(sealed(text)).fault).toBe(fault));

test('fill bits 0 to 5 and every digit of a sequence are read', () => {
  for (let fill = 0; fill <= 5; fill += 1) expect(read(sealed(`AIVDM,1,1,,A,w,${fill}`)).fault).toBeNull();
  for (let sequence = 0; sequence <= 9; sequence += 1)
    expect(read(sealed(`AIVDM,2,1,${sequence},A,w,0`)).out.sequence).toBe(sequence);
});

test('a checksum ends with the line, not beyond it', () => {
  const line = sealed(body);
  expect(read(line.slice(0, -1)).fault).toBe('no-checksum');
  expect(read(line.slice(0, -2)).fault).toBe('no-checksum');
  expect(read(`${line.slice(0, -2)}GG`).fault).toBe('checksum');
  expect(read(`${line.slice(0, -1)}/`).fault).toBe('checksum');
});

test('the clock behind a sentence is its last field, of nine digits or more', () => {
  const line = sealed(body);
  expect(read(`${line},1788264005`).out.timeMs).toBe(1_788_264_005_000);
  expect(read(`${line},rluanda,178826400`).out.timeMs).toBe(178_826_400_000);
  expect(read(`${line},17882640`).out.timeMs).toBeNull();
  expect(read(`${line},1788264005x`).out.timeMs).toBeNull();
  expect(read(`${line} 1788264005`).out.timeMs).toBeNull();
  expect(read(`${line},1788264005123`).out.timeMs).toBe(1_788_264_005_123);
  expect(read(`${line},${'1'.repeat(15)}`).out.timeMs).toBe(111_111_111_111_111);
  expect(read(`${line},${'1'.repeat(16)}`).out.timeMs).toBeNull();
  expect(read(`${line},99999999999`).out.timeMs).toBe(99_999_999_999_000);
  expect(read(`${line},100000000000`).out.timeMs).toBe(100_000_000_000);
});

test('the clock of the tag block comes before the one behind', () => {
  expect(read(`${tagged('c:1788264000', sealed(body))},1788264005`).out.timeMs).toBe(1_788_264_000_000);
});

test('tags are read in any order, others are not used, and a group is what follows the last dash', () => {
  const tags = (text: string) => read(tagged(text, sealed(body))).out;
  expect(tags('n:7,s:luanda,c:12,x:1')).toMatchObject({ source: 'luanda', timeMs: 12_000, group: null });
  expect(tags('g:1-2-77')).toMatchObject({ group: '77' });
  expect(tags('g:77')).toMatchObject({ group: null });
  expect(tags('g:-77')).toMatchObject({ group: null });
  expect(tags('g:1-7')).toMatchObject({ group: '7' });
  expect(tags('c:,s:')).toMatchObject({ timeMs: null, source: '' });
  expect(tags('cc1,s:x')).toMatchObject({ timeMs: null, source: 'x' });
});

test.each([
  ['without an end', '\\s:luanda*00'],
  ['without a checksum', `\\s:luanda\\${sealed(body)}`],
  ['of nothing', `\\\\${sealed(body)}`],
  ['with only a checksum cut short', `\\*0\\${sealed(body)}`],
])('a tag block %s is refused', (_name, line) => expect(read(line).fault).toBe('tag-block'));

test('an empty tag block with its checksum is one', () => {
  expect(read(`\\*00\\${sealed(body)}`).fault).toBeNull();
});

test('the armour has 64 characters, from 0 to W and from ` to w', () => {
  const bits = createSixbits();
  const taken = Array.from({ length: 256 }, (_, code) => code).filter((code) => {
    bits.clear();
    return bits.append(Uint8Array.of(code), 0, 1);
  });
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
  expect(taken).toEqual([...range(48, 87), ...range(96, 119)]);
  bits.clear();
  bits.append(Uint8Array.from(taken), 0, 64);
  expect(range(0, 63).map((index) => bits.uint(index * 6, 6))).toEqual(range(0, 63));
});

test('a message of 1024 characters fits, one more does not; what is read beyond the end is zero', () => {
  const bits = createSixbits();
  const w = new Uint8Array(maxSixbits + 1).fill(119);
  expect(bits.append(w, 0, maxSixbits)).toBe(true);
  expect(bits.append(w, 0, 1)).toBe(false);
  expect(bits.bitCount()).toBe(maxSixbits * 6);
  bits.clear();
  expect([bits.bitCount(), bits.uint(0, 30), bits.uint(6 * maxSixbits, 8)]).toEqual([0, 0, 0]);
});

test('numbers that begin and end within a character, of up to 32 bits and with a sign', () => {
  const bits = createSixbits();
  bits.append(Buffer.from('w0w0w0w', 'latin1'), 0, 7);
  // 111111 000000 111111 000000 111111 000000 111111
  expect([bits.uint(4, 4), bits.uint(5, 1), bits.uint(6, 1), bits.uint(0, 6), bits.uint(3, 9)]).toEqual([
    12, 1, 0, 63, 448,
  ]);
  expect(bits.uint(0, 32)).toBe(0b111111_000000_111111_000000_111111_00);
  expect([bits.int(0, 6), bits.int(5, 8), bits.int(6, 8), bits.int(11, 2)]).toEqual([-1, -127, 3, 1]);
});

test('text ends at the first @, and is trimmed', () => {
  const bits = createSixbits();
  // Space is 32 (P), A 1 (1), @ 0 (0), ? 63 (w).
  bits.append(Buffer.from('P1wP01', 'latin1'), 0, 6);
  expect([bits.text(0, 6), bits.text(6, 2), bits.text(24, 2), bits.text(0, 1)]).toEqual(['A?', 'A?', null, null]);
});

test('a line of 1024 bytes is kept, one more is too long, whole or in pieces', () => {
  const outcome = (chunks: readonly string[], ended: boolean) => {
    const lines: number[] = [];
    let tooLong = 0;
    const splitter = createLineSplitter(
      (_, from, to) => lines.push(to - from),
      () => {
        tooLong += 1;
      },
    );
    for (const chunk of chunks) splitter.push(Buffer.from(chunk, 'latin1'));
    if (ended) splitter.end();
    return { lines, tooLong };
  };
  const x = (count: number) => 'x'.repeat(count);
  expect(outcome([`${x(maxLineBytes)}\n`], false)).toEqual({ lines: [maxLineBytes], tooLong: 0 });
  expect(outcome([`${x(maxLineBytes + 1)}\n`], false)).toEqual({ lines: [], tooLong: 1 });
  expect(outcome([x(1000), `${x(24)}\n`], false)).toEqual({ lines: [maxLineBytes], tooLong: 0 });
  expect(outcome([x(1000), `${x(25)}\nab\n`], false)).toEqual({ lines: [2], tooLong: 1 });
  expect(outcome([x(1000), x(25), x(900), `${x(900)}\nab\n`], false)).toEqual({ lines: [2], tooLong: 1 });
  // The end of the stream ends what is dropped: nothing of it is taken for a line.
  expect(outcome([x(1000), x(25)], true)).toEqual({ lines: [], tooLong: 1 });
  expect(outcome(['ab\r', '\n\r\n', '\n', 'cd'], true)).toEqual({ lines: [2, 2], tooLong: 0 });
  expect(outcome(['ab\r'], true)).toEqual({ lines: [2], tooLong: 0 });
});

test('after the end the stream may begin anew', () => {
  const lines: string[] = [];
  const splitter = createLineSplitter(
    (bytes, from, to) => lines.push(Buffer.from(bytes.subarray(from, to)).toString('latin1')),
    () => lines.push('too long'),
  );
  splitter.push(Buffer.from('ab', 'latin1'));
  splitter.end();
  splitter.end();
  splitter.push(Buffer.alloc(maxLineBytes + 1, 65));
  splitter.end();
  splitter.push(Buffer.from('cd\n', 'latin1'));
  expect(lines).toEqual(['ab', 'too long', 'cd']);
});
