import type { InputOf } from '@kianda/contract';
import {
  type biodiversityDiversity,
  type DiversityQuality,
  diversityQualities,
} from '@kianda/contract/sea/biodiversity/diversity.contract';
import { type AddressState, camera, choice, numberIn, text } from '../page-frame/address.ts';
import type { ChangeAddress } from '../page-frame/use-address.ts';

/** Depths in metres: from, to; null is open. */
export const depthRanges = {
  todas: [null, null],
  'ate-50': [0, 50],
  '50-200': [50, 200],
  '200-1000': [200, 1_000],
  'mais-1000': [1_000, null],
} as const satisfies Record<string, readonly [number | null, number | null]>;
export type DepthRange = keyof typeof depthRanges;

/** Zero stands for no limit. */
const year = () => numberIn(0, 2200, 0);

/** Fields of the page's address. */
export const diversityFields = {
  nivel: choice(['class', 'phylum'], 'class'),
  grupo: text(60),
  desde: year(),
  ate: year(),
  fundo: choice(Object.keys(depthRanges) as DepthRange[], 'todas'),
  qualidade: choice(Object.keys(diversityQualities) as DiversityQuality[], 'all'),
  mostra: choice(['species', 'records'], 'species'),
  mapa: camera(),
};
export type DiversityState = AddressState<typeof diversityFields>;
export type ChangeDiversity = ChangeAddress<DiversityState>;

/** The filters as the platform takes them. */
export function queryOf(state: DiversityState): NonNullable<InputOf<typeof biodiversityDiversity>['query']> {
  const { nivel, grupo, desde, ate, fundo, qualidade } = state;
  const [minDepth, maxDepth] = depthRanges[fundo];
  // A year still being written must not ask for anything.
  const isYear = (value: number) => value >= 1700;
  return {
    rank: nivel,
    quality: qualidade,
    ...(grupo === '' ? {} : { group: grupo }),
    ...(isYear(desde) ? { fromYear: desde } : {}),
    ...(isYear(ate) && ate >= desde ? { toYear: ate } : {}),
    ...(minDepth === null ? {} : { minDepth }),
    ...(maxDepth === null ? {} : { maxDepth }),
  };
}
