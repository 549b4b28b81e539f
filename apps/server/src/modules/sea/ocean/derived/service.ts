import { type Provenance, type Sourced, worstProvenance } from '@kianda/contract';
import {
  type DerivedGrid,
  type DerivedInput,
  type DerivedPoint,
  type DerivedProductId,
  derivedProductIds,
  derivedProducts,
  type MarineHeatwaveEvent,
  type OceanRegion,
} from '@kianda/contract/sea/ocean/derived.contract';
import { isoDate } from '@kianda/geo';
import type { Clock } from '../../../../platform/clock/clock.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { JobQueue } from '../../../../platform/jobs/jobs.ts';
import type { Credit, ProvenanceOf } from '../../../ingestion/connectors/index.ts';
import type { FieldStore } from '../field-store/field-store.ts';
import { packInt16 } from '../field-store/int16.ts';
import { thin } from '../grid-thinning.rules.ts';
import { csvOf } from './csv.ts';
import { baselineWarnings } from './heatwaves.ts';
import { gridOf } from './inputs.ts';
import { deriveJobName } from './job.ts';
import type { DerivedRepository } from './repository.ts';
import type { HeatwaveRow, InputGroup, ValueRow } from './tables.ts';

const dayMs = 86_400_000;
const categories = ['moderada', 'forte', 'severa', 'extrema'] as const;
const notYet = 'Ainda sem produtos derivados: aguarda os dados dos conectores e o próximo cálculo.';

export type CreditOf = (connectorId: string) => Credit | null;

/** Who asked for something that must be traced. */
export type DerivedActor = {
  readonly id: string;
  readonly name: string;
  readonly ipAddress: string;
  readonly userAgent: string;
};
export type DerivedAudit = {
  record(entry: {
    actor: DerivedActor;
    resource: string;
    metadata: Readonly<Record<string, string | boolean>>;
  }): Promise<unknown>;
};

export type PeriodQuery = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly days: number;
  readonly key?: string | undefined;
};

