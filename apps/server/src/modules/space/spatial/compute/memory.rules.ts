import type { AnalysisType } from '@kianda/contract/space/spatial/analysis-types';
import { formatBytes } from '@kianda/format';

/**
 * Memory at the peak for each cell of the grid, measured with grids that lie in the area altogether: of 0.25 and 1 million
 * cells for density, interpolation and proximity, of 100 million for corridors, of 0.25 million for the others, where what
 * does not grow with the grid weighs more. Corridors hold four arrays of its size: friction, costs, steps and swath.
 */
const bytesPerCell: Partial<Record<AnalysisType, number>> = {
  corridors: 18,
  density: 270,
  interpolation: 240,
  proximity: 340,
  mcda: 560,
  hotspots: 1_150,
};
/** Corridors with the current of the circuit: its equations have as many unknowns as the grid has cells. */
const circuitBytesPerCell = 220;
/** The process that calculates, before it has any data. */
const baseBytes = 130_000_000;

type Asked = { readonly type: AnalysisType; readonly parameters: Readonly<Record<string, unknown>> };

/** Memory that an analysis takes at most, by the cells of its grid; null of kinds whose memory is not that of a grid. */
export function memoryFor({ type, parameters }: Asked, cells: number): number | null {
  if (typeof parameters.cell_degrees !== 'number') return null;
  if (type === 'hotspots' && typeof parameters.value_attribute === 'string') return null;
  const each = type === 'corridors' && parameters.algorithm === 'circuit' ? circuitBytesPerCell : bytesPerCell[type];
  return each === undefined ? null : baseBytes + each * cells;
}

/** Why an analysis can't be made within the memory that it may have, and what to do; null where it can. */
export function memoryRefusal(asked: Asked, cells: number, most: number): string | null {
  const bytes = memoryFor(asked, cells);
  if (bytes === null || bytes <= most) return null;
  const [needed, given] = [formatBytes(bytes), formatBytes(most)];
  return `A análise precisaria de cerca de ${needed} de memória, e uma análise pode ter ${given}: escolha células maiores ou uma área menor.`;
}
