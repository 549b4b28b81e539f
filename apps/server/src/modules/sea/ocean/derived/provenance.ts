import { type Provenance, worstProvenance } from '@kianda/contract';
import type { DerivedProductId } from '@kianda/contract/sea/ocean/derived.contract';
import type { ProvenanceOf } from '../../../ingestion/connectors/index.ts';
import type { DerivedRepository } from './repository.ts';
import type { InputGroup } from './tables.ts';

const notYet = 'Ainda sem produtos derivados: aguarda os dados dos conectores e o próximo cálculo.';

export const notDerivedYet = { state: 'fallback', reason: notYet } as const satisfies Provenance;

export type DerivedProvenance = ReturnType<typeof derivedProvenance>;

/** Provenance of derived values: the worst of what they were computed from. */
export function derivedProvenance(repository: DerivedRepository, provenanceOf: ProvenanceOf) {
  async function ofInputs(inputs: readonly InputGroup[]): Promise<Provenance> {
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
    return origins.length === 0 ? notDerivedYet : worstProvenance(origins);
  }

  /** A series is as current as its newest day; one simulated day makes it simulated. */
  async function ofPeriod(product: DerivedProductId, period: { from: Date; to: Date }) {
    const newest = await repository.newestIn(product, period);
    if (newest === undefined) return { provenance: notDerivedYet, warnings: [] };
    const seed = await repository.simulatedSeed(product, period);
    const inputs = seed === null ? newest.inputs : newest.inputs.map((input) => ({ ...input, simulatedSeed: seed }));
    // Warnings of older days were about older data.
    return { provenance: await ofInputs(inputs), warnings: newest.warnings };
  }

  return { ofInputs, ofPeriod };
}
