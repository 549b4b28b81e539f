import { formatBytes, formatNumber } from '@kianda/format';
import { FactList, PanelFrame, SkeletonLines } from '@kianda/ui';
import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { PageFrame } from '../page-frame/page-frame.tsx';
import styles from './cache-clear.module.css';
import { findKept, isEmpty, type Kept, keepReport, removeAll, takeReport } from './storage.ts';
import { cacheTexts as texts } from './texts.pt.ts';

const ClearDialog = lazy(() => import('./clear-dialog.tsx'));
const report = takeReport();

/** Data that this origin keeps in this browser, and their removal after a confirmation. */
export function CacheClearPage() {
  const [kept, setKept] = useState<Kept | null>(null);
  const [asks, setAsks] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const look = () => {
    findKept().then(setKept, (error: unknown) => setFault(texts.unreadable(String(error))));
  };
  useEffect(look, []);
  const [isClearing, setClearing] = useState(false);
  const clear = async () => {
    if (kept === null) return;
    setClearing(true);
    keepReport(await removeAll(kept));
    location.reload();
  };
  return (
    <PageFrame title={texts.title} purpose={texts.purpose} help={texts.help} fragment="" offers={[]}>
      <div className={styles.page}>
        {report === null ? null : (
          <PanelFrame title={report.left.length === 0 ? texts.done : texts.partly} description={texts.doneNote}>
            <Facts kept={report.removed} />
            {report.left.length === 0 ? null : <p className={styles.left}>{texts.left(report.left.join(', '))}</p>}
          </PanelFrame>
        )}
        <PanelFrame title={texts.here} description={texts.hereNote(location.origin)}>
          {fault === null ? null : <p role="alert">{fault}</p>}
          {kept === null && fault === null ? <SkeletonLines lines={5} /> : null}
          {kept === null ? null : isEmpty(kept) ? <p>{texts.empty}</p> : <Facts kept={kept} />}
        </PanelFrame>
        <div className={styles.actions}>
          <Button color="red" onClick={() => setAsks(true)} disabled={kept === null}>
            {texts.clear}
          </Button>
          <Button variant="default" onClick={look}>
            {texts.look}
          </Button>
        </div>
        {asks && kept !== null ? (
          <Suspense fallback={null}>
            <ClearDialog isClearing={isClearing} onClear={clear} onClose={() => setAsks(false)} />
          </Suspense>
        ) : null}
      </div>
    </PageFrame>
  );
}

function Facts({ kept }: { readonly kept: Kept }) {
  const listed = (names: readonly string[]) => (names.length === 0 ? texts.nothing : names.join(', '));
  return (
    <FactList
      items={[
        [texts.workers, listed(kept.workers)],
        [texts.caches, listed(kept.caches.map(({ name, files }) => texts.cache(name, formatNumber(files))))],
        [texts.databases, listed(kept.databases)],
        [texts.local, listed(kept.localKeys)],
        [texts.session, listed(kept.sessionKeys)],
        [texts.bytes, formatBytes(kept.bytes)],
      ]}
    />
  );
}
