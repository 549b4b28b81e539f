import { allows } from '@kianda/contract';
import {
  filterCsv,
  filterGeojson,
  filterTiff,
  type PredictiveFilter,
  removeFilter,
  updateFilter,
} from '@kianda/contract/models/filters/filters.contract';
import {
  downloadBlob,
  Panel,
  PanelFailure,
  PanelFrame,
  ProvenanceBadge,
  SkeletonCards,
  SkeletonLines,
} from '@kianda/ui';
import { Button, Group } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useAccount, useApplication } from '../../../../client/context.tsx';
import { toFailure } from '../../../../client/failure.ts';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { useOpenSection } from '../../../../shell/use-section.ts';
import { Card } from '../../../shared/card/card.tsx';
import { SimulatedMark } from '../../../shared/models/simulated-mark.tsx';
import { NameConfirmDialog } from '../../../shared/name-confirm-dialog.tsx';
import { SectionLinks } from '../../../shared/section-links.tsx';
import { filterAnswers, useFilter, useFilterActs, useRunResult } from '../api/use-filters.ts';
import styles from '../page.module.css';
import type { FilterSearch } from '../search.ts';
import { detailTexts, filterTexts } from '../texts.pt.ts';
import { ConfidencePanel, FilterFacts, FilterParameters, StepsPanel } from './filter-summary.tsx';
import { FilterSwitch } from './filter-switch.tsx';
import { RunTable } from './run-table.tsx';

const FilterMap = lazy(() => import('./filter-map.tsx'));
const FilterForm = lazy(() => import('./filter-form.tsx'));
const RunDifference = lazy(() => import('./run-difference.tsx'));
const texts = detailTexts.act;

type Props = {
  readonly id: string;
  readonly search: FilterSearch;
  readonly onSearch: (part: Partial<FilterSearch>) => void;
};

/** One filter: its result with the arithmetic, on the map, its runs, and what may be done with it. */
export default function FilterPage({ id, search, onSearch }: Props) {
  const source = useFilter(id);
  const found = source.sourced?.value;
  const back = () => onSearch({ filtro: undefined, de: undefined, ate: undefined, mapa: undefined });
  if (found === undefined) {
    return (
      <Card back={detailTexts.back} onBack={back}>
        {source.error === null ? (
          <SkeletonCards count={3} />
        ) : (
          <PanelFailure
            error={{ ...source.error, message: filterTexts.loadError(source.error.message) }}
            onRetry={source.refresh}
          />
        )}
      </Card>
    );
  }
  const { filter, runs } = found;
  const done = runs.find(({ summary }) => summary !== null);
  const { de, ate } = search;
  return (
    <Card back={detailTexts.back} onBack={back} actions={<SectionLinks ids={['machine-learning']} />}>
      <PanelFrame
        id="filtro"
        title={filter.name}
        description={filter.description}
        actions={
          <>
            {source.sourced === undefined ? null : <ProvenanceBadge provenance={source.sourced.provenance} />}
            <SimulatedMark isSimulated={filter.isSimulated} />
          </>
        }
      >
        <div className={styles.stack}>
          {filter.absence === null ? null : <p className={styles.quiet}>{filter.absence}</p>}
          <FilterFacts filter={filter} />
          <FilterSwitch filter={filter} />
          <FilterActs filter={filter} onGone={back} />
        </div>
      </PanelFrame>
      {de === undefined || ate === undefined ? null : (
        <Suspense fallback={<SkeletonCards count={1} />}>
          <RunDifference id={id} from={de} to={ate} onClose={() => onSearch({ de: undefined, ate: undefined })} />
        </Suspense>
      )}
      {done === undefined ? null : <MapPanel filter={filter} run={done.id} isWanted={search.mapa === 'sim'} />}
      {filter.summary === null ? null : (
        <>
          <ConfidencePanel summary={filter.summary} />
          <StepsPanel summary={filter.summary} />
        </>
      )}
      <FilterParameters filter={filter} />
      <RunTable runs={runs} onCompare={(from, to) => onSearch({ de: from, ate: to })} />
    </Card>
  );
}

