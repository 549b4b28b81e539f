import { type DerivedPoint, type DerivedProductId, derivedProducts } from '@kianda/contract/sea/ocean/derived.contract';
import { csvOf } from './csv.ts';
import type { DerivedDependencies } from './dependencies.ts';
import type { DerivedProvenance } from './provenance.ts';
import type { ValueRow } from './tables.ts';

const dayMs = 86_400_000;

export type PeriodQuery = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly days: number;
  readonly key?: string | undefined;
};

/** Values of a derived product over a period, as an answer and as a file. */
export function derivedSeries({ repository, creditOf, clock }: DerivedDependencies, provenance: DerivedProvenance) {
  async function read(product: DerivedProductId, query: PeriodQuery) {
    const period = periodOf(query, clock.nowMs());
    const [rows, origin] = await Promise.all([
      repository.values(product, period),
      provenance.ofPeriod(product, period),
    ]);
    return { rows, period, ...origin };
  }

  return {
    async series(product: DerivedProductId, query: PeriodQuery) {
      const { rows, provenance: origin, warnings } = await read(product, query);
      const { unit, method, version } = derivedProducts[product];
      const points = rows.map(pointOf);
      const kind = 'derivado' as const;
      return { value: { product, unit, kind, method, methodVersion: version, warnings, points }, provenance: origin };
    },

    /** The same series as text, with what its sources ask for. */
    async export(product: DerivedProductId, query: PeriodQuery): Promise<Uint8Array> {
      const { rows, period, provenance: origin, warnings } = await read(product, query);
      const connectorIds = await repository.connectorIds(product, period);
      const credits = connectorIds.map(creditOf).filter((credit) => credit !== null);
      const exportedAt = new Date(clock.nowMs()).toISOString();
      return Buffer.from(
        csvOf({ product, points: rows.map(pointOf), warnings, provenance: origin, credits, exportedAt }),
      );
    },
  };
}

function periodOf(query: PeriodQuery, nowMs: number) {
  const to = query.to === undefined ? new Date(nowMs) : new Date(query.to);
  const from = query.from === undefined ? new Date(to.getTime() - query.days * dayMs) : new Date(query.from);
  return { from, to, key: query.key };
}

function pointOf(row: ValueRow): DerivedPoint {
  return { time: row.observed_at.toISOString(), key: row.key, value: row.value, detail: row.detail };
}
