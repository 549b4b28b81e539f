import { heed, type Watch } from '../../models/shared/watch.ts';
import { type Outcome, warningsOf } from '../shared/outcome.ts';
import { type CircuitSystem, circuitSystem, multiply, precondition, preconditioned } from './circuit-system.ts';
import { type CostSurface, isPassable, requireSurface } from './surface.ts';

export type CircuitOptions = {
  readonly neighbours?: 4 | 8;
  /** Residual at which the solution is taken, relative to the start. */
  readonly tolerance?: number;
  readonly maxIterations?: number;
};

export type Circuit = {
  /** Current through each cell when 1 A flows from the first set of cells to the second; NaN of cells that are not connected. */
  readonly currents: Float64Array;
  /** Voltage, with the second set at 0. */
  readonly voltages: Float64Array;
  readonly effectiveResistance: number;
  readonly iterations: number;
};

/**
 * Current between two sets of cells, each short-circuited, through a surface whose friction is resistance. Source: McRae et
 * al. (2008), Ecology 89:2712–2724 (Circuitscape: neighbours by mean resistance, diagonals × √2); conjugate gradient with
 * a modified incomplete factor (Gustafsson 1978, BIT 18:142–156). Null with a warning where they are not connected.
 */
export function circuitBetween(
  surface: CostSurface,
  [sources, grounds]: readonly [readonly number[], readonly number[]],
  { neighbours = 8, tolerance = 1e-12, maxIterations = 5000 }: CircuitOptions = {},
  watch: Watch = {},
): Outcome<Circuit | null, Required<CircuitOptions>> {
  requireSurface(surface);
  const method = 'Teoria de circuitos (McRae et al. 2008, Circuitscape), gradiente conjugado';
  const parameters = { neighbours, tolerance, maxIterations };
  const usable = (cells: readonly number[]) => cells.filter((cell) => isPassable(surface.friction[cell] ?? 0));
  const isShared = sources.some((cell) => grounds.includes(cell));
  if (isShared) throw new RangeError('circuit: a cell is both source and ground, expected two sets apart');
  const system = circuitSystem(surface, [usable(sources), usable(grounds)], neighbours);
  const outside = sources.length + grounds.length - usable(sources).length - usable(grounds).length;
  if (system === null) return { value: null, method, parameters, warnings: warningsOf({ noPath: 1, outside }) };
  const { voltages, iterations } = solve(system, { tolerance, maxIterations }, watch);
  const value = { ...currentsOf(surface, system, voltages), iterations };
  const notConverged = iterations >= maxIterations ? 1 : 0;
  return { value, method, parameters, warnings: warningsOf({ outside, notConverged }) };
}

/** Voltages with the sources at 1 and the grounds at 0. */
function solve(system: CircuitSystem, limits: { tolerance: number; maxIterations: number }, watch: Watch) {
  const factor = preconditioned(system);
  const cells = system.diagonal.length;
  const x = new Float64Array(cells);
  const residual = system.right.slice();
  const direction = new Float64Array(cells);
  const steps = new Float64Array(cells);
  const image = new Float64Array(cells);
  const start = dot(residual, residual);
  let [rho, iterations] = [0, 0];
  while (iterations < limits.maxIterations && dot(residual, residual) > limits.tolerance ** 2 * start) {
    heed(watch);
    precondition(system, factor, residual, steps);
    const next = dot(residual, steps);
    const beta = iterations === 0 ? 0 : next / rho;
    for (let cell = 0; cell < cells; cell += 1) direction[cell] = (steps[cell] ?? 0) + beta * (direction[cell] ?? 0);
    rho = next;
    multiply(system, direction, image);
    const alpha = rho / dot(direction, image);
    for (let cell = 0; cell < cells; cell += 1) {
      x[cell] = (x[cell] ?? 0) + alpha * (direction[cell] ?? 0);
      residual[cell] = (residual[cell] ?? 0) - alpha * (image[cell] ?? 0);
    }
    iterations += 1;
  }
  for (const cell of system.sources) x[cell] = 1;
  return { voltages: x, iterations };
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let cell = 0; cell < a.length; cell += 1) sum += (a[cell] ?? 0) * (b[cell] ?? 0);
  return sum;
}

function currentsOf({ columns, rows }: CostSurface, system: CircuitSystem, voltages: Float64Array) {
  const { width, links, offsets, isConnected, sources, grounds } = system;
  const flows = new Float64Array(voltages.length);
  const net = new Float64Array(voltages.length);
  links.forEach((conductances, link) => {
    const offset = offsets[link] ?? 0;
    for (let cell = 0; cell < voltages.length - offset; cell += 1) {
      const conductance = conductances[cell] ?? 0;
      if (conductance === 0) continue;
      const flow = conductance * ((voltages[cell] ?? 0) - (voltages[cell + offset] ?? 0));
      flows[cell] = (flows[cell] ?? 0) + Math.abs(flow) / 2;
      flows[cell + offset] = (flows[cell + offset] ?? 0) + Math.abs(flow) / 2;
      net[cell] = (net[cell] ?? 0) + flow;
      net[cell + offset] = (net[cell + offset] ?? 0) - flow;
    }
  });
  const total = sources.reduce((sum, cell) => sum + (net[cell] ?? 0), 0);
  // Current that enters or leaves the circuit at a cell flows through it too.
  for (const cell of [...sources, ...grounds]) flows[cell] = (flows[cell] ?? 0) + Math.abs(net[cell] ?? 0) / 2;
  const currents = new Float64Array(columns * rows).fill(Number.NaN);
  const volts = new Float64Array(columns * rows).fill(Number.NaN);
  for (let cell = 0; cell < columns * rows; cell += 1) {
    const padded = (Math.floor(cell / columns) + 1) * width + (cell % columns) + 1;
    if (isConnected[padded] !== 1) continue;
    currents[cell] = (flows[padded] ?? 0) / total;
    volts[cell] = (voltages[padded] ?? 0) / total;
  }
  return { currents, voltages: volts, effectiveResistance: 1 / total };
}
