import { report, type Watch } from '../../models/shared/watch.ts';
import { type Outcome, warningsOf } from '../shared/outcome.ts';
import { adjacencyOf, type Network } from './network.ts';
import { PathTree } from './path-tree.ts';

export type ConnectivityOptions = {
  /** `iic`: links are there or not. `pc`: the chance of a direct move falls with the length, e^(−k length). */
  readonly index?: 'iic' | 'pc';
  /** Length at which the chance of a direct move is `chance`; of `pc` alone. */
  readonly dispersal?: { readonly length: number; readonly chance: number };
  /** Area of the whole landscape, in the unit of the patches; without it there is no index, but EC. */
  readonly landscapeArea?: number | null;
  /** Importance of links too. */
  readonly links?: boolean;
};

/** Share of the index that is lost with a patch, in per cent, and its three parts. */
export type PatchImportance = {
  readonly total: Float64Array;
  /** Habitat within the patch. */
  readonly intra: Float64Array;
  /** Moves between the patch and all others. */
  readonly flux: Float64Array;
  /** Moves between others through the patch that have no other way as good. */
  readonly connector: Float64Array;
};

export type Connectivity = {
  /** IIC or PC, 0–1; null without the area of the landscape. */
  readonly index: number | null;
  /** Equivalent connected area: that of the one patch that would be as well connected. */
  readonly equivalentArea: number;
  /** Equivalent connected area ÷ area of all patches, 0–1. */
  readonly normalised: number;
  readonly patches: PatchImportance;
  /** Share of the index that is lost with each link, in per cent; null where not asked for. */
  readonly links: Float64Array | null;
  readonly components: number;
};

const sources = {
  iic: 'Índice integral de conectividade (Pascual-Hortal & Saura 2006, Landsc. Ecol. 21:959–967)',
  pc: 'Probabilidade de conectividade (Saura & Pascual-Hortal 2007, Landsc. Urban Plan. 83:91–103)',
} as const;

/**
 * Connectivity of a network of patches and the importance of each patch and link: Σ aᵢ aⱼ p*ᵢⱼ with p* of the best way.
 * Parts of the importance: Saura & Rubio (2010), Ecography 33:523–537. Null with a warning where no patch has an area.
 */
export function connectivityOf(
  network: Network,
  options: ConnectivityOptions = {},
  watch: Watch = {},
): Outcome<Connectivity | null, Required<ConnectivityOptions>> {
  const { index = 'pc', dispersal = { length: 10_000, chance: 0.5 }, landscapeArea = null, links = false } = options;
  if (index === 'pc' && !(dispersal.length > 0 && dispersal.chance > 0 && dispersal.chance < 1)) {
    throw new RangeError(`dispersal: received ${dispersal.length} with ${dispersal.chance}, expected > 0 and 0–1`);
  }
  const method = sources[index];
  const parameters = { index, dispersal, landscapeArea, links };
  const all = network.areas.reduce((sum, area) => sum + area, 0);
  if (landscapeArea !== null && landscapeArea < all) {
    throw new RangeError(`landscapeArea: received ${landscapeArea}, expected at least the ${all} of the patches`);
  }
  if (all === 0) return { value: null, method, parameters, warnings: warningsOf({ empty: 1 }) };
  const weights =
    index === 'iic'
      ? new Float64Array(network.links.length.length).fill(1)
      : network.links.length.map((length) => (-Math.log(dispersal.chance) * length) / dispersal.length);
  const shareOf = index === 'iic' ? (length: number) => 1 / (1 + length) : (length: number) => Math.exp(-length);
  const sums = sumsOf(network, { weights, shareOf, links, watch });
  const { numerator, components } = sums;
  const islands = sums.degrees.filter((degree) => degree === 0).length;
  const equivalentArea = Math.sqrt(numerator);
  const percent = (sum: Float64Array) => sum.map((value) => (100 * value) / numerator);
  const value: Connectivity = {
    index: landscapeArea === null ? null : numerator / landscapeArea ** 2,
    equivalentArea,
    normalised: equivalentArea / all,
    patches: {
      total: percent(sums.intra.map((own, patch) => own + (sums.flux[patch] ?? 0) + (sums.connector[patch] ?? 0))),
      intra: percent(sums.intra),
      flux: percent(sums.flux),
      connector: percent(sums.connector),
    },
    links: sums.links === null ? null : percent(sums.links),
    components,
  };
  const disconnected = components > 1 ? components : 0;
  return { value, method, parameters, warnings: warningsOf({ islands, disconnected }) };
}

