import type { TreeModel } from '@kianda/science/models/trees/tree';
import type { Fitted, ModelArtefact } from '../training/training.types.ts';
import {
  doubleConstant,
  elementType,
  intAttribute,
  intsAttribute,
  node,
  placesConstant,
  stringAttribute,
  stringsAttribute,
  tensorAttribute,
  valueInfo,
} from './onnx-graph.ts';
import { lambdasParts } from './onnx-lambdas.ts';
import { linearParts, maxentParts } from './onnx-terms.ts';
import { message, type Part, text, whole } from './protobuf.ts';

const irVersion = 9;
const opset = 17;
const treeOpset = 3;
const treeDomain = 'ai.onnx.ml';

/** Operations and constants that lead from `inputs` to `scores`. */
type GraphParts = { readonly nodes: readonly (readonly Part[])[]; readonly constants: readonly Part[] };

/**
 * A version as an ONNX model: doubles in, a column for each variable in the order of the artefact (categories by their
 * code, missing values NaN); scores out, of several classes one column each. A version that came as ONNX is its own file.
 */
export function onnxOf(artefact: ModelArtefact): Buffer {
  const { fitted, classes } = artefact;
  if (fitted.kind === 'onnx') return Buffer.from(fitted.file);
  const { nodes, constants } = partsOf(artefact, fitted);
  const graph = [
    ...nodes.map((step) => message(1, step)),
    text(2, artefact.modelType),
    ...constants,
    message(11, valueInfo('inputs', elementType.double, artefact.columns.length)),
    message(12, valueInfo('scores', elementType.float, Math.max(1, classes.length))),
  ];
  return Buffer.concat([
    whole(1, irVersion),
    text(2, 'Kianda'),
    message(7, graph),
    message(8, [text(1, ''), whole(2, opset)]),
    message(8, [text(1, treeDomain), whole(2, treeOpset)]),
    ...metadataOf(artefact).map(([key, value]) => message(14, [text(1, key), text(2, value)])),
  ]);
}

function partsOf(artefact: ModelArtefact, fitted: Fitted): GraphParts {
  const names = artefact.columns.map(({ name }) => name);
  switch (fitted.kind) {
    case 'maxent':
      return maxentParts(fitted.model, names);
    case 'linear':
      return linearParts(fitted, names);
    case 'lambdas':
      return lambdasParts(fitted, names);
    case 'trees': {
      const from = fitted.from === undefined ? -1 : names.indexOf(fitted.from);
      return {
        nodes: [treeNode(artefact, fitted.model, 'trees'), ...finishing(fitted.model, from)],
        constants: [
          ...(from < 0 ? [] : [placesConstant('from', [from])]),
          ...(fitted.model.task === 'binary' ? [doubleConstant('whole', [1], [1])] : []),
        ],
      };
    }
  }
}

/** Facts that a reader of the file needs to fill the inputs and to read the scores. */
function metadataOf({ modelType, columns, classes, unit, isLogged }: ModelArtefact): [string, string][] {
  return [
    ['modelType', modelType],
    [
      'columns',
      JSON.stringify(columns.map(({ name, kind, unit: of, categories }) => ({ name, kind, unit: of, categories }))),
    ],
    ['classes', JSON.stringify(classes)],
    ['unit', unit ?? ''],
    ['scores', isLogged ? 'log1p' : 'identity'],
  ];
}

/** From the scores of the trees to those of the model. */
function finishing({ kind, task }: TreeModel, from: number): Part[][] {
  if (from >= 0) {
    return [
      node('Gather', ['inputs', 'from'], ['was'], { attributes: [intAttribute('axis', 1)] }),
      node('Cast', ['was'], ['before'], { attributes: [intAttribute('to', elementType.float)] }),
      node('Add', ['trees', 'before'], ['scores']),
    ];
  }
  if (task === 'binary') {
    return [
      node('Cast', ['whole'], ['one'], { attributes: [intAttribute('to', elementType.float)] }),
      node(kind === 'boosting' ? 'Sigmoid' : 'Identity', ['trees'], ['second']),
      node('Sub', ['one', 'second'], ['first']),
      node('Concat', ['first', 'second'], ['scores'], { attributes: [intAttribute('axis', 1)] }),
    ];
  }
  if (kind === 'boosting' && task === 'classes')
    return [node('Softmax', ['trees'], ['scores'], { attributes: [intAttribute('axis', 1)] })];
  return [node('Identity', ['trees'], ['scores'])];
}

type Nodes = {
  readonly trees: number[];
  readonly ids: number[];
  readonly features: number[];
  readonly modes: string[];
  readonly values: number[];
  readonly lefts: number[];
  readonly rights: number[];
  readonly missingLeft: number[];
};

