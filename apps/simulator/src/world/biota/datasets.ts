import { hash32 } from '@kianda/geo';
import type { OccurrenceDataset } from '../types.ts';
import type { TaxonGroup } from './taxon.ts';

/** Sampling of the records of a dataset. */
export type Sampling = {
  readonly dataset: OccurrenceDataset;
  readonly weight: number;
  /** Groups it records; null for all. */
  readonly groups: readonly TaxonGroup[] | null;
  /** `transects`: survey lines every half degree; `towns`: near the coastal towns; `open`: anywhere. */
  readonly pattern: 'transects' | 'towns' | 'open';
};

type Row = readonly [
  title: string,
  institution: string,
  country: string,
  license: OccurrenceDataset['license'],
  basis: OccurrenceDataset['basisOfRecord'],
  years: readonly [number, number | null],
  weight: number,
  groups: readonly TaxonGroup[] | null,
  pattern: Sampling['pattern'],
];

const swimming = ['fish', 'crustacean', 'mollusc', 'cnidarian', 'echinoderm', 'other'] as const;
const bottom = ['mollusc', 'annelid', 'echinoderm', 'crustacean', 'sponge', 'cnidarian', 'tunicate', 'other'] as const;

// Institutions are invented: a made-up record must not carry the name of someone who would have to answer for it.
// biome-ignore format: a table
const rows: readonly Row[] = [
  ['Campanhas de arrasto demersal na plataforma de Angola', 'Observatório Simulado das Pescas', 'Angola', 'CC BY', 'HumanObservation', [1985, null], 22, swimming, 'transects'],
  ['Campanhas acústicas e pelágicas da corrente de Angola', 'Observatório Simulado das Pescas', 'Angola', 'CC BY', 'HumanObservation', [1994, null], 14, ['fish', 'mollusc', 'crustacean'], 'transects'],
  ['Observadores a bordo da frota industrial', 'Programa Simulado de Observadores', 'Angola', 'CC BY-NC', 'HumanObservation', [2008, null], 12, ['fish', 'crustacean', 'mollusc', 'turtle', 'bird', 'mammal'], 'open'],
  ['Aves marinhas do Atlântico sudeste: censos a bordo', 'Rede Simulada de Aves Marinhas', 'Namíbia', 'CC BY', 'HumanObservation', [1978, null], 9, ['bird'], 'open'],
  ['Avistamentos de cetáceos e tartarugas', 'Rede Simulada de Mamíferos Marinhos', 'Angola', 'CC BY-NC', 'HumanObservation', [2001, null], 9, ['mammal', 'turtle'], 'open'],
  ['Nidificação de tartarugas nas praias de Angola', 'Projeto Simulado de Tartarugas', 'Angola', 'CC BY-NC', 'HumanObservation', [2003, null], 5, ['turtle'], 'towns'],
  ['Coleções zoológicas históricas da costa ocidental de África', 'Museu Simulado de História Natural', 'Portugal', 'CC0', 'PreservedSpecimen', [1960, 1999], 12, null, 'towns'],
  ['Herbário de algas marinhas da África Austral', 'Herbário Simulado', 'Portugal', 'CC0', 'PreservedSpecimen', [1960, 2012], 4, ['algae'], 'towns'],
  ['Fauna bentónica do talude e do mar profundo', 'Laboratório Simulado do Mar Profundo', 'França', 'CC BY', 'PreservedSpecimen', [1998, 2018], 7, bottom, 'transects'],
  ['Zooplâncton e medusas da frente Angola–Benguela', 'Consórcio Simulado da Benguela', 'África do Sul', 'CC BY', 'Occurrence', [1996, null], 7, ['cnidarian', 'crustacean', 'tunicate', 'other', 'algae', 'annelid', 'mollusc'], 'transects'],
  ['Ciência cidadã na orla costeira', 'Plataforma Simulada de Ciência Cidadã', 'Angola', 'CC BY-NC', 'HumanObservation', [2010, null], 11, null, 'towns'],
  ['Câmaras e gravadores autónomos em fundeadouros', 'Laboratório Simulado de Acústica', 'Angola', 'CC0', 'MachineObservation', [2015, null], 6, ['mammal', 'fish', 'crustacean'], 'open'],
];

function uuid(title: string): string {
  const hex = [0, 1, 2, 3].map((part) => hash32('dataset', title, part).toString(16).padStart(8, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The twelve simulated datasets; their ids do not depend on the seed. */
export const samplings: readonly Sampling[] = rows.map(
  ([title, institution, country, license, basisOfRecord, [firstYear, lastYear], weight, groups, pattern]) => ({
    dataset: {
      id: uuid(title),
      title,
      institution,
      country,
      license,
      citation: `${institution} (${lastYear ?? 'em curso'}): ${title}. Dados simulados.`,
      basisOfRecord,
      firstYear,
      lastYear,
    },
    weight,
    groups,
    pattern,
  }),
);
