import { modelTypes } from '@kianda/contract/models/registry/model-types';
import type { CacheEntryStats, KeyClassStats } from '@kianda/contract/models/retention/statistics.contract';
import { fieldVariables } from '@kianda/contract/sea/ocean/ocean.contract';
import { formatNumber, UNKNOWN } from '@kianda/format';
import {
  type Column,
  DataTable,
  EmptyState,
  Example,
  FactList,
  Panel,
  PanelFailure,
  PanelGrid,
  SkeletonCards,
  StatusPill,
} from '@kianda/ui';
import { useCaches } from '../api/use-retention.ts';
import { percentText, quantileText, savedText, shareTone, sizeText } from '../api/words.ts';
import styles from '../page.module.css';
import { retentionTexts, cacheTexts as texts } from '../texts.pt.ts';

const whole = (count: number) => formatNumber(count, { maxDecimals: 0 });

/** A card of each store: its hits, misses and times, also by class of key. */
export default function CacheTab() {
  const caches = useCaches();
  const { sourced, error } = caches;
  if (sourced === undefined) {
    if (error === null) return <SkeletonCards count={4} />;
    const message = error.message || retentionTexts.loadFailed;
    return <PanelFailure of={retentionTexts.loadHeading} error={{ ...error, message }} onRetry={caches.refresh} />;
  }
  if (sourced.provenance.state === 'fallback') return <Examples caches={caches} />;
  const { cache_statistics, window_hours } = sourced.value;
  return (
    <>
      <p className={styles.quiet}>{texts.window(whole(window_hours))}</p>
      <PanelGrid minWidth={420}>
        {cache_statistics.map((cache) => (
          <Panel
            key={cache.cache_type}
            id={cache.cache_type}
            title={texts.types[cache.cache_type]}
            description={texts.purposes[cache.cache_type]}
            source={caches}
            actions={<RatioPill ratio={cache.hit_ratio} />}
          >
            {() => <CacheBody cache={cache} />}
          </Panel>
        ))}
      </PanelGrid>
    </>
  );
}

function RatioPill({ ratio }: { readonly ratio: number | null }) {
  if (ratio === null) return <StatusPill tone="unknown">{texts.noAnswers}</StatusPill>;
  return <StatusPill tone={shareTone(ratio)}>{percentText(ratio)}</StatusPill>;
}

function CacheBody({ cache }: { readonly cache: CacheEntryStats }) {
  return (
    <>
      <FactList
        items={[
          [texts.entries, whole(cache.total_entries)],
          [texts.activeEntries, whole(cache.active_entries)],
          [texts.space, sizeText(cache.space_usage_mb)],
          [texts.hits, `${whole(cache.hits)} / ${whole(cache.misses)}`],
          [texts.hitTime, withReason(quantileText(cache.hit_p50_ms, cache.hit_p95_ms), cache.hits, texts.noAnswers)],
          [
            texts.missTime,
            withReason(quantileText(cache.miss_p50_ms, cache.miss_p95_ms), cache.misses, texts.noMisses),
          ],
          [texts.saved, withReason(savedText(cache.saved_ms), cache.saved_ms === null ? 0 : 1, texts.noMisses)],
          [texts.evictions, whole(cache.eviction_count)],
        ]}
      />
      {cache.classes.length === 0 ? null : (
        <DataTable
          id={`classes-${cache.cache_type}`}
          label={`${texts.classes}: ${texts.types[cache.cache_type]}`}
          columns={classColumns}
          rows={cache.classes}
          rowId={({ key_class }) => key_class}
        />
      )}
    </>
  );
}

/** A figure, or '—' with why there is none. */
const withReason = (text: string, known: number, reason: string) =>
  known > 0 ? text : <abbr title={reason}>{text}</abbr>;

/** Classes of keys are model types and variables; others stay as they are. */
const classNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(fieldVariables).map(([id, { label }]) => [id, label])),
  ...modelTypes,
  daily: texts.daily,
};

const classColumns: readonly Column<KeyClassStats>[] = [
  { id: 'class', label: texts.keyClass, value: ({ key_class }) => classNames[key_class] ?? key_class },
  {
    id: 'ratio',
    label: texts.ratio,
    align: 'end',
    value: ({ hit_ratio }) => hit_ratio,
    render: ({ hit_ratio }) => percentText(hit_ratio),
  },
  {
    id: 'hits',
    label: texts.hits,
    align: 'end',
    value: ({ hits }) => hits,
    render: ({ hits, misses }) => `${whole(hits)} / ${whole(misses)}`,
  },
  {
    id: 'hit-time',
    label: texts.hitTime,
    align: 'end',
    value: ({ hit_p50_ms }) => hit_p50_ms,
    render: ({ hit_p50_ms, hit_p95_ms, hits }) =>
      withReason(quantileText(hit_p50_ms, hit_p95_ms), hits, texts.noAnswers),
  },
  {
    id: 'miss-time',
    label: texts.missTime,
    align: 'end',
    value: ({ miss_p50_ms }) => miss_p50_ms,
    render: ({ miss_p50_ms, miss_p95_ms, misses }) =>
      withReason(quantileText(miss_p50_ms, miss_p95_ms), misses, texts.noMisses),
  },
];

/** The specification's sample where the server is out of reach. */
function Examples({ caches }: { readonly caches: ReturnType<typeof useCaches> }) {
  const entries = caches.example?.cache_statistics ?? [];
  if (entries.length === 0) return <EmptyState title={texts.noAnswers} />;
  return (
    <PanelGrid minWidth={300}>
      {entries.map((cache) => (
        <section key={cache.cache_type}>
          <h2 className={styles.sub}>{texts.types[cache.cache_type]}</h2>
          <p>
            {UNKNOWN} <Example of={cache.hit_ratio}>{() => percentText(cache.hit_ratio)}</Example>
          </p>
        </section>
      ))}
    </PanelGrid>
  );
}
