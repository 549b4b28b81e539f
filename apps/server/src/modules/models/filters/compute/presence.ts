import { askedCells, latticeOf, valuesWithin, whole } from './cells.rules.ts';
import { type Computing, ImpossibleRule, type Outcome } from './compute.types.ts';
import { recordedCells } from './presences.rules.ts';
import { namesAskedFor } from './species.rules.ts';
import { cellsFrom, thresholdOf } from './threshold.rules.ts';

/** Where the species asked for are those that the classifier expects: the chance of any of them, added up. */
export async function speciesPresence({ rule, stores, signal, progress }: Computing): Promise<Outcome> {
  const { cellDegrees, modelVersion, month, bbox } = rule;
  const known = await stores.categories('species_classifier', modelVersion, 'class');
  const names = rule.species.length === 0 ? known : namesAskedFor(rule.species, known);
  if (names.length === 0) {
    throw new ImpossibleRule(
      `O modelo não conhece nenhuma das espécies pedidas (${rule.species.join(', ')}). Conhece ${known.join(', ')}.`,
    );
  }
  const options = { cellDegrees, version: modelVersion ?? undefined, month: month ?? undefined, chanceOf: names };
  const scored = await stores.scoreGrid('species_classifier', options, signal);
  await progress(0.7, 'A procurar o limiar');
  const lattice = latticeOf(scored);
  const asked = askedCells(lattice, bbox);
  const value = valuesWithin(scored.value, asked);
  const presences = new Uint8Array(asked.length);
  const occurrences = await stores.occurrences();
  for (const [species, mask] of recordedCells(occurrences, lattice, asked)) {
    if (!names.includes(occurrences.names[species] ?? '')) continue;
    mask.forEach((one, cell) => {
      if (one === 1) presences[cell] = 1;
    });
  }
  const { threshold, step } = thresholdOf(rule.threshold, value, presences);
  const unknown = rule.species.filter((word) => namesAskedFor([word], known).length === 0);
  return {
    ...{ scored, lattice, asked, value, chosen: cellsFrom(value, threshold), threshold, unit: null },
    valueName: 'Possibilidade',
    method: 'Possibilidade de que um registo seja de uma das espécies pedidas, entre as que o modelo conhece.',
    steps: [
      { label: 'Espécies', value: names.join(', '), note: `de ${whole(known.length)} que o modelo conhece` },
      step,
    ],
    notes: [
      ...(unknown.length === 0 ? [] : [`Sem registos que cheguem para o modelo: ${unknown.join(', ')}.`]),
      ...(scored.without.length === 0 ? [] : [`Entradas que ninguém mede na grelha: ${scored.without.join(', ')}.`]),
    ],
  };
}
