import { habitatTypes } from '@kianda/contract/models/filters/filter-types';
import { offshoreMeters, type Position, sampleBilinear } from '@kianda/geo';
import { cellCentre } from '@kianda/science/planning/cell-regions';
import { askedCells, countOf, latticeOf, valuesWithin, whole } from './cells.rules.ts';
import { type Computing, ImpossibleRule, type Outcome } from './compute.types.ts';
import { mostRecorded, recordedCells } from './presences.rules.ts';
import { cellsFrom, thresholdOf } from './threshold.rules.ts';

/** Breadth of the territorial sea, which stands for the coastal habitat. */
const coastalMeters = 22_224;
/** Depth of the edge of the shelf, whose bottom stands for the benthic habitat. */
const shelfMeters = 200;

/** Cells that are suited to the species of the habitat model, of the kinds of habitat asked for. */
export async function habitatSuitability({ rule, stores, signal, progress }: Computing): Promise<Outcome> {
  const { cellDegrees, modelVersion, bbox } = rule;
  const seabed = rule.habitatTypes.includes('benthic') ? await stores.seabed() : null;
  const kinds = rule.habitatTypes.filter((kind) => kind !== 'benthic' || seabed !== null);
  if (kinds.length === 0) {
    throw new ImpossibleRule(
      'O habitat bentónico precisa da profundidade do fundo: execute o conector NOAA ETOPO, ou escolha o costeiro ou o pelágico.',
    );
  }
  const isOfKind = (position: Position) => {
    if (kinds.includes(offshoreMeters(position) <= coastalMeters ? 'coastal' : 'pelagic')) return true;
    return seabed !== null && sampleBilinear(seabed.grid, seabed.mean, position) <= shelfMeters;
  };
  const options = { cellDegrees, version: modelVersion ?? undefined };
  const scored = await stores.scoreGrid('habitat_suitability', options, signal);
  await progress(0.7, 'A procurar o limiar');
  const lattice = latticeOf(scored);
  const asked = askedCells(lattice, bbox).map((one, cell) => Number(one === 1 && isOfKind(cellCentre(lattice, cell))));
  const value = valuesWithin(scored.value, asked);
  const occurrences = await stores.occurrences();
  const recorded = recordedCells(occurrences, lattice, askedCells(lattice, null));
  const species = mostRecorded(recorded);
  const presences = species === null ? null : (recorded.get(species) ?? null);
  const { threshold, step } = thresholdOf(rule.threshold, value, presences);
  const chosen = cellsFrom(value, threshold);
  return {
    ...{ scored, lattice, asked, value, chosen, threshold, unit: null },
    valueName: 'Adequação',
    method: 'Adequação do mar acima do limiar, nas faixas de habitat pedidas.',
    steps: [
      step,
      {
        label: 'Espécie',
        value: species === null ? '—' : (occurrences.names[species] ?? '—'),
        note: 'a registada em mais células, que é a que o modelo aprende',
      },
      {
        label: 'Habitats',
        value: kinds.map((kind) => habitatTypes[kind]).join(', '),
        note: `costeiro: até 12 milhas da costa; pelágico: para lá delas; bentónico: fundo até ${shelfMeters} m`,
      },
      { label: 'Células adequadas', value: whole(countOf(chosen)), note: null },
    ],
    notes:
      kinds.length < rule.habitatTypes.length
        ? [
            'O habitat bentónico ficou de fora: ainda não há profundidade do fundo guardada. Execute o conector NOAA ETOPO.',
          ]
        : [],
  };
}
