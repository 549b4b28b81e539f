import type { InputOf } from '@kianda/contract';
import type { predictModel } from '@kianda/contract/models/registry/predictions.contract';
import { predictTexts as texts } from './texts.pt.ts';

/** Fields of a prediction as they were filled in; '' where nothing was. */
export type PredictionDraft = {
  readonly longitude: number | '';
  readonly latitude: number | '';
  readonly date: string;
  readonly inputs: Readonly<Record<string, number | string>>;
};

type Item = InputOf<typeof predictModel>['body']['items'][number];

export const emptyDraft: PredictionDraft = { longitude: '', latitude: '', date: '', inputs: {} };

/** The question as the server takes it, or why it can't be asked. */
export function itemOf({ longitude, latitude, date, inputs }: PredictionDraft): Item | { readonly problem: string } {
  const given = Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== ''));
  const hasPlace = longitude !== '' && latitude !== '';
  if (!hasPlace && (longitude !== '' || latitude !== '')) return { problem: texts.halfPlace };
  if (!hasPlace && Object.keys(given).length === 0) return { problem: texts.needsOne };
  return {
    ...(hasPlace ? { longitude, latitude } : {}),
    ...(date === '' ? {} : { date }),
    inputs: given,
  };
}