/** Derived products as users read them, each with the worst origin of what it was made of. */
export function createDerivedService(options: {
  repository: DerivedRepository;
  fields: FieldStore;
  provenanceOf: ProvenanceOf;
  creditOf: CreditOf;
  queue: () => JobQueue;
  audit: DerivedAudit;
  clock: Clock;
}) {
  const { repository, fields, provenanceOf, creditOf, clock } = options;

  async function provenanceOfInputs(inputs: readonly InputGroup[]): Promise<Provenance> {
    const origins = await Promise.all(
      inputs
        // A climatology is old by nature; only that it was simulated matters.
        .filter((input) => input.role === 'observation' || input.simulatedSeed !== null)
        .map((input) =>
          provenanceOf({
            connectorId: input.connectorId,
            streamId: input.streamId,
            observedAtMs: input.toMs,
            retrievedAtMs: input.retrievedAtMs,
            simulatedSeed: input.simulatedSeed,
          }),
        ),
    );
    return origins.length === 0 ? { state: 'fallback', reason: notYet } : worstProvenance(origins);
  }

  /** A series is as current as its newest day; one simulated day makes it simulated. */
  async function originOf(product: DerivedProductId, period: { from: Date; to: Date }) {
    const newest = await repository.newestIn(product, period);
    if (newest === undefined) return { provenance: { state: 'fallback', reason: notYet } as const, warnings: [] };
    const seed = await repository.simulatedSeed(product, period);
    const inputs = seed === null ? newest.inputs : newest.inputs.map((input) => ({ ...input, simulatedSeed: seed }));
    // Warnings of older days were about older data.
    return { provenance: await provenanceOfInputs(inputs), warnings: newest.warnings };
  }

  function periodOf(query: PeriodQuery) {
    const to = query.to === undefined ? new Date(clock.nowMs()) : new Date(query.to);
    const from = query.from === undefined ? new Date(to.getTime() - query.days * dayMs) : new Date(query.from);
    return { from, to, key: query.key };
  }

  async function read(product: DerivedProductId, query: PeriodQuery) {
    const period = periodOf(query);
    const [rows, origin] = await Promise.all([repository.values(product, period), originOf(product, period)]);
    return { rows, period, ...origin };
  }

  return {
    async list() {
      const summaries = new Map((await repository.summaries()).map((row) => [row.product, row]));
      const newest = await Promise.all(derivedProductIds.map((product) => repository.newestDay(product)));
      const products = derivedProductIds.map((id, index) => {
        const { label, unit, method, version, field } = derivedProducts[id];
        const summary = summaries.get(id);
        return {
          id,
          label,
          unit,
          kind: 'derivado' as const,
          method,
          methodVersion: version,
          hasField: field !== null,
          days: Number(summary?.days ?? 0),
          oldestDay: summary === undefined ? null : isoDate(new Date(summary.oldest).getTime()),
          newestDay: summary === undefined ? null : isoDate(new Date(summary.newest).getTime()),
          computedAt: summary === undefined ? null : new Date(summary.computed).toISOString(),
          warnings: newest[index]?.warnings ?? [],
          inputs: (newest[index]?.inputs ?? []).map(inputOf),
        };
      });
      const known = newest.filter((day) => day !== undefined);
      const provenances = await Promise.all(known.map((day) => provenanceOfInputs(day.inputs)));
      return {
        value: { products, nextRun: options.queue().nextRun(deriveJobName) },
        provenance:
          provenances.length === 0 ? ({ state: 'fallback', reason: notYet } as const) : worstProvenance(provenances),
      };
    },

    async series(product: DerivedProductId, query: PeriodQuery) {
      const { rows, provenance, warnings } = await read(product, query);
      const { unit, method, version } = derivedProducts[product];
      const points = rows.map(pointOf);
      const kind = 'derivado' as const;
      return { value: { product, unit, kind, method, methodVersion: version, warnings, points }, provenance };
    },

    /** The same series as text, with what its sources ask for. */
    async export(product: DerivedProductId, query: PeriodQuery): Promise<Uint8Array> {
      const { rows, period, provenance, warnings } = await read(product, query);
      const connectorIds = await repository.connectorIds(product, period);
      const credits = connectorIds.map(creditOf).filter((credit) => credit !== null);
      const exportedAt = new Date(clock.nowMs()).toISOString();
      return Buffer.from(csvOf({ product, points: rows.map(pointOf), warnings, provenance, credits, exportedAt }));
    },

    async heatwaves(query: { region?: OceanRegion | undefined; limit: number }) {
      const [events, baselines, day] = await Promise.all([
        repository.heatwaves(query.region, query.limit),
        repository.baselines(),
        repository.newestDay('marine-heatwaves'),
      ]);
      return {
        value: {
          kind: 'derivado' as const,
          events: events.map(eventOf),
          baselines: baselines.map((row) => ({
            region: row.region as OceanRegion,
            from: isoDate(row.from_at.getTime()),
            to: isoDate(row.to_at.getTime()),
            years: row.years,
            short: row.short,
          })),
          warnings: baselineWarnings(baselines),
        },
        provenance: await provenanceOfInputs(day?.inputs ?? []),
      };
    },

    /** Field of the newest day at or before `time`. Throws `not_found` when there is none. */
    async grid(product: DerivedProductId, time: string | undefined, stride: number): Promise<Sourced<DerivedGrid>> {
      const notAfter = time === undefined ? new Date(clock.nowMs()) : new Date(time);
      const row = await repository.fieldAt(product, notAfter);
      const values = row === undefined ? null : await fields.read(row);
      const { label, unit, method, version } = derivedProducts[product];
      if (row === undefined || values === null) {
        throw new AppError('not_found', { detail: `Não há campo de «${label}» para a data pedida.` });
      }
      const { provenance, warnings } = await originOf(product, { from: row.observed_at, to: row.observed_at });
      const thinned = thin(gridOf(row), values, stride);
      const { scale, offset, base64 } = packInt16(thinned.values);
      return {
        value: {
          slice: {
            variable: product,
            dataset: `derived-${product}`,
            provider: 'Kianda',
            unit,
            time: row.observed_at.toISOString(),
            depthMeters: 0,
            zeeMean: row.zee_mean,
            zeeMedian: row.zee_median,
            zeeMin: row.zee_min,
            zeeMax: row.zee_max,
            coverage: row.coverage,
          },
          ...thinned.grid,
          encoding: 'int16-base64',
          scale,
          offset,
          values: base64,
          kind: 'derivado',
          method,
          methodVersion: version,
          warnings,
        },
        provenance,
      };
    },

    async uses(runId: string) {
      const rows = await repository.uses(runId);
      return rows.map((row) => {
        const product = row.product as DerivedProductId;
        return {
          product,
          label: derivedProducts[product].label,
          days: Number(row.days),
          oldestDay: isoDate(new Date(row.oldest).getTime()),
          newestDay: isoDate(new Date(row.newest).getTime()),
        };
      });
    },

    /** Asks for the computation; resolves with the run of the job. Throws `already_running`. */
    async run(input: { product?: DerivedProductId | undefined; again: boolean }, actor: DerivedActor): Promise<string> {
      const runId = await options.queue().enqueue(deriveJobName, input, { actorId: actor.id, trigger: 'manual' });
      const resource = `ocean.derived/${input.product ?? 'todos'}`;
      await options.audit.record({ actor, resource, metadata: { change: 'derive', again: input.again, runId } });
      return runId;
    },
  };
}

export type DerivedService = ReturnType<typeof createDerivedService>;

function pointOf(row: ValueRow): DerivedPoint {
  return { time: row.observed_at.toISOString(), key: row.key, value: row.value, detail: row.detail };
}

function inputOf(input: InputGroup): DerivedInput {
  return {
    dataset: input.dataset,
    variable: input.variable,
    role: input.role,
    connectorId: input.connectorId,
    streamId: input.streamId,
    from: new Date(input.fromMs).toISOString(),
    to: new Date(input.toMs).toISOString(),
    fields: input.fields,
    runIds: [...input.runIds],
    simulated: input.simulatedSeed !== null,
  };
}

function eventOf(row: HeatwaveRow): MarineHeatwaveEvent {
  return {
    region: row.region as OceanRegion,
    start: row.started_at.toISOString(),
    end: row.ended_at.toISOString(),
    peak: row.peak_at.toISOString(),
    durationDays: row.duration_days,
    intensityMax: row.intensity_max,
    intensityMean: row.intensity_mean,
    intensityCumulative: row.intensity_cumulative,
    intensityVariability: row.intensity_variability,
    rateOnset: row.rate_onset,
    rateDecline: row.rate_decline,
    category: categories[row.category - 1] ?? 'extrema',
    ongoing: row.ongoing,
  };
}
