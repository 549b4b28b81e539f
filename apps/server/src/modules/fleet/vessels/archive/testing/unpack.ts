import { zstdDecompressSync } from 'node:zlib';

/** Unpacks the pages of a Parquet file for readers that bring no Zstandard of their own. */
export const unpackZstd = (packed: Uint8Array): Uint8Array => new Uint8Array(zstdDecompressSync(packed));