type MapProps = { readonly filter: PredictiveFilter; readonly run: string; readonly isWanted: boolean };

function MapPanel({ filter, run, isWanted }: MapProps) {
  const source = useRunResult(filter.id, run);
  const openSection = useOpenSection();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isWanted) place.current?.scrollIntoView({ block: 'start' });
  }, [isWanted]);
  return (
    <div ref={place}>
      <Panel
        id="mapa"
        title={detailTexts.map.title}
        source={source}
        actions={
          <Button
            size="xs"
            variant="default"
            onClick={() =>
              openSection('geo-features', { collection: 'predictive-filters', filter: `filter = '${filter.id}'` })
            }
          >
            {detailTexts.map.layer}
          </Button>
        }
      >
        {(result) => (
          <Suspense fallback={<SkeletonLines lines={6} />}>
            <FilterMap filter={filter} result={result} />
          </Suspense>
        )}
      </Panel>
    </div>
  );
}

/** Files, notices, the rule, and the end of a filter that people made. */
function FilterActs({ filter, onGone }: { readonly filter: PredictiveFilter; readonly onGone: () => void }) {
  const { role } = useAccount();
  const { client } = useApplication();
  const { subscribe, isFollowing } = useFilterActs(filter);
  const [dialog, setDialog] = useState<'edit' | 'remove' | null>(null);
  const close = () => setDialog(null);
  const download = async (endpoint: typeof filterCsv | typeof filterGeojson | typeof filterTiff, ending: string) => {
    try {
      downloadBlob(`${filter.id}.${ending}`, await client.download(endpoint, { params: { id: filter.id } }));
    } catch (thrown) {
      notify({ tone: 'error', title: texts.notDownloaded, message: toFailure(thrown).message });
    }
  };
  const hasResult = filter.summary !== null;
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" loading={isFollowing} onClick={() => void subscribe(!filter.isSubscribed)}>
        {filter.isSubscribed ? texts.unsubscribe : texts.subscribe}
      </Button>
      <Button size="xs" variant="default" disabled={!hasResult} onClick={() => void download(filterCsv, 'csv')}>
        {texts.csv}
      </Button>
      <Button size="xs" variant="default" disabled={!hasResult} onClick={() => void download(filterGeojson, 'geojson')}>
        {texts.geojson}
      </Button>
      <Button size="xs" variant="default" disabled={!hasResult} onClick={() => void download(filterTiff, 'tif')}>
        {texts.tiff}
      </Button>
      {allows(updateFilter.access, role) ? (
        <Button size="xs" variant="default" onClick={() => setDialog('edit')}>
          {texts.edit}
        </Button>
      ) : null}
      {allows(removeFilter.access, role) && !filter.isBuiltIn ? (
        <Button size="xs" variant="default" color="red" onClick={() => setDialog('remove')}>
          {texts.remove}
        </Button>
      ) : null}
      {dialog === 'edit' ? (
        <Suspense>
          <FilterForm filter={filter} onClose={close} onDone={close} />
        </Suspense>
      ) : null}
      {dialog === 'remove' ? <RemoveDialog filter={filter} onClose={close} onGone={onGone} /> : null}
    </Group>
  );
}

type RemoveProps = { readonly filter: PredictiveFilter; readonly onClose: () => void; readonly onGone: () => void };

function RemoveDialog({ filter, onClose, onGone }: RemoveProps) {
  const { id, name } = filter;
  const { run } = useAction(removeFilter, filterAnswers);
  return (
    <NameConfirmDialog
      title={texts.removeTitle(name)}
      body={texts.removeBody}
      confirm={texts.remove}
      label={texts.removeConfirm(name)}
      name={name}
      onClose={onClose}
      onConfirm={async (typed) => {
        const outcome = await run({ params: { id }, query: { confirm: typed } }, { offline: 'fail' });
        if (outcome.state === 'failed') return outcome.failure.message;
        notify({ tone: 'success', message: texts.removed(name) });
        onGone();
        return null;
      }}
    />
  );
}
