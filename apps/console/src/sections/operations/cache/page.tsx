import type { DataOf } from '@kianda/contract';
import { type CacheWarmup, cacheStats, warmupCache } from '@kianda/contract/operations/caches/caches.contract';
import { formatBytes, formatMilliseconds, formatNumber, formatQuantity, UNKNOWN } from '@kianda/format';
import {
  type Column,
  DataTable,
  EmptyState,
  named,
  PageHeader,
  PageStack,
  Panel,
  RelativeTime,
  StatusPill,
  type StatusTone,
} from '@kianda/ui';
import { Button, Progress } from '@mantine/core';
import { IconFlame } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../../client/use-action.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { notify } from '../../../platform/notices.ts';
import { CacheActions, ClearCacheDialog } from '../../shared/cache-actions/cache-actions.tsx';
import { cacheActionTexts } from '../../shared/cache-actions/texts.pt.ts';
import touch from '../../shared/touch.module.css';
import { cacheTexts as texts } from './texts.pt.ts';
import { CacheTiles } from './tiles.tsx';

type Stats = DataOf<typeof cacheStats>;
type CacheRow = Stats['caches'][number];
type KeyRow = Stats['topKeys'][number];

const restSeconds = 15;
const warmingSeconds = 1;
const refreshed = [cacheStats] as const;
const wholeNumber = (value: number) => formatNumber(value, { maxDecimals: 0 });
const percent = (value: number) => formatQuantity(value, '%', { maxDecimals: 1 });
const noValue = (reason: string) => <abbr title={reason}>{UNKNOWN}</abbr>;

const figure = (id: 'entries' | 'expired' | 'hits' | 'misses', label: string): Column<CacheRow> => ({
  id,
  label,
  value: (row) => row[id],
  render: (row) => wholeNumber(row[id]),
  align: 'end',
  width: '110px',
});

const cacheColumns = (onEmpty: (name: string) => void): readonly Column<CacheRow>[] => [
  { id: 'name', label: texts.cache, value: ({ name }) => name },
  figure('entries', texts.tiles.entries),
  {
    id: 'limit',
    label: texts.limit,
    value: ({ maxEntries }) => maxEntries,
    render: ({ maxEntries }) => (maxEntries === null ? noValue(texts.noLimit) : wholeNumber(maxEntries)),
    align: 'end',
    width: '100px',
    hidden: true,
  },
  figure('expired', texts.expired),
  figure('hits', texts.hits),
  figure('misses', texts.misses),
  {
    id: 'rate',
    label: texts.rate,
    value: ({ hitRate }) => hitRate,
    render: ({ hitRate }) => (hitRate === null ? noValue(texts.tiles.noRequests) : percent(hitRate)),
    align: 'end',
    width: '100px',
  },
  {
    id: 'bytes',
    label: texts.size,
    value: ({ bytes }) => bytes,
    render: ({ bytes, isEstimated }) =>
      isEstimated ? <abbr title={texts.estimated}>{`≈ ${formatBytes(bytes)}`}</abbr> : formatBytes(bytes),
    align: 'end',
    width: '110px',
  },
  {
    id: 'oldest',
    label: texts.oldest,
    value: ({ oldestAt }) => oldestAt,
    render: ({ oldestAt, entries }) =>
      oldestAt === null ? noValue(entries === 0 ? texts.empty : texts.noTimes) : <RelativeTime at={oldestAt} />,
    width: '140px',
    hidden: true,
  },
  {
    id: 'actions',
    label: texts.actions,
    render: ({ name, entries }) => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={named(cacheActionTexts.emptyOne, name)}
        disabled={entries === 0}
        onClick={() => onEmpty(name)}
      >
        {cacheActionTexts.emptyOne}
      </Button>
    ),
    width: '110px',
  },
];

const keyColumns: readonly Column<KeyRow>[] = [
  { id: 'cache', label: texts.cache, value: ({ cache }) => cache, width: '200px' },
  { id: 'key', label: texts.key, value: ({ key }) => key },
  { id: 'uses', label: texts.uses, value: ({ uses }) => uses, align: 'end', width: '90px' },
  {
    id: 'stored',
    label: texts.stored,
    value: ({ storedAt }) => storedAt,
    render: ({ storedAt }) => (storedAt === null ? noValue(texts.noTimes) : <RelativeTime at={storedAt} />),
    width: '140px',
  },
];

