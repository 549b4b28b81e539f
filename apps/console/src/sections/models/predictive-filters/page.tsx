import { allows } from '@kianda/contract';
import { filterTypeNames } from '@kianda/contract/models/filters/filter-types';
import { createFilter } from '@kianda/contract/models/filters/filters.contract';
import { formatCount, formatNumber } from '@kianda/format';
import { EmptyState, PageHeader, PageStack, PanelFailure, ProvenanceBadge, SkeletonCards } from '@kianda/ui';
import { Alert, Button } from '@mantine/core';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useAccount } from '../../../client/context.tsx';
import { useSectionSearch } from '../../../shell/use-section.ts';
import cards from '../../shared/models/cards.module.css';
import { sharedTexts } from '../../shared/texts.pt.ts';
import touch from '../../shared/touch.module.css';
import { useRefreshAll } from '../../shared/use-refresh-all.ts';
import { filterAnswers, useFilters } from './api/use-filters.ts';
import { FilterCard } from './components/filter-card.tsx';
import { FilterGuide } from './components/filter-guide.tsx';
import styles from './page.module.css';
import { filterSearchSchema } from './search.ts';
import { filterTexts as texts } from './texts.pt.ts';

const FilterPage = lazy(() => import('./components/filter-page.tsx'));
const FilterForm = lazy(() => import('./components/filter-form.tsx'));

/** Section `predictive-filters`: the seven filters and those that people made, and each with its result. */
export default function PredictiveFiltersPage() {
  const [search, change] = useSectionSearch(filterSearchSchema);
  return (
    <div className={touch.touch}>
      <PageStack>
        {search.filtro === undefined ? (
          <FilterList onOpen={(filtro, isOnMap) => change({ filtro, mapa: isOnMap === true ? 'sim' : undefined })} />
        ) : (
          <>
            <PageHeader description={texts.description} />
            <Suspense fallback={<SkeletonCards count={3} />}>
              <FilterPage key={search.filtro} id={search.filtro} search={search} onSearch={change} />
            </Suspense>
          </>
        )}
      </PageStack>
    </div>
  );
}

type Filters = ReturnType<typeof useFilters>;
type ListProps = { readonly onOpen: (id: string, isOnMap?: boolean) => void };

function FilterList({ onOpen }: ListProps) {
  const { role } = useAccount();
  const filters = useFilters();
  const { refresh, isRefreshing } = useRefreshAll(filterAnswers);
  const [isCreating, setCreating] = useState(false);
  const isFallback = filters.sourced?.provenance.state === 'fallback';
  const list = filters.sourced?.value ?? [];
  const active = list.filter(({ isActive }) => isActive).length;
  return (
    <>
      <PageHeader
        description={texts.description}
        mark={
          <>
            <span className={cards.counts}>
              {texts.counts(
                formatNumber(filterTypeNames.length),
                formatCount(list.length, texts.filter, texts.filters),
                formatCount(active, texts.activeOne, texts.activeMany),
              )}
            </span>
            {filters.sourced === undefined ? null : <ProvenanceBadge provenance={filters.sourced.provenance} />}
          </>
        }
        actions={
          <>
            {allows(createFilter.access, role) && !isFallback ? (
              <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setCreating(true)}>
                {texts.create}
              </Button>
            ) : null}
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden="true" />}
              loading={isRefreshing}
              onClick={refresh}
            >
              {texts.refresh}
            </Button>
          </>
        }
      />
      {isFallback ? <FallbackBanner filters={filters} /> : null}
      <FilterCards filters={filters} onOpen={onOpen} />
      <FilterGuide />
      {isCreating ? (
        <Suspense>
          <FilterForm onClose={() => setCreating(false)} onDone={onOpen} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Says that examples stand where values would, why, and how to try again. */
function FallbackBanner({ filters }: { readonly filters: Filters }) {
  return (
    <Alert color="yellow" title={texts.usingFallback} role="status">
      <div className={styles.fallback}>
        {filters.failure === null ? null : <p>{texts.loadError(filters.failure.message)}</p>}
        <div>
          <Button size="xs" variant="default" onClick={filters.refresh}>
            {sharedTexts.retry}
          </Button>
        </div>
      </div>
    </Alert>
  );
}

function FilterCards({ filters, onOpen }: { readonly filters: Filters } & ListProps) {
  const { sourced, error } = filters;
  if (sourced === undefined) {
    if (error === null) return <SkeletonCards count={filterTypeNames.length} />;
    return <PanelFailure error={{ ...error, message: texts.loadError(error.message) }} onRetry={filters.refresh} />;
  }
  if (sourced.value.length === 0) return <EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>;
  const isFallback = sourced.provenance.state === 'fallback';
  return (
    <section aria-label={texts.list}>
      <ul className={cards.grid}>
        {sourced.value.map((filter) => (
          <FilterCard
            key={filter.id}
            filter={filter}
            filters={filters}
            onOpen={isFallback ? undefined : (isOnMap) => onOpen(filter.id, isOnMap)}
          />
        ))}
      </ul>
    </section>
  );
}