/** Nodes as ONNX numbers them; a leaf has the row that its mode says and no children. */
function treeNode(artefact: ModelArtefact, model: TreeModel, output: string): Part[] {
  const { trees, outputs, leafOutputs } = model;
  const nodes: Nodes = {
    trees: [],
    ids: [],
    features: [],
    modes: [],
    values: [],
    lefts: [],
    rights: [],
    missingLeft: [],
  };
  const targets = { trees: [] as number[], ids: [] as number[], outputs: [] as number[], weights: [] as number[] };
  const share = model.kind === 'forest' ? 1 / trees.starts.length : 1;
  trees.starts.forEach((start, tree) => {
    const end = trees.starts[tree + 1] ?? trees.columns.length;
    const numbers = numbered(model, start, end);
    for (let at = start; at < end; at += 1) {
      if ((trees.columns[at] ?? -1) >= 0) {
        addSplit(nodes, model, artefact, { tree, at, numbers });
        continue;
      }
      const id = numbers.get(at) ?? 0;
      addNode(nodes, { tree, id, feature: 0, mode: 'LEAF', value: 0, left: 0, right: 0, missingLeft: 0 });
      const leaf = (trees.bins[at] ?? 0) * leafOutputs;
      for (let part = 0; part < leafOutputs; part += 1) {
        targets.trees.push(tree);
        targets.ids.push(id);
        targets.outputs.push(leafOutputs === 1 ? tree % outputs : part);
        targets.weights.push((trees.values[leaf + part] ?? 0) * share);
      }
    }
  });
  return node('TreeEnsembleRegressor', ['inputs'], [output], {
    attributes: [
      intAttribute('n_targets', outputs),
      stringAttribute('aggregate_function', 'SUM'),
      stringAttribute('post_transform', 'NONE'),
      intsAttribute('nodes_treeids', nodes.trees),
      intsAttribute('nodes_nodeids', nodes.ids),
      intsAttribute('nodes_featureids', nodes.features),
      stringsAttribute('nodes_modes', nodes.modes),
      tensorAttribute('nodes_values_as_tensor', nodes.values),
      intsAttribute('nodes_truenodeids', nodes.lefts),
      intsAttribute('nodes_falsenodeids', nodes.rights),
      intsAttribute('nodes_missing_value_tracks_true', nodes.missingLeft),
      intsAttribute('target_treeids', targets.trees),
      intsAttribute('target_nodeids', targets.ids),
      intsAttribute('target_ids', targets.outputs),
      tensorAttribute('target_weights_as_tensor', targets.weights),
      tensorAttribute(
        'base_values_as_tensor',
        Array.from({ length: outputs }, (_, at) => model.baseline[at] ?? 0),
      ),
    ],
    domain: treeDomain,
  });
}

/** First number of each node: a split by a set of categories takes one for each step of its stairs. */
function numbered(model: TreeModel, start: number, end: number): ReadonlyMap<number, number> {
  const numbers = new Map<number, number>();
  let next = 0;
  for (let at = start; at < end; at += 1) {
    numbers.set(at, next);
    next += isSet(model, at) ? stairsOf(model, at).length : 1;
  }
  return numbers;
}

const isSet = ({ trees }: TreeModel, at: number) => (trees.columns[at] ?? -1) >= 0 && (trees.flags[at] ?? 0) >= 2;

/** Codes up to `limit` and above the step before, and whether they go left; above the last one they go the other way. */
type Stair = { readonly limit: number; readonly goesLeft: boolean };

/**
 * A set of categories as ranges of their codes. Written as chains of equals, some sets were read wrongly by ONNX Runtime
 * 1.30.
 */
function stairsOf({ trees, columns }: TreeModel, at: number): readonly Stair[] {
  const edges = columns[trees.columns[at] ?? 0]?.edges ?? [];
  const left = new Set(trees.categories[trees.bins[at] ?? 0] ?? []);
  const stairs = edges.flatMap((code, bin): Stair[] => {
    const goesLeft = left.has(bin);
    return bin === edges.length - 1 || left.has(bin + 1) === goesLeft ? [] : [{ limit: code + 0.5, goesLeft }];
  });
  // All codes go one way, and missing values alone the other.
  return stairs.length === 0 ? [{ limit: Number.POSITIVE_INFINITY, goesLeft: left.has(0) }] : stairs;
}

type Place = { readonly tree: number; readonly at: number; readonly numbers: ReadonlyMap<number, number> };

function addSplit(nodes: Nodes, model: TreeModel, { columns }: ModelArtefact, { tree, at, numbers }: Place): void {
  const { trees } = model;
  const column = model.columns[trees.columns[at] ?? 0];
  const feature = columns.findIndex(({ name }) => name === column?.name);
  const id = numbers.get(at) ?? 0;
  const [left, right] = [numbers.get(at + 1) ?? 0, numbers.get(at + (trees.rights[at] ?? 0)) ?? 0];
  const flags = trees.flags[at] ?? 0;
  const split = { tree, feature, left, missingLeft: flags & 1 };
  const edges = column?.edges ?? [];
  if (flags < 2) {
    // The last bin has no upper edge: a split after it leaves only missing values on the right.
    const value = edges[trees.bins[at] ?? 0] ?? Number.POSITIVE_INFINITY;
    addNode(nodes, { ...split, id, mode: 'BRANCH_LEQ', value, right });
    return;
  }
  const stairs = stairsOf(model, at);
  stairs.forEach(({ limit, goesLeft }, place) => {
    const isLast = place === stairs.length - 1;
    const [yes, no] = goesLeft ? [left, right] : [right, left];
    addNode(nodes, {
      ...{ tree, feature, id: id + place, mode: 'BRANCH_LEQ', value: limit },
      ...{ left: yes, right: isLast ? no : id + place + 1 },
      // Missing values walk down to the last step, which leads them.
      missingLeft: Number(isLast && goesLeft === ((flags & 1) === 1)),
    });
  });
}

type NodeRow = { [K in 'tree' | 'id' | 'feature' | 'value' | 'left' | 'right' | 'missingLeft']: number } & {
  readonly mode: string;
};

function addNode(nodes: Nodes, row: NodeRow): void {
  nodes.trees.push(row.tree);
  nodes.ids.push(row.id);
  nodes.features.push(row.feature);
  nodes.modes.push(row.mode);
  nodes.values.push(row.value);
  nodes.lefts.push(row.left);
  nodes.rights.push(row.right);
  nodes.missingLeft.push(row.missingLeft);
}
