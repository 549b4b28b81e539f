/** Attribute of a file or of a variable: a text, or one or more numbers. */
export type NetcdfAttributes = Readonly<Record<string, string | number>>;

export type NetcdfVariable = {
  readonly name: string;
  /** Names of its dimensions, the slowest first; their product is the length of the values. */
  readonly dimensions: readonly string[];
  readonly attributes: NetcdfAttributes;
  /** Float32 and Float64 arrays are stored as such; a list of Float32 arrays is stored one after the other. */
  readonly values: Float32Array | Float64Array | readonly Float32Array[];
};

export type NetcdfFile = {
  readonly dimensions: Readonly<Record<string, number>>;
  readonly attributes: NetcdfAttributes;
  readonly variables: readonly NetcdfVariable[];
};

const tags = { dimension: 0x0a, variable: 0x0b, attribute: 0x0c } as const;
const types = { char: 2, float: 5, double: 6 } as const;

/**
 * A file of NetCDF's classic format with 64-bit offsets (CDF-2), without record dimension; NaN is written as it is.
 * Throws where a variable's values do not fill its dimensions. Source: NetCDF Classic Format Specification, Unidata.
 */
export function netcdf({ dimensions, attributes, variables }: NetcdfFile): Uint8Array {
  const names = Object.keys(dimensions);
  for (const variable of variables) {
    const expected = variable.dimensions.reduce((product, name) => product * (dimensions[name] ?? Number.NaN), 1);
    const received = lengthOf(variable);
    if (received !== expected) {
      throw new RangeError(`netcdf: ${variable.name}: received ${received} values, expected ${expected}`);
    }
  }
  // The length of a header does not depend on the offsets that stand in it.
  const headerOf = (begins: readonly number[]) =>
    Buffer.concat([
      Buffer.from([0x43, 0x44, 0x46, 0x02]),
      int(0),
      list(
        tags.dimension,
        names.map((name) => Buffer.concat([text(name), int(dimensions[name] ?? 0)])),
      ),
      attributeList(attributes),
      list(
        tags.variable,
        variables.map((variable, place) =>
          Buffer.concat([
            text(variable.name),
            int(variable.dimensions.length),
            ...variable.dimensions.map((name) => int(names.indexOf(name))),
            attributeList(variable.attributes),
            int(isDouble(variable) ? types.double : types.float),
            int(bytesOf(variable)),
            offset(begins[place] ?? 0),
          ]),
        ),
      ),
    ]);
  let next = headerOf([]).byteLength;
  const begins = variables.map((variable) => {
    const begin = next;
    next += bytesOf(variable);
    return begin;
  });
  return Buffer.concat([headerOf(begins), ...variables.flatMap(dataOf)]);
}

const isDouble = ({ values }: NetcdfVariable): boolean => values instanceof Float64Array;

function lengthOf({ values }: NetcdfVariable): number {
  if (values instanceof Float32Array || values instanceof Float64Array) return values.length;
  return values.reduce((sum, part) => sum + part.length, 0);
}

/** Every type that is written here fills whole words of four bytes. */
const bytesOf = (variable: NetcdfVariable): number => lengthOf(variable) * (isDouble(variable) ? 8 : 4);

/** Values in the byte order of the format, most significant first. */
function dataOf({ values }: NetcdfVariable): Buffer[] {
  const parts = values instanceof Float32Array || values instanceof Float64Array ? [values] : values;
  return parts.map((part) => {
    const bytes = Buffer.from(part.slice().buffer);
    return part instanceof Float64Array ? bytes.swap64() : bytes.swap32();
  });
}

function int(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function offset(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

/** Length and bytes, filled up to whole words. */
function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'utf8');
  return Buffer.concat([int(bytes.byteLength), bytes, Buffer.alloc((4 - (bytes.byteLength % 4)) % 4)]);
}

/** An empty list is two words of nought. */
function list(tag: number, members: readonly Buffer[]): Buffer {
  return members.length === 0 ? Buffer.alloc(8) : Buffer.concat([int(tag), int(members.length), ...members]);
}

function attributeList(attributes: NetcdfAttributes): Buffer {
  return list(
    tags.attribute,
    Object.entries(attributes).map(([name, value]) => {
      if (typeof value === 'string') return Buffer.concat([text(name), int(types.char), text(value)]);
      const bytes = Buffer.alloc(8);
      // The fill value must have the type of its variable, which is a float.
      if (name !== '_FillValue') {
        bytes.writeDoubleBE(value);
        return Buffer.concat([text(name), int(types.double), int(1), bytes]);
      }
      bytes.writeFloatBE(value);
      return Buffer.concat([text(name), int(types.float), int(1), bytes.subarray(0, 4)]);
    }),
  );
}
