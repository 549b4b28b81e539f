import { fieldVariableSchema, landFieldVariables } from '@kianda/contract/sea/ocean/ocean.contract';
import { spatialSources } from '@kianda/contract/space/spatial/analyses.contract';
import {
  type CriteriaPlan,
  type Criterion,
  type CriterionSource,
  mostCriteria,
} from '@kianda/contract/space/spatial/criteria-plan';
import { formatNumber } from '@kianda/format';
import { EmptyState } from '@kianda/ui';
import { NativeSelect } from '@mantine/core';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { keyOf, labelOf } from '../criterion.rules.ts';
import styles from '../page.module.css';
import { addCriterion, removeCriterion } from '../plan.rules.ts';
import { criterionTexts as texts } from '../texts.pt.ts';
import { useSeaCells } from '../use-sea.ts';
import { CriterionCard } from './criterion-card.tsx';

type Props = { readonly plan: CriteriaPlan; readonly onChange: (plan: CriteriaPlan) => void };

/** The criteria of a plan, each with its histogram, curve and limits. */
export default function CriteriaStep({ plan, onChange }: Props) {
  const { cells } = useSeaCells();
  const { criteria } = plan;
  const replace = (place: number) => (criterion: Criterion) =>
    onChange({ ...plan, criteria: criteria.with(place, criterion) });
  return (
    <div className={styles.stack}>
      <AddCriterion plan={plan} onChange={onChange} />
      {criteria.length === 0 ? (
        <EmptyState title={texts.none}>{texts.noneText}</EmptyState>
      ) : (
        <div className={styles.columns}>
          {criteria.map((criterion, place) => (
            <CriterionCard
              key={keyOf(criterion)}
              criterion={criterion}
              cells={cells}
              onChange={replace(place)}
              onRemove={() => onChange(removeCriterion(plan, place))}
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** Fields and layers that are no criterion yet. */
function AddCriterion({ plan, onChange }: Props) {
  const sources = useEndpoint(spatialSources, {}, { refetchSeconds: 0 });
  const taken = new Set(plan.criteria.map(keyOf));
  const isFree = (source: CriterionSource) => !taken.has(keyOf({ source }));
  const fields = fieldVariableSchema.options
    .filter((variable) => !landFieldVariables.includes(variable))
    .map((variable): CriterionSource => ({ kind: 'field', variable }))
    .filter(isFree);
  const layers = (sources.sourced?.value.collections ?? [])
    .flatMap(({ id, title, geometryType }): CriterionSource[] => {
      const layer = { kind: 'layer', collection: id, title: title.slice(0, 60) } as const;
      const inside = geometryType === 'area' ? [{ ...layer, measure: 'inside' } as const] : [];
      return [{ ...layer, measure: 'distance' }, ...inside];
    })
    .filter(isFree);
  if (plan.criteria.length >= mostCriteria) {
    return <p className={styles.quiet}>{texts.enough(formatNumber(mostCriteria))}</p>;
  }
  const optionsOf = (list: readonly CriterionSource[]) =>
    list.map((source) => ({ value: keyOf({ source }), label: labelOf({ source }) }));
  return (
    <div className={styles.bar}>
      <NativeSelect
        label={texts.add}
        value=""
        data={[
          { value: '', label: texts.choose },
          { group: texts.fields, items: optionsOf(fields) },
          ...(layers.length === 0 ? [] : [{ group: texts.layers, items: optionsOf(layers) }]),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const chosen = [...fields, ...layers].find((source) => keyOf({ source }) === value);
          if (chosen !== undefined) onChange(addCriterion(plan, chosen));
        }}
      />
    </div>
  );
}
