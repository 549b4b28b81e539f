import { type ESTree, type Plugin, parseSync, Visitor } from 'vite';

const contractFile = /\/packages\/contract\/src\/.*\.ts$/;
/** Names of their own for what declares the contract: a call by one of them is without effect wherever it stands. */
const ownNames: Readonly<Record<string, string>> = { z: 'contractSchema', endpoint: 'contractEndpoint' };
export const pureNames = Object.values(ownNames);

/** Parts of an endpoint that a page reads; the rest binds, documents and guards it at the server. */
const readParts = new Set(['id', 'service', 'method', 'path', 'response', 'format', 'access', 'personal']);

type Cut = readonly [start: number, end: number, instead: string];

function cutsOf(node: ESTree.CallExpression): readonly Cut[] {
  const { callee, arguments: given } = node;
  if (callee.type !== 'Identifier' || callee.name !== 'endpoint') return [];
  const cuts: Cut[] = [[callee.start, callee.end, 'contractEndpoint']];
  const [declared] = given;
  if (declared?.type !== 'ObjectExpression') return cuts;
  const { properties } = declared;
  for (const [index, part] of properties.entries()) {
    const name = part.type === 'Property' && part.key.type === 'Identifier' ? part.key.name : null;
    if (name === null || readParts.has(name)) continue;
    // With the comma after it: up to the next part, or to the end of the declaration.
    cuts.push([part.start, properties[index + 1]?.start ?? declared.end - 1, '']);
  }
  return cuts;
}

/**
 * A file of the contract as a page needs it: of an endpoint its address, its format and the schema of its answer; and every schema
 * and endpoint that nobody reads may be left out.
 */
export function asPageReads(source: string, name: string): string {
  const cuts: Cut[] = [];
  new Visitor({
    // biome-ignore lint/correctness/noComponentHookFactories: the syntax has this name, and no component
    CallExpression: (node) => void cuts.push(...cutsOf(node)),
    MemberExpression({ object }) {
      if (object.type === 'Identifier' && object.name === 'z') cuts.push([object.start, object.end, 'contractSchema']);
    },
    ImportSpecifier({ local, start, end }) {
      const own = ownNames[local.name];
      if (own !== undefined) cuts.push([start, end, `${local.name} as ${own}`]);
    },
  }).visit(parseSync(name, source).program);
  // From the end: what lies before keeps its place. A part within a part that was cut is gone already.
  const kept = cuts.filter(
    ([start, end]) => !cuts.some(([from, to]) => from <= start && end <= to && to - from > end - start),
  );
  return kept
    .toSorted(([one], [other]) => other - one)
    .reduce((text, [start, end, instead]) => text.slice(0, start) + instead + text.slice(end), source);
}

/** Leaves out of the pages what they do not read of the contract. */
export function leaveOutUnread(): Plugin {
  return {
    name: 'kianda-contract-weight',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      return contractFile.test(id) ? { code: asPageReads(code, id), map: null } : null;
    },
  };
}
