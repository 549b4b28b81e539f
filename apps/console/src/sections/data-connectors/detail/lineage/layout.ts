import type { DataOf } from '@kianda/contract';
import type { connectorLineage } from '@kianda/contract/connectors/operations.contract';

export type Lineage = DataOf<typeof connectorLineage>;
export type LineageNode = Lineage['nodes'][number];
export const lineageKinds = ['provider', 'stream', 'run', 'raw', 'table', 'endpoint', 'screen'] as const;

export const box = { width: 148, height: 52, gapX: 36, gapY: 14 } as const;

export type Placed = { readonly node: LineageNode; readonly x: number; readonly y: number };

/**
 * One column per kind that occurs, in the order of the data's way; in a column, nodes stand by the mean place of what
 * feeds them, so that few edges cross. Positions in pixels.
 */
export function layOut(lineage: Lineage): {
  readonly placed: readonly Placed[];
  readonly width: number;
  readonly height: number;
} {
  const columns = lineageKinds
    .map((kind) => lineage.nodes.filter((node) => node.kind === kind))
    .filter((nodes) => nodes.length > 0);
  const rowOf = new Map<string, number>();
  const tallest = Math.max(1, ...columns.map((nodes) => nodes.length));
  const height = tallest * (box.height + box.gapY) - box.gapY;
  const placed: Placed[] = [];
  columns.forEach((nodes, column) => {
    const weight = (node: LineageNode) => {
      const rows = lineage.edges.flatMap(({ from, to }) => (to === node.id ? [rowOf.get(from) ?? 0] : []));
      return rows.length === 0 ? 0 : rows.reduce((sum, row) => sum + row, 0) / rows.length;
    };
    const ordered = nodes.toSorted((a, b) => weight(a) - weight(b));
    const own = ordered.length * (box.height + box.gapY) - box.gapY;
    ordered.forEach((node, row) => {
      const y = (height - own) / 2 + row * (box.height + box.gapY);
      rowOf.set(node.id, y);
      placed.push({ node, x: column * (box.width + box.gapX), y });
    });
  });
  return { placed, width: columns.length * (box.width + box.gapX) - box.gapX, height };
}

/** Ids of everything a node's data came from and everything that uses them, itself included. */
export function relatedTo(lineage: Lineage, id: string): ReadonlySet<string> {
  return new Set([...reach(lineage, id, 'to', 'from'), ...reach(lineage, id, 'from', 'to')]);
}

function reach(lineage: Lineage, id: string, at: 'from' | 'to', next: 'from' | 'to'): ReadonlySet<string> {
  const seen = new Set([id]);
  for (const present of seen) {
    for (const edge of lineage.edges) if (edge[at] === present) seen.add(edge[next]);
  }
  return seen;
}
