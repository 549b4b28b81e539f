import { gridIndex, gridNearest, type Position } from '@kianda/geo';
import type { TemporalContext } from './temporal.context.ts';

type Seabed = {
  /** Depth of the sea in metres; null on land, outside of the relief, and without one. */
  readonly depthAt: (position: Position) => number | null;
  /** Whether a place lies in the relief that is held. */
  readonly isHeldAt: (position: Position) => boolean;
};

/** The stored relief of the bottom of the sea. */
export async function seabedOf({ frames, clock }: Pick<TemporalContext, 'frames' | 'clock'>): Promise<Seabed> {
  const always = { from: new Date(0), to: new Date(clock.nowMs()) };
  const relief = await frames.framesOf({ kind: 'field', variable: 'seabedDepth' }, always);
  const last = relief.frames.at(-1);
  const cells = last === undefined ? null : await frames.cellsOf(last);
  const cellAt = (position: Position): number | undefined => {
    if (last === undefined || cells === null) return undefined;
    const cell = gridNearest(last.grid, position);
    const index = cell === null ? null : gridIndex(last.grid, cell.column, cell.row);
    return index === null ? undefined : cells[index];
  };
  return {
    depthAt(position) {
      const depth = cellAt(position);
      return depth === undefined || Number.isNaN(depth) ? null : depth;
    },
    isHeldAt: (position) => cellAt(position) !== undefined,
  };
}
