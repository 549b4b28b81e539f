import type { RawBody } from './http.ts';
import type { GridSlice } from './records.ts';

/** A reader of the binary files of a provider, with the name by which another process finds it. */
export type GridReader<Wanted> = {
  readonly name: 'winds' | 'griddap' | 'griddap-days';
  /** Reads a body; what is wanted of it is plain data. Throws `ProviderError`. */
  read(body: RawBody, wanted: Wanted): Promise<GridSlice[]>;
};

/** Has a reader read a body; the provider of this function decides in which process. */
export type ReadGrids = <Wanted>(reader: GridReader<Wanted>, body: RawBody, wanted: Wanted) => Promise<GridSlice[]>;

export const readGridsHere: ReadGrids = (reader, body, wanted) => reader.read(body, wanted);
