import { PageMark, RelativeTime } from '@kianda/ui';
import { useSyncExternalStore } from 'react';
import { type ShownRead, usePageReads } from '../client/page-reads.ts';
import styles from './page-frame.module.css';
import { frameTexts as texts } from './texts.pt.ts';

/** More sources than this are counted. */
const mostSources = 4;

/** Sources of the figures shown, each once, and the newest time that one of them is of (ISO 8601; null without one). */
export function originsOf(reads: readonly ShownRead[]): { sources: readonly string[]; newest: string | null } {
  const known = reads.flatMap(({ provenance }) => (provenance !== null && 'source' in provenance ? [provenance] : []));
  const sources = new Set(known.flatMap(({ source }) => source.split(' + ')));
  const times = known.flatMap(({ observedAt }) => (observedAt === null ? [] : [observedAt]));
  return { sources: [...sources], newest: times.toSorted((a, b) => Date.parse(a) - Date.parse(b)).at(-1) ?? null };
}

/** When the oldest of the answers shown was obtained (ISO 8601; null without one): a constant has no age. */
function readAt(reads: readonly ShownRead[]): string | null {
  const times = reads.flatMap(({ provenance }) =>
    provenance !== null && 'retrievedAt' in provenance && provenance.state !== 'configured'
      ? [provenance.retrievedAt]
      : [],
  );
  return times.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null;
}

/** Where the page's figures come from, the time of the newest one, and what could not be read. */
export function StatusLine() {
  const pageReads = usePageReads();
  const reads = useSyncExternalStore(pageReads.subscribe, pageReads.list);
  const isOnline = useSyncExternalStore(subscribeToLine, () => navigator.onLine);
  const { sources, newest } = originsOf(reads);
  const failed = reads.filter((read) => read.failed).length;
  const rest = sources.length - mostSources;
  const copiedAt = isOnline ? null : readAt(reads);
  return (
    <div className={styles.status}>
      <PageMark />
      {sources.length === 0 ? null : (
        <>
          <span>
            {texts.source([...sources.slice(0, mostSources), ...(rest > 0 ? [texts.more(rest)] : [])].join(', '))}
          </span>
          <span>
            {texts.newest}
            {newest === null ? texts.noTime : <RelativeTime at={newest} />}
          </span>
        </>
      )}
      <span role="status" className={styles.trouble}>
        {isOnline ? (failed === 0 ? '' : texts.failed(failed)) : sources.length === 0 ? texts.offline : texts.copies}
      </span>
      {copiedAt === null ? null : (
        <span>
          {texts.readAt}
          <RelativeTime at={copiedAt} />
        </span>
      )}
    </div>
  );
}

function subscribeToLine(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}
