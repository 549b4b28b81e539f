import { type DerivedProductId, derivedProductIds, derivedProducts } from '@kianda/contract/sea/ocean/derived.contract';
import { formatDay } from '@kianda/format';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { FieldStore } from '../field-store/field-store.ts';
import { zeeStatistics } from '../zee-statistics.rules.ts';
import { planBakun, planFront, planSstIndex } from './along-coast.ts';
import { planChlorophyllAnomaly, planFronts, planProduction, planSstAnomaly } from './fields.ts';
import { deriveHeatwaves } from './heatwaves.ts';
import type { Planner, Result, Unit } from './plan.ts';
import type { DerivedRepository } from './repository.ts';
import { planMixedLayer, planRegionalSst } from './series.ts';
import type { NewField } from './tables.ts';

/** A run ends by itself after this time; the next one computes the remaining days. */
const longestRunMs = 8 * 60_000;

const planners: Readonly<Record<Exclude<DerivedProductId, 'marine-heatwaves'>, Planner>> = {
  'front-latitude': planFront,
  'sst-fronts': planFronts,
  'sst-upwelling-index': planSstIndex,
  'bakun-index': planBakun,
  'regional-sst': planRegionalSst,
  'sst-anomaly': planSstAnomaly,
  'chlorophyll-anomaly': planChlorophyllAnomaly,
  'net-primary-production': planProduction,
  'mixed-layer-depth': planMixedLayer,
};

export type Derivation = { readonly product?: DerivedProductId | undefined; readonly again: boolean };
export type DerivationContext = {
  readonly runId: string;
  readonly signal: AbortSignal;
  progress(fraction: number | null, message: string): Promise<void>;
};
export type DerivationResult = { readonly computed: Readonly<Record<string, number>>; readonly unfinished: boolean };

type DeriverDependencies = {
  readonly repository: DerivedRepository;
  readonly fields: FieldStore;
  readonly clock: Clock;
};

/**
 * Brings derived products up to date: a day is computed when its inputs, or the method, are not those it was computed
 * from. Newest days first. The same run twice changes nothing; one that dies loses at most a day.
 */
export function createDeriver(deps: DeriverDependencies) {
  const { repository, clock } = deps;

  return async function derive(input: Derivation, job: DerivationContext): Promise<DerivationResult> {
    const startedMs = clock.nowMs();
    const isLate = () => clock.nowMs() - startedMs > longestRunMs;
    const products = input.product === undefined ? derivedProductIds : needed(input.product);
    const computed: Record<string, number> = {};
    if (input.again) for (const product of products) await repository.outdate(product);
    for (const product of products) {
      job.signal.throwIfAborted();
      if (isLate()) return { computed, unfinished: true };
      const { label } = derivedProducts[product];
      if (product === 'marine-heatwaves') {
        await job.progress(null, label);
        computed[product] = await deriveHeatwaves(repository, { jobRunId: job.runId, nowMs: clock.nowMs() });
        continue;
      }
      const units = await outdatedDays(deps, product);
      computed[product] = 0;
      for (const [index, unit] of units.entries()) {
        job.signal.throwIfAborted();
        if (isLate()) return { computed, unfinished: true };
        await job.progress(index / units.length, `${label}: ${formatDay(unit.observedAt.toISOString().slice(0, 10))}`);
        await saveDay(deps, { product, unit, jobRunId: job.runId });
        computed[product] = index + 1;
      }
    }
    return { computed, unfinished: false };
  };
}

/** Days to compute, newest first; days whose inputs are gone are removed. */
async function outdatedDays(deps: DeriverDependencies, product: keyof typeof planners): Promise<Unit[]> {
  const { repository } = deps;
  const units = await planners[product](deps);
  const known = new Map((await repository.computed(product)).map((day) => [day.observedAt.getTime(), day]));
  const { version } = derivedProducts[product];
  const outdated = units.filter((unit) => {
    const day = known.get(unit.observedAt.getTime());
    return day === undefined || day.inputHash !== unit.hash || day.methodVersion !== version;
  });
  for (const unit of units) known.delete(unit.observedAt.getTime());
  await repository.forget(
    product,
    [...known.values()].map((day) => day.observedAt),
  );
  return outdated.toSorted((a, b) => b.observedAt.getTime() - a.observedAt.getTime());
}

/** Computes a day and stores its values, its field and the ledger of its inputs. */
async function saveDay(
  { repository, fields, clock }: DeriverDependencies,
  day: { readonly product: DerivedProductId; readonly unit: Unit; readonly jobRunId: string },
): Promise<void> {
  const { product, unit, jobRunId } = day;
  const { values, field, warnings, inputs } = await unit.compute();
  const row = {
    product,
    observed_at: unit.observedAt,
    input_hash: unit.hash,
    method_version: derivedProducts[product].version,
    inputs: JSON.stringify(inputs),
    warnings: [...warnings],
    computed_at: new Date(clock.nowMs()),
    job_run_id: jobRunId,
  };
  const stored = field === null ? null : await storeField(fields, product, unit.observedAt, field);
  await repository.save([{ day: row, values, field: stored }]);
}

async function storeField(
  fields: FieldStore,
  product: DerivedProductId,
  observedAt: Date,
  { grid, values }: NonNullable<Result['field']>,
): Promise<NewField> {
  const { mean, median, min, max, coverage } = zeeStatistics(grid, values);
  const address = {
    dataset: `derived-${product}`,
    variable: product,
    depthMeters: 0,
    observedAtMs: observedAt.getTime(),
  };
  return {
    west: grid.west,
    south: grid.south,
    lon_step_degrees: grid.lonStepDegrees,
    lat_step_degrees: grid.latStepDegrees,
    columns: grid.columns,
    rows: grid.rows,
    ...(await fields.write(address, grid, values)),
    zee_mean: mean,
    zee_median: median,
    zee_min: min,
    zee_max: max,
    coverage,
  };
}

/** A product and what it is computed from. */
function needed(product: DerivedProductId): readonly DerivedProductId[] {
  return product === 'marine-heatwaves' ? ['regional-sst', product] : [product];
}
