import { doubleConstant, elementType, intAttribute, node, placesConstant } from './onnx-graph.ts';
import type { Part } from './protobuf.ts';

/** Operations and constants of a graph, as they are added. */
export function createParts() {
  const nodes: Part[][] = [];
  const constants: Part[] = [];
  return {
    nodes,
    constants,
    /** The result of an operation, under its own name. */
    step(type: string, inputs: readonly string[], output: string, attributes: readonly Part[] = []): string {
      nodes.push(node(type, inputs, [output], { attributes }));
      return output;
    },
    /** One row of numbers. */
    row(name: string, values: readonly number[]): string {
      constants.push(doubleConstant(name, values, [1, values.length]));
      return name;
    },
    /** One column of numbers. */
    column(name: string, values: readonly number[]): string {
      constants.push(doubleConstant(name, values, [values.length, 1]));
      return name;
    },
    places(name: string, values: readonly number[]): string {
      constants.push(placesConstant(name, values));
      return name;
    },
  };
}
export type Parts = ReturnType<typeof createParts>;

export const toDouble = intAttribute('to', elementType.double);
export const toFloat = intAttribute('to', elementType.float);
export const byColumn = intAttribute('axis', 1);
