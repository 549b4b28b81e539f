import { type BiomassBand, biomassBandNames, biomassBands } from '@kianda/contract/space/biomass/biomass.contract';
import type { BiomassRun, BiomassZone } from '@kianda/contract/space/biomass/biomass.schemas';
import type { CogBand } from '../../../platform/formats/cog.ts';
import type { JobRunDetail } from '../../../platform/jobs/jobs.ts';
import type { RunRow } from './biomass.tables.ts';

/** A run by what was noted of it, and by its job while it goes on; null: the job is no longer known. */
export function runView(row: RunRow, job: JobRunDetail | null): BiomassRun {
  const asked = {
    ...{ id: row.id, number: row.number, days: row.days, requestedBy: row.requested_by },
    ...{ requestedAt: row.requested_at.toISOString(), confidence: row.confidence },
    ...{ phytoplanktonTonnes: row.phytoplankton_tonnes, fishTonnes: row.fish_tonnes },
    isSimulated: row.is_simulated ?? false,
  };
  const still = { progress: null, message: null, endedAt: row.ended_at?.toISOString() ?? null };
  if (row.ended_at !== null) {
    const state = row.is_cancelled ? 'cancelled' : row.error === null ? 'succeeded' : 'failed';
    return { ...asked, ...still, state, error: row.error };
  }
  const lost = 'O cálculo perdeu-se antes do fim. Recalcule.';
  if (job === null) return { ...asked, ...still, state: 'failed', error: lost };
  const { state, progress, message, endedAt } = job;
  const error = state === 'failed' ? 'O cálculo falhou. A razão está nas tarefas assíncronas; recalcule.' : null;
  return { ...asked, state, progress, message, error, endedAt };
}

/** Layers as the bands of a file, in the order of the contract. */
export const bandsOf = (layers: Readonly<Record<BiomassBand, Float32Array>>): readonly CogBand[] =>
  biomassBandNames.map((name) => ({
    ...{ name: biomassBands[name].label, unit: biomassBands[name].unit, values: layers[name], kind: 'number' as const },
  }));

type ZoneSort = 'name' | 'type' | 'area' | 'phytoplankton' | 'fish' | 'density' | 'coverage';

const values: Readonly<Record<Exclude<ZoneSort, 'name' | 'type'>, (zone: BiomassZone) => number | null>> = {
  area: ({ area_km2 }) => area_km2,
  phytoplankton: ({ phytoplankton_tons }) => phytoplankton_tons,
  fish: ({ fish_tons }) => fish_tons,
  density: ({ biomass_density_kg_ha }) => biomass_density_kg_ha,
  coverage: ({ coverage }) => coverage,
};

/** Zones in an order; what has no value comes last both ways. */
export function orderedZones(
  zones: readonly BiomassZone[],
  { sort, order }: { readonly sort: ZoneSort; readonly order: 'asc' | 'desc' },
): readonly BiomassZone[] {
  const sign = order === 'asc' ? 1 : -1;
  const byText = (text: (zone: BiomassZone) => string) => (one: BiomassZone, other: BiomassZone) =>
    sign * text(one).localeCompare(text(other), 'pt');
  if (sort === 'name') return zones.toSorted(byText(({ zone_name }) => zone_name));
  if (sort === 'type') return zones.toSorted(byText(({ zone_type }) => zone_type));
  const value = values[sort];
  return zones.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (a - b);
  });
}
