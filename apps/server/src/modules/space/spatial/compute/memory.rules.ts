import { type AnalysisType, hotspotParametersSchema } from '@kianda/contract/space/spatial/analysis-types';
import { formatBytes } from '@kianda/format';

/**
 * Memory at the peak of the process that calculates: before it has a grid, and for each cell. Measured with grids that lie in
 * the area altogether: of 0.25 and 1 million cells for density, interpolation and proximity, of 0.25 to 4 million for criteria
 * (2 and 10 of them), counted hotspots and circuits, of 100 million for corridors.
 */
type Memory = { readonly bytes: number; readonly perCell: number };

const baseBytes = 130_000_000;
/** Of analyses that work with an object for each cell: the heap grows ahead of what is in use. */
const objectBytes = 350_000_000;
const perCell: Partial<Record<AnalysisType, number>> = { density: 270, interpolation: 240, proximity: 340 };

type Asked = { readonly type: AnalysisType; readonly parameters: Readonly<Record<string, unknown>> };

/** Memory of the kinds whose parameters decide it too; null of kinds whose memory is not that of a grid. */
function memoryOf({ type, parameters }: Asked): Memory | null {
  if (type === 'corridors') {
    // Friction, costs, steps and swath; the equations of a circuit have as many unknowns as the grid has cells.
    if (parameters.algorithm === 'circuit') return { bytes: 170_000_000, perCell: 195 };
    return { bytes: baseBytes, perCell: 18 };
  }
  if (type === 'mcda') {
    const count = Array.isArray(parameters.criteria) ? parameters.criteria.length : 0;
    return { bytes: objectBytes, perCell: 200 + 24 * count };
  }
  if (type === 'hotspots') {
    if (typeof parameters.value_attribute === 'string') return null;
    return { bytes: objectBytes, perCell: 600 + 33 * Math.max(0, neighboursOf(parameters) - 8) };
  }
  const each = perCell[type];
  return each === undefined ? null : { bytes: baseBytes, perCell: each };
}

/** Neighbours of a cell among the cells of a grid; those that touch it where no distance is said. */
function neighboursOf(parameters: Asked['parameters']): number {
  const {
    neighbourhood,
    neighbour_count: count,
    band_distance: band,
    cell_degrees: side,
  } = hotspotParametersSchema.parse(parameters);
  if (neighbourhood === 'nearest') return count;
  return band === null ? 8 : Math.PI * (band / (metersPerDegree * side)) ** 2;
}
const metersPerDegree = 111_195;

/** Memory that an analysis takes at most, by the cells of its grid; null of kinds whose memory is not that of a grid. */
export function memoryFor(asked: Asked, cells: number): number | null {
  if (typeof asked.parameters.cell_degrees !== 'number') return null;
  const memory = memoryOf(asked);
  return memory === null ? null : memory.bytes + memory.perCell * cells;
}

/** Why an analysis can't be made within the memory that it may have, and what to do; null where it can. */
export function memoryRefusal(asked: Asked, cells: number, most: number): string | null {
  const bytes = memoryFor(asked, cells);
  if (bytes === null || bytes <= most) return null;
  const [needed, given] = [formatBytes(bytes), formatBytes(most)];
  return `A análise precisaria de cerca de ${needed} de memória, e uma análise pode ter ${given}: escolha células maiores ou uma área menor.`;
}