type Task = {
  readonly weights: Float64Array;
  /** Share that a way of some length leaves; 0 of none. */
  readonly shareOf: (length: number) => number;
  readonly links: boolean;
  readonly watch: Watch;
};

function sumsOf(network: Network, { weights, shareOf, links: withLinks, watch }: Task) {
  const { areas } = network;
  const adjacency = adjacencyOf(network);
  const tree = new PathTree(adjacency, weights);
  const intra = areas.map((area) => area * area);
  const flux = new Float64Array(areas.length);
  const connector = new Float64Array(areas.length);
  const links = withLinks ? new Float64Array(weights.length) : null;
  let [components, sum] = [0, 0];
  const shares = new Float64Array(areas.length);
  // A source loses with each way that gets longer.
  let [from, lost] = [0, 0];
  const lose = (patch: number, length: number): void => {
    lost += from * (areas[patch] ?? 0) * ((shares[patch] ?? 0) - shareOf(length));
  };
  for (let source = 0; source < areas.length; source += 1) {
    report(watch, source / areas.length);
    tree.grow(source);
    from = areas[source] ?? 0;
    let isFirst = true;
    for (let place = 0; place < tree.reached; place += 1) {
      const patch = tree.order[place] ?? 0;
      if (patch < source) isFirst = false;
      shares[patch] = shareOf(tree.lengths[patch] ?? 0);
      const move = from * (areas[patch] ?? 0) * (shares[patch] ?? 0);
      if (patch !== source) flux[source] = (flux[source] ?? 0) + 2 * move;
      sum += move;
    }
    if (isFirst) components += 1;
    for (let place = 1; place < tree.reached; place += 1) {
      const patch = tree.order[place] ?? 0;
      lost = 0;
      tree.withoutPatch(patch, lose);
      connector[patch] = (connector[patch] ?? 0) + lost;
      if (links === null) continue;
      const link = tree.parents[patch] ?? 0;
      lost = 0;
      tree.withoutLinkTo(patch, lose);
      links[link] = (links[link] ?? 0) + lost;
    }
  }
  const degrees = areas.map((_, patch) => (adjacency.starts[patch + 1] ?? 0) - (adjacency.starts[patch] ?? 0));
  return { numerator: sum, intra, flux, connector, links, components, degrees };
}

export type ProtectedConnected = {
  /** Per cent of the landscape that is protected, protected and connected, and protected without being connected. */
  readonly protected: number;
  readonly protectedConnected: number;
  readonly protectedUnconnected: number;
  /** Per cent of the protected area that is connected. */
  readonly connectedOfProtected: number;
  /** Per cent of what is connected that moves within areas, and not between them. */
  readonly within: number;
};

/** ProtConn: EC of the protected areas by PC ÷ the landscape. Source: Saura et al. (2017), Ecol. Indic. 76:144–158. */
export function protectedConnected(
  network: Network,
  landscapeArea: number,
  dispersal?: ConnectivityOptions['dispersal'],
): Outcome<ProtectedConnected | null, Required<ConnectivityOptions>> {
  const options = { index: 'pc', landscapeArea, ...(dispersal === undefined ? {} : { dispersal }) } as const;
  const { value, parameters, warnings } = connectivityOf(network, options);
  const method = 'ProtConn (Saura et al. 2017, Ecol. Indic. 76:144–158)';
  if (value === null) return { value: null, method, parameters, warnings };
  const covered = (100 * network.areas.reduce((sum, area) => sum + area, 0)) / landscapeArea;
  const connected = (100 * value.equivalentArea) / landscapeArea;
  const found = {
    protected: covered,
    protectedConnected: connected,
    protectedUnconnected: covered - connected,
    connectedOfProtected: (100 * connected) / covered,
    within: value.patches.intra.reduce((sum, share) => sum + share, 0),
  };
  return { value: found, method, parameters, warnings };
}