/** Section `cache-redis`: what the platform keeps in memory, and letting go of it. */
export default function CachePage() {
  const [isWarming, setWarming] = useState(false);
  const stats = useEndpoint(cacheStats, {}, { refetchSeconds: isWarming ? warmingSeconds : restSeconds });
  const warmup = stats.sourced?.value.warmup ?? null;
  // A refresh begun by another person is followed just as closely.
  if (isWarming !== (warmup?.state === 'running')) setWarming(warmup?.state === 'running');
  const warm = useAction(warmupCache, refreshed);
  const [emptied, setEmptied] = useState<string | null>(null);
  const begin = async () => {
    const outcome = await warm.run({}, { offline: 'fail' });
    if (outcome.state === 'failed')
      notify({ tone: 'error', title: cacheActionTexts.failed, message: outcome.failure.message });
  };
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader description={texts.description} actions={<CacheActions />} />
        <CacheTiles result={stats} />
        <Panel id="caches" title={texts.list} description={texts.listText} source={stats} flush>
          {({ caches }) => (
            <DataTable
              id="caches"
              label={texts.list}
              columns={cacheColumns(setEmptied)}
              rows={caches}
              rowId={({ name }) => name}
            />
          )}
        </Panel>
        <Panel
          id="aquecimento"
          title={texts.warmTitle}
          description={texts.warmText}
          source={stats}
          actions={
            <Button
              size="xs"
              variant="default"
              leftSection={<IconFlame size={14} aria-hidden="true" />}
              loading={warm.isRunning || isWarming}
              onClick={() => void begin()}
            >
              {texts.warm}
            </Button>
          }
        >
          {(value) => <Warmup warmup={value.warmup} />}
        </Panel>
        <Panel
          id="chaves"
          title={texts.keys}
          description={texts.keysText}
          source={stats}
          isEmpty={({ topKeys }) => topKeys.every(({ uses }) => uses === 0)}
          empty={<EmptyState title={texts.noKeys}>{texts.noKeysText}</EmptyState>}
          flush
        >
          {({ topKeys }) => (
            <DataTable
              id="caches-chaves"
              label={texts.keys}
              columns={keyColumns}
              rows={topKeys.filter(({ uses }) => uses > 0)}
              rowId={({ cache, key }) => `${cache} ${key}`}
            />
          )}
        </Panel>
        {emptied === null ? null : <ClearCacheDialog cache={emptied} onClose={() => setEmptied(null)} />}
      </PageStack>
    </div>
  );
}

type Step = CacheWarmup['steps'][number];
const tones: Readonly<Record<Step['state'], StatusTone>> = {
  waiting: 'unknown',
  running: 'info',
  done: 'good',
  failed: 'bad',
};
const stepColumns: readonly Column<Step>[] = [
  { id: 'name', label: texts.answer, value: ({ name }) => name },
  {
    id: 'state',
    label: texts.state,
    value: ({ state, error }) => error ?? texts.states[state],
    render: ({ state, error }) => (
      <>
        <StatusPill tone={tones[state]}>{texts.states[state]}</StatusPill> {error}
      </>
    ),
    width: '220px',
  },
  {
    id: 'duration',
    label: texts.duration,
    value: ({ durationMs }) => durationMs,
    render: ({ durationMs }) => (durationMs === null ? UNKNOWN : formatMilliseconds(durationMs)),
    align: 'end',
    width: '120px',
  },
];

function Warmup({ warmup }: { readonly warmup: CacheWarmup | null }) {
  if (warmup === null) return <p>{texts.warmNever}</p>;
  const ended = warmup.steps.filter(({ state }) => state === 'done' || state === 'failed').length;
  const label = texts.warmProgress(wholeNumber(ended), wholeNumber(warmup.steps.length));
  return (
    <>
      <p role="status">{`${warmup.state === 'running' ? texts.warmRunning : texts.warmDone} ${label}`}</p>
      <Progress
        value={(100 * ended) / Math.max(1, warmup.steps.length)}
        aria-label={`${texts.warmTitle}: ${label}`}
        mb="sm"
      />
      <DataTable
        id="caches-aquecimento"
        label={texts.warmTitle}
        columns={stepColumns}
        rows={warmup.steps}
        rowId={({ name }) => name}
      />
    </>
  );
}
