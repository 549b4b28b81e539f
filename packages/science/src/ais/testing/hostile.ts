import type { Random } from '@kianda/geo';
import { everySentence } from './vectors.ts';

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(2, '0');

/** Half of the mutants get a checksum that fits, or hardly one would come past it. */
function reseal(bytes: Uint8Array): void {
  const start = bytes.indexOf(33);
  const end = bytes.lastIndexOf(42);
  if (start === -1 || end <= start || end + 2 >= bytes.length) return;
  let sum = 0;
  for (let at = start + 1; at < end; at += 1) sum ^= bytes[at] ?? 0;
  const text = hex(sum);
  bytes[end + 1] = text.charCodeAt(0);
  bytes[end + 2] = text.charCodeAt(1);
}

/** Sentences changed at random: characters replaced, removed, doubled, cut, swapped between lines, behind tag blocks. */
export function* hostileLines(random: Random, count: number): Generator<Uint8Array> {
  const originals = everySentence.map((line) => Buffer.from(line, 'latin1'));
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = (): Buffer => originals[below(originals.length)] ?? Buffer.alloc(0);
  for (let made = 0; made < count; made += 1) {
    let line = Buffer.from(pick());
    if (random() < 0.1)
      line = Buffer.concat([Buffer.from(`\\g:1-2-${below(9)},c:17${below(99_999_999)}*${hex(below(256))}\\`), line]);
    const changes = below(4);
    for (let change = 0; change < changes; change += 1) {
      const at = below(line.length);
      switch (below(7)) {
        case 0:
          line[at] = below(256);
          break;
        case 1:
          line[at] = 48 + below(72);
          break;
        case 2:
          line = Buffer.concat([line.subarray(0, at), line.subarray(at + 1 + below(3))]);
          break;
        case 3:
          line = Buffer.concat([line.subarray(0, at), line.subarray(Math.max(0, at - below(20)))]);
          break;
        case 4:
          line = Buffer.from(line.subarray(0, at));
          break;
        case 5:
          line = Buffer.concat([line.subarray(0, at), pick().subarray(at)]);
          break;
        default:
          line = Buffer.concat([line, line]);
      }
      if (line.length === 0) break;
    }
    if (random() < 0.5) reseal(line);
    yield line;
  }
}
