/** Writer of NetCDF-3 classic files (magic `CDF\x01`): what ERDDAP answers to `.nc`. No record dimension. */
type NcType = 'short' | 'float' | 'double';
type NcAttributes = Readonly<Record<string, string | number>>;

export type NcVariable = {
  readonly name: string;
  readonly type: NcType;
  /** Names of its dimensions, slowest first. */
  readonly dimensions: readonly string[];
  /** A string is text; a number takes the variable's own type, as CF asks of `_FillValue`. */
  readonly attributes: NcAttributes;
  readonly values: ArrayLike<number>;
};

export type NcFile = {
  readonly dimensions: Readonly<Record<string, number>>;
  readonly attributes: NcAttributes;
  readonly variables: readonly NcVariable[];
};

const NC_CHAR = 2;
const NC_TYPES = { short: 3, float: 5, double: 6 } as const;
const NC_BYTES = { short: 2, float: 4, double: 8 } as const;
const NC_DIMENSION = 10;
const NC_VARIABLE = 11;
const NC_ATTRIBUTE = 12;

/** The bytes of a file, big-endian. Format: Unidata, "NetCDF Classic Format Specification". */
export function writeNetcdf3(file: NcFile): Buffer {
  const sizes = file.variables.map((variable) => padded(variable.values.length * NC_BYTES[variable.type]));
  // Offsets are 32 bits whatever their value, so a header written with zeros has its final length.
  const headerLength = header(
    file,
    sizes,
    sizes.map(() => 0),
  ).length;
  const offsets: number[] = [];
  let offset = headerLength;
  for (const size of sizes) {
    offsets.push(offset);
    offset += size;
  }
  return Buffer.concat([header(file, sizes, offsets), ...file.variables.map(dataOf)]);
}

function header(file: NcFile, sizes: readonly number[], offsets: readonly number[]): Buffer {
  const names = Object.keys(file.dimensions);
  const parts: Buffer[] = [Buffer.from('CDF\u0001', 'latin1'), int32(0)];
  parts.push(...list(NC_DIMENSION, Object.entries(file.dimensions), ([name, size]) => [text(name), int32(size)]));
  parts.push(...attributes(file.attributes, 'double'));
  const variables = file.variables.map((variable, index) => ({ variable, index }));
  parts.push(
    ...list(NC_VARIABLE, variables, ({ variable, index }) => [
      text(variable.name),
      int32(variable.dimensions.length),
      ...variable.dimensions.map((name) => int32(names.indexOf(name))),
      ...attributes(variable.attributes, variable.type),
      int32(NC_TYPES[variable.type]),
      int32(sizes[index] ?? 0),
      int32(offsets[index] ?? 0),
    ]),
  );
  return Buffer.concat(parts);
}

function attributes(values: NcAttributes, numberType: NcType): Buffer[] {
  return list(NC_ATTRIBUTE, Object.entries(values), ([name, value]) => {
    if (typeof value === 'number')
      return [text(name), int32(NC_TYPES[numberType]), int32(1), pad(number(value, numberType))];
    const bytes = Buffer.from(value, 'utf8');
    return [text(name), int32(NC_CHAR), int32(bytes.length), pad(bytes)];
  });
}

function list<T>(tag: number, items: readonly T[], write: (item: T) => Buffer[]): Buffer[] {
  if (items.length === 0) return [int32(0), int32(0)];
  return [int32(tag), int32(items.length), ...items.flatMap(write)];
}

function dataOf(variable: NcVariable): Buffer {
  const step = NC_BYTES[variable.type];
  const bytes = Buffer.alloc(padded(variable.values.length * step));
  for (let index = 0; index < variable.values.length; index += 1) {
    const value = variable.values[index] ?? Number.NaN;
    writeNumber(bytes, variable.type, value, index * step);
  }
  return bytes;
}

function number(value: number, type: NcType): Buffer {
  const bytes = Buffer.alloc(NC_BYTES[type]);
  writeNumber(bytes, type, value, 0);
  return bytes;
}

function writeNumber(bytes: Buffer, type: NcType, value: number, offset: number): void {
  if (type === 'short') bytes.writeInt16BE(value, offset);
  else if (type === 'float') bytes.writeFloatBE(value, offset);
  else bytes.writeDoubleBE(value, offset);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'utf8');
  return Buffer.concat([int32(bytes.length), pad(bytes)]);
}

function pad(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(padded(bytes.length) - bytes.length)]);
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4;
}
