import { worstProvenance } from '@kianda/contract';
import {
  type DerivedInput,
  type DerivedProductId,
  derivedProductIds,
  derivedProducts,
} from '@kianda/contract/sea/ocean/derived.contract';
import { isoDate } from '@kianda/geo';
import type { DerivedDependencies } from './dependencies.ts';
import { deriveJobName } from './job.ts';
import { type DerivedProvenance, notDerivedYet } from './provenance.ts';
import type { InputGroup } from './tables.ts';

/** Derived products with their stored days, and the products that a run of a connector went into. */
export function productList({ repository, queue }: DerivedDependencies, provenance: DerivedProvenance) {
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
      const provenances = await Promise.all(known.map((day) => provenance.ofInputs(day.inputs)));
      return {
        value: { products, nextRun: queue().nextRun(deriveJobName) },
        provenance: provenances.length === 0 ? notDerivedYet : worstProvenance(provenances),
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
  };
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
