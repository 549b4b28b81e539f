import type { LambdasModel, LambdasOutput } from '@kianda/science/models/lambdas/lambdas';

/** Where an input of a file comes from: a column of the platform, in the unit of the file. */
export type ForeignInput = {
  /** Its name in the file. */
  readonly name: string;
  readonly column: string;
  /** In the file: value × scale + offset. */
  readonly scale: number;
  readonly offset: number;
  /** Of a category: the number in the file of each code of the platform. */
  readonly codes?: readonly number[];
};

/** An input tensor: rows × columns of numbers. */
export type OnnxTensor = {
  readonly name: string;
  readonly type: 'float32' | 'float64' | 'int64';
  readonly columns: number;
  /** Whether it has no dimension for columns. */
  readonly isFlat: boolean;
};

/** Description of a file of ONNX by itself. */
export type OnnxDescription = {
  readonly kind: 'onnx';
  readonly producer: string;
  readonly opset: number;
  readonly operators: readonly string[];
  readonly inputs: readonly OnnxTensor[];
  /** `columns`: null where the file leaves it open. */
  readonly outputs: readonly { readonly name: string; readonly columns: number | null }[];
  /** Names of the inputs one by one, from the file's own notes where they fit. */
  readonly variables: readonly string[];
  /** Names of the classes, from the file's own notes; empty where it has none. */
  readonly classes: readonly string[];
  /** Whether the file notes that its number is ln(1 + number). */
  readonly isLogged: boolean;
};

type LambdasDescription = { readonly kind: 'lambdas'; readonly model: LambdasModel };
export type ForeignDescription = OnnxDescription | LambdasDescription;

/** Columns of an output that are scores, in the order of the classes, and what is done to them. */
export type OnnxOutput = {
  readonly name: string;
  readonly columns: number;
  readonly picked: readonly number[];
  readonly change: 'identity' | 'log1p' | 'expm1';
};

/** A model that others trained, in a file of ONNX; it runs in a process of its own alone. */
export type OnnxFitted = {
  readonly kind: 'onnx';
  readonly file: Uint8Array;
  readonly sha256: string;
  readonly tensors: readonly OnnxTensor[];
  readonly inputs: readonly ForeignInput[];
  readonly output: OnnxOutput;
};

export type LambdasFitted = {
  readonly kind: 'lambdas';
  readonly model: LambdasModel;
  readonly inputs: readonly ForeignInput[];
  readonly output: LambdasOutput;
};
