import { fieldVariables } from '@kianda/contract/sea/ocean/ocean.contract';
import type { Criterion } from '@kianda/contract/space/spatial/criteria-plan';
import { sourceTexts } from './texts.pt.ts';

type Source = Criterion['source'];

/** Tells a criterion from the others of its plan. */
export const keyOf = ({ source }: Pick<Criterion, 'source'>): string =>
  source.kind === 'field' ? source.variable : `${source.measure}-${source.collection}`;

/** A criterion as people read it. */
export const labelOf = ({ source }: Pick<Criterion, 'source'>): string =>
  source.kind === 'field' ? fieldVariables[source.variable].label : sourceTexts.names[source.measure](source.title);

export const unitOf = ({ source }: Pick<Criterion, 'source'>): string => {
  if (source.kind === 'field') return fieldVariables[source.variable].unit;
  return source.measure === 'distance' ? 'm' : sourceTexts.insideUnit;
};

/** Values that a curve begins with: the usual ones of a field, the specification's 200 km of a distance. */
export function usualRange(source: Source): readonly [number, number] {
  if (source.kind === 'field') return fieldVariables[source.variable].range;
  return source.measure === 'distance' ? [200_000, 0] : [0, 1];
}

/** Whether this browser has the values of a criterion: those of layers are measured by the platform alone. */
export const isField = ({ source }: Pick<Criterion, 'source'>): boolean => source.kind === 'field';
