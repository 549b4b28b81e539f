/** A header of ERDDAP has some dozens of entries; one that has more than these describes no field of the sea. */
const most = { entries: 20_000, nameBytes: 1_024 } as const;

const tags = { none: 0, dimensions: 10, variables: 11, attributes: 12 } as const;
/** External types of the classic format by their number, with the bytes of one value. */
const types = [
  { name: 'byte', bytes: 1 },
  { name: 'char', bytes: 1 },
  { name: 'short', bytes: 2 },
  { name: 'int', bytes: 4 },
  { name: 'float', bytes: 4 },
  { name: 'double', bytes: 8 },
] as const;

export type Netcdf3Variable = {
  readonly name: string;
  readonly type: (typeof types)[number]['name'];
  /** Bytes that the header declares; for a record variable, in each record. */
  readonly sizeBytes: number;
};

export type Netcdf3Header = { readonly records: number; readonly variables: readonly Netcdf3Variable[] };

/**
 * The header of a NetCDF-3 file, read in time and memory that grow only with its length, whatever it claims. Throws
 * RangeError for one cut short, TypeError for one that is no such header or has too many entries.
 * Format: https://docs.unidata.ucar.edu/netcdf-c/current/file_format_specifications.html
 */
export function readNetcdf3Header(bytes: Uint8Array): Netcdf3Header {
  const reader = createReader(bytes);
  const version = bytes[3];
  if (version !== 1 && version !== 2) throw new TypeError(`NetCDF-3: version is ${version}, expected 1 or 2`);
  reader.skip(4);
  const records = reader.uint32();
  reader.list(tags.dimensions, () => {
    reader.name();
    reader.skip(4);
  });
  skipAttributes(reader);
  const variables: Netcdf3Variable[] = [];
  reader.list(tags.variables, () => {
    const name = reader.name();
    reader.skip(4 * reader.uint32());
    skipAttributes(reader);
    const type = typeOf(reader.uint32());
    variables.push({ name, type: type.name, sizeBytes: reader.uint32() });
    reader.skip(version === 1 ? 4 : 8);
  });
  return { records, variables };
}

type Reader = ReturnType<typeof createReader>;

function createReader(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  let entries = 0;
  const padded = (length: number) => Math.ceil(length / 4) * 4;

  function skip(length: number): void {
    if (length > bytes.length - at) throw new RangeError(`NetCDF-3: the header ends after ${bytes.length} bytes`);
    at += length;
  }
  function uint32(): number {
    const value = view.getUint32(at);
    at += 4;
    return value;
  }

  return {
    skip,
    uint32,
    skipValues: (count: number, valueBytes: number) => skip(padded(count * valueBytes)),
    name(): string {
      const length = uint32();
      if (length > most.nameBytes) throw new TypeError(`NetCDF-3: a name of ${length} bytes`);
      const start = at;
      skip(padded(length));
      return new TextDecoder().decode(bytes.subarray(start, start + length));
    },
    /** Reads each entry of a list that begins with its tag. */
    list(tag: number, entry: () => void): void {
      const found = uint32();
      const count = uint32();
      if (found !== tag && (found !== tags.none || count !== 0))
        throw new TypeError(`NetCDF-3: tag is ${found}, expected ${tag}`);
      entries += count;
      if (entries > most.entries) throw new TypeError(`NetCDF-3: ${entries} entries, expected at most ${most.entries}`);
      for (let each = 0; each < count; each += 1) entry();
    },
  };
}

function skipAttributes(reader: Reader): void {
  reader.list(tags.attributes, () => {
    reader.name();
    const { bytes } = typeOf(reader.uint32());
    reader.skipValues(reader.uint32(), bytes);
  });
}

function typeOf(code: number): (typeof types)[number] {
  const type = types[code - 1];
  if (type === undefined) throw new TypeError(`NetCDF-3: type is ${code}, expected 1 to ${types.length}`);
  return type;
}
