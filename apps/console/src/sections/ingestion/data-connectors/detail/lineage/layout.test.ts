import { expect, test } from 'vitest';
import { box, type LineageNode, layOut, relatedTo } from './layout.ts';

const node = (id: string, kind: LineageNode['kind']): LineageNode => ({ id, kind, label: id, detail: null });
const edge = (from: string, to: string) => ({ from, to });
const lineage = {
  nodes: [
    node('r2', 'run'),
    node('p', 'provider'),
    node('s1', 'stream'),
    node('s2', 'stream'),
    node('s3', 'stream'),
    node('r1', 'run'),
  ],
  edges: [edge('p', 's1'), edge('p', 's2'), edge('p', 's3'), edge('s1', 'r1'), edge('s3', 'r2'), edge('s2', 'r2')],
};

test('layers come in the order of the data’s way, each in the middle, its nodes by what feeds them', () => {
  const { placed, width, height } = layOut(lineage);
  const step = box.width + box.gapX;
  expect(width).toBe(3 * step - box.gapX);
  expect(height).toBe(3 * box.height + 2 * box.gapY);
  expect(placed.map(({ node: { id }, x, y }) => [id, x, y])).toEqual([
    ['p', step, 0],
    ['s1', 0, box.height + box.gapY],
    ['s2', step, box.height + box.gapY],
    ['s3', 2 * step, box.height + box.gapY],
    ['r1', step / 2, 2 * (box.height + box.gapY)],
    ['r2', step / 2 + step, 2 * (box.height + box.gapY)],
  ]);
});

test('nothing has the width of one node and no negative height beyond a gap', () => {
  expect(layOut({ nodes: [], edges: [] })).toEqual({ placed: [], width: box.width, height: -box.gapY });
});

test('what a node came from and what uses it are followed, what only shares a source is not', () => {
  expect([...relatedTo(lineage, 's1')].toSorted()).toEqual(['p', 'r1', 's1']);
  expect([...relatedTo(lineage, 'r2')].toSorted()).toEqual(['p', 'r2', 's2', 's3']);
  expect([...relatedTo(lineage, 'p')].toSorted()).toEqual(['p', 'r1', 'r2', 's1', 's2', 's3']);
});
