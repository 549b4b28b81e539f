import { askedCells, decimal, latticeOf, valuesWithin, whole } from './cells.rules.ts';
import type { Computing, Outcome } from './compute.types.ts';
import { recordedCells, speciesAbout } from './presences.rules.ts';
import { cellsFrom, thresholdOf } from './threshold.rules.ts';

/** Species are counted in a block of about this breadth: a single cell has few records. */
const evidenceDegrees = 0.5;

/** Cells where the model expects most species with the same effort, if enough species were recorded about them. */
export async function biodiversityHotspots({ rule, stores, signal, progress }: Computing): Promise<Outcome> {
  const { cellDegrees, modelVersion, month, bbox, threshold: asking, speciesCountMin } = rule;
  const options = { cellDegrees, version: modelVersion ?? undefined, month: month ?? undefined };
  const scored = await stores.scoreGrid('biodiversity_predictor', options, signal);
  await progress(0.7, 'A contar as espécies registadas');
  const lattice = latticeOf(scored);
  const asked = askedCells(lattice, bbox);
  const value = valuesWithin(scored.value, asked);
  const { threshold, step } = thresholdOf(asking, value, null);
  const rich = cellsFrom(value, threshold);
  const reach = Math.max(0, Math.round((evidenceDegrees / cellDegrees - 1) / 2));
  const counts = speciesAbout(recordedCells(await stores.occurrences(), lattice, asked), lattice, reach);
  const chosen = rich.map((one, cell) => Number(one === 1 && (counts[cell] ?? 0) >= speciesCountMin));
  const [before, after] = [rich, chosen].map((mask) => mask.reduce((sum, one) => sum + one, 0));
  const breadth = decimal((2 * reach + 1) * cellDegrees, 1);
  return {
    ...{ scored, lattice, asked, value, chosen, threshold, unit: scored.unit },
    valueName: 'Espécies esperadas',
    method: 'Células com a riqueza prevista mais alta (rarefação de Hurlbert), apoiadas por registos.',
    steps: [
      step,
      { label: 'Células acima do limiar', value: whole(before ?? 0), note: null },
      {
        label: `Com ${whole(speciesCountMin)} espécies registadas ou mais`,
        value: whole(after ?? 0),
        note: `num bloco de ${breadth}° em volta da célula`,
      },
    ],
    notes: [],
    noteOf: (cell) => `${whole(counts[cell] ?? 0)} espécies registadas em volta`,
  };
}
