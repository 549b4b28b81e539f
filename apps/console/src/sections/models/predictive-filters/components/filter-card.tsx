import { filterTypes } from '@kianda/contract/models/filters/filter-types';
import type { PredictiveFilter } from '@kianda/contract/models/filters/filters.contract';
import { formatInstant } from '@kianda/format';
import { named, StatusPill, usePreferences } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconMap } from '@tabler/icons-react';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import { FigureList } from '../../../shared/figure-list.tsx';
import cards from '../../../shared/models/cards.module.css';
import { SimulatedMark } from '../../../shared/models/simulated-mark.tsx';
import { pick, withReason } from '../../../shared/sourced.ts';
import styles from '../page.module.css';
import { detailTexts, filterTexts as texts } from '../texts.pt.ts';
import { ConfidenceBadge } from './confidence.tsx';
import { FilterSwitch } from './filter-switch.tsx';

export type Filters = Pick<EndpointResult<readonly PredictiveFilter[]>, 'sourced'>;

type Props = {
  readonly filter: PredictiveFilter;
  readonly filters: Filters;
  /** Absent where the server cannot be reached: an example opens nothing. */
  readonly onOpen: ((isOnMap: boolean) => void) | undefined;
};

/** One filter: whether it is active, how far it is to be trusted, when it was computed, and what switches it. */
export function FilterCard({ filter, filters, onOpen }: Props) {
  const isExample = onOpen === undefined;
  return (
    <li className={cards.card} id={filter.id}>
      <div className={cards.head}>
        <h2 className={cards.name}>
          {onOpen === undefined ? (
            filter.name
          ) : (
            <button
              type="button"
              className={cards.open}
              aria-label={texts.open(filter.name)}
              onClick={() => onOpen(false)}
            >
              {filter.name}
            </button>
          )}
        </h2>
        {isExample ? null : <ConfidenceBadge confidence={filter.confidence} />}
      </div>
      {isExample ? null : (
        <div className={cards.marks}>
          <StatusPill tone={filter.isActive ? 'good' : 'unknown'}>
            {filter.isActive ? texts.active : texts.inactive}
          </StatusPill>
          <SimulatedMark isSimulated={filter.isSimulated} />
          {filter.isBuiltIn ? null : <span className={styles.quiet}>{filterTypes[filter.type]}</span>}
        </div>
      )}
      <p className={styles.quiet}>{filter.description}</p>
      {filter.absence === null ? null : <p className={styles.quiet}>{filter.absence}</p>}
      <FilterFigures filter={filter} filters={filters} />
      {onOpen === undefined ? null : (
        <div className={cards.foot}>
          <FilterSwitch filter={filter}>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconMap size={15} aria-hidden="true" />}
              disabled={filter.summary === null}
              aria-label={named(texts.seeMap, filter.name)}
              onClick={() => onOpen(true)}
            >
              {texts.seeMap}
            </Button>
          </FilterSwitch>
        </div>
      )}
    </li>
  );
}

function FilterFigures({ filter, filters }: Pick<Props, 'filter' | 'filters'>) {
  const { timeZone } = usePreferences();
  const figure = <V,>(select: (one: PredictiveFilter) => V) =>
    withReason(
      pick(filters, (all) => {
        const found = all.find(({ id }) => id === filter.id);
        return found === undefined ? null : select(found);
      }),
      filter.absence ?? detailTexts.unknown,
    );
  return (
    <FigureList
      within={filters.sourced?.provenance}
      rows={[
        {
          label: texts.lastUpdate,
          value: figure(({ lastUpdated, isExpired }) =>
            lastUpdated === null
              ? null
              : `${formatInstant(lastUpdated, timeZone)}${isExpired ? ` (${texts.expired})` : ''}`,
          ),
        },
        {
          label: texts.area,
          value: figure(({ summary }) => summary?.areaKm2 ?? null),
          unit: 'km²',
          format: { maxDecimals: 0 },
        },
        { label: texts.points, value: figure(({ summary }) => summary?.points ?? null), format: { maxDecimals: 0 } },
      ]}
    />
  );
}
