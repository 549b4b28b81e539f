import { type LineageNode, lineageKinds } from '@kianda/contract/ingestion/connectors/engine.contract';

export type { LineageNode };
export type Lineage = {
  readonly nodes: readonly LineageNode[];
  readonly edges: readonly { readonly from: string; readonly to: string }[];
};
export const box = { width: 190, height: 64, gapX: 14, gapY: 28 } as const;

export type Placed = { readonly node: LineageNode; readonly x: number; readonly y: number };

/**
 * One layer per kind that occurs, top to bottom in the order of the data's way; in a layer, nodes stand by the mean
 * place of what feeds them, so that few edges cross. Positions in pixels.
 */
export function layOut(lineage: Lineage): {
  readonly placed: readonly Placed[];
  readonly width: number;
  readonly height: number;
} {
  const layers = lineageKinds
    .map((kind) => lineage.nodes.filter((node) => node.kind === kind))
    .filter((nodes) => nodes.length > 0);
  const spanOf = (count: number) => count * (box.width + box.gapX) - box.gapX;
  const width = spanOf(Math.max(1, ...layers.map((nodes) => nodes.length)));
  const placeOf = new Map<string, number>();
  const placed: Placed[] = [];
  layers.forEach((nodes, layer) => {
    const weight = (node: LineageNode) => {
      const places = lineage.edges.flatMap(({ from, to }) => (to === node.id ? [placeOf.get(from) ?? 0] : []));
      return places.length === 0 ? 0 : places.reduce((sum, place) => sum + place, 0) / places.length;
    };
    const ordered = nodes.toSorted((a, b) => weight(a) - weight(b));
    ordered.forEach((node, index) => {
      const x = (width - spanOf(ordered.length)) / 2 + index * (box.width + box.gapX);
      placeOf.set(node.id, x);
      placed.push({ node, x, y: layer * (box.height + box.gapY) });
    });
  });
  return { placed, width, height: layers.length * (box.height + box.gapY) - box.gapY };
}

/** Ids of everything a node's data came from and everything that uses them, itself included. */
export function relatedTo(lineage: Lineage, id: string): ReadonlySet<string> {
  return new Set([...reachable(lineage, id, 'to', 'from'), ...reachable(lineage, id, 'from', 'to')]);
}

function reachable(lineage: Lineage, id: string, at: 'from' | 'to', next: 'from' | 'to'): ReadonlySet<string> {
  const seen = new Set([id]);
  for (const present of seen) {
    for (const edge of lineage.edges) if (edge[at] === present) seen.add(edge[next]);
  }
  return seen;
}
