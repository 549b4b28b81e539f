import type { ProviderFailure } from '../../core/failures.ts';

type Hostile = { readonly bytes: Uint8Array; readonly failure: ProviderFailure };

/** Files whose headers are wrong about their contents, made from a good one that has no record dimension. */
export function hostileGrids(good: Uint8Array): Readonly<Record<string, Hostile>> {
  const size = good.length;
  return {
    'a variable of 2^31 bytes': { bytes: patched(good, variableSizeAt(good, 'sst'), 0x8000_0000), failure: 'network' },
    'an axis of 2^32 - 4 bytes': {
      bytes: patched(good, variableSizeAt(good, 'latitude'), 0xffff_fffc),
      failure: 'network',
    },
    '2^32 - 1 records': { bytes: patched(good, 4, 0xffff_ffff), failure: 'network' },
    '2^31 dimensions': { bytes: patched(good, 12, 0x8000_0000), failure: 'schema' },
    'more entries than any grid has': { bytes: flooded(good), failure: 'schema' },
    'a variable that is the header itself': {
      bytes: patched(patched(good, variableSizeAt(good, 'sst') + 4, 0), variableSizeAt(good, 'sst'), size - (size % 4)),
      failure: 'schema',
    },
    'a name longer than the file': { bytes: patched(good, 16, 0x7fff_ffff), failure: 'schema' },
    'a header cut short': { bytes: good.subarray(0, 40), failure: 'network' },
  };
}

function patched(good: Uint8Array, at: number, value: number): Uint8Array {
  const bytes = Uint8Array.from(good);
  new DataView(bytes.buffer).setUint32(at, value);
  return bytes;
}

/** The size and the offset are the last of a variable: the next begins with the length of its name. */
function variableSizeAt(good: Uint8Array, name: 'latitude' | 'sst'): number {
  const bytes = Buffer.from(good);
  if (name === 'sst') return bytes.indexOf('\u0004anom') - 3 - 8;
  // The first is the dimension.
  const next = '\u0009longitude';
  return bytes.indexOf(next, bytes.indexOf(next) + 1) - 3 - 8;
}

/** Twenty-five thousand dimensions without a name. */
function flooded(good: Uint8Array): Uint8Array {
  const count = 25_000;
  const head = patched(good.subarray(0, 16), 12, count);
  return Buffer.concat([head, Buffer.alloc(count * 8), good.subarray(16)]);
}
