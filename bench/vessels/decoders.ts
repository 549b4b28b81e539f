/** Sentences per second of this decoder and of npm's, on one core and in the same run. */
import { createRequire } from 'node:module';
import type AisDecoder from 'ais-stream-decoder';
import ggencoderPackage from 'ggencoder';
import { createAisDecoder } from '../../packages/science/src/ais/decoder.ts';
import { createLineSplitter } from '../../packages/science/src/ais/lines.ts';
import { median } from '../shared/table.ts';

// A CommonJS package with a default export: what import gives is not what its types say.
const { default: AisStreamDecoder } = createRequire(import.meta.url)('ais-stream-decoder') as typeof AisDecoder;

const rounds = 5;
const chunkBytes = 64 * 1024;

export type Rate = { readonly name: string; readonly perSecond: number; readonly messages: number };

/** Decodes a corpus once; how many messages came of it. */
type Decode = (lines: readonly string[]) => Promise<number> | number;

async function rateOf(name: string, lines: readonly string[], decode: Decode): Promise<Rate> {
  const perSecond: number[] = [];
  let messages = await decode(lines);
  for (let round = 0; round < rounds; round += 1) {
    const startMs = performance.now();
    messages = await decode(lines);
    perSecond.push((lines.length / (performance.now() - startMs)) * 1000);
  }
  return { name, perSecond: median(perSecond), messages };
}

/** From bytes as they come from a socket: cut into lines, checked, put together, decoded. */
function own(bytes: Uint8Array): Decode {
  return () => {
    let messages = 0;
    const decoder = createAisDecoder(() => {
      messages += 1;
    });
    const splitter = createLineSplitter((chunk, from, to) => decoder.line(chunk, from, to, 0), decoder.tooLong);
    for (let at = 0; at < bytes.length; at += chunkBytes) splitter.push(bytes.subarray(at, at + chunkBytes));
    splitter.end();
    return messages;
  };
}

function streamDecoder(lines: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    let messages = 0;
    const decoder = new AisStreamDecoder({ silent: true });
    decoder.on('data', () => {
      messages += 1;
    });
    decoder.once('error', reject);
    decoder.once('end', () => resolve(messages));
    for (const line of lines) decoder.write(line);
    decoder.end();
  });
}

function ggencoder(lines: readonly string[]): number {
  let messages = 0;
  const session = {};
  for (const line of lines) if (new ggencoderPackage.AisDecode(line, session).valid) messages += 1;
  return messages;
}

export async function measureDecoders(sentences: readonly string[], repeats: number): Promise<readonly Rate[]> {
  const few = sentences.slice(0, 50_000);
  const bytes = Buffer.from(
    sentences
      .map((line) => `${line}\r\n`)
      .join('')
      .repeat(repeats),
    'latin1',
  );
  const all = Array.from({ length: repeats }, () => sentences).flat();
  return [
    await rateOf('Kianda (bytes de um socket)', all, own(bytes)),
    await rateOf('ggencoder 1.0.10', few, ggencoder),
    await rateOf('ais-stream-decoder 2.1.2', few, streamDecoder),
  ];
}
