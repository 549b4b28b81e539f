import { bytes, doubles, message, type Part, text, whole, wholes } from './protobuf.ts';

/** Numbers of the fields of ONNX. Source: onnx.proto of ONNX 1.16. */
export const elementType = { float: 1, double: 11, int64: 7 } as const;
const attributeType = { int: 2, string: 3, tensor: 4, ints: 7, strings: 8 } as const;

type NodeOptions = { readonly attributes?: readonly Part[]; readonly domain?: string };

/** An operation on named values. */
export function node(
  type: string,
  inputs: readonly string[],
  outputs: readonly string[],
  { attributes = [], domain }: NodeOptions = {},
): Part[] {
  return [
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, type),
    ...attributes,
    ...(domain === undefined ? [] : [text(7, domain)]),
  ];
}

const attribute = (name: string, type: number, value: readonly Part[]): Part =>
  message(5, [text(1, name), ...value, whole(20, type)]);
export const intAttribute = (name: string, value: number) => attribute(name, attributeType.int, [whole(3, value)]);
export const stringAttribute = (name: string, value: string) => attribute(name, attributeType.string, [text(4, value)]);
export const intsAttribute = (name: string, values: readonly number[]) =>
  attribute(name, attributeType.ints, [wholes(8, values)]);
export const stringsAttribute = (name: string, values: readonly string[]) =>
  attribute(
    name,
    attributeType.strings,
    values.map((value) => text(9, value)),
  );
export const tensorAttribute = (name: string, values: readonly number[]) =>
  attribute(name, attributeType.tensor, [
    message(5, [whole(1, values.length), whole(2, elementType.double), text(8, name), bytes(9, doubles(values))]),
  ]);

/** Rows in any number, so many columns. */
export const valueInfo = (name: string, type: number, columns: number): Part[] => [
  text(1, name),
  message(2, [
    message(1, [whole(1, type), message(2, [message(1, [text(2, 'rows')]), message(1, [whole(1, columns)])])]),
  ]),
];

/** A constant of the graph: doubles in so many dimensions. */
export const doubleConstant = (name: string, values: readonly number[], dims: readonly number[]): Part =>
  message(5, [
    ...dims.map((dim) => whole(1, dim)),
    ...[whole(2, elementType.double), text(8, name), bytes(9, doubles(values))],
  ]);

/** A constant of the graph: a list of whole numbers. */
export const placesConstant = (name: string, values: readonly number[]): Part =>
  message(5, [
    ...[whole(1, values.length), whole(2, elementType.int64), text(8, name)],
    bytes(9, Buffer.from(BigInt64Array.from(values, BigInt).buffer)),
  ]);
