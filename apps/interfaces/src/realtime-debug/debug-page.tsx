import { lazy, Suspense, useMemo } from 'react';
import { ClientProvider, useClient } from '../client/use-read.ts';
import { OceanPage } from '../ocean-map/ocean-page.tsx';
import { browserClock } from '../platform/clock.ts';
import { createRequestLog } from './request-log.ts';
import { pageTexts } from './texts.pt.ts';

const DebugPane = lazy(() => import('./debug-pane.tsx').then((module) => ({ default: module.DebugPane })));

/** The live map, with what it asks the server for beside it. */
export function DebugPage() {
  const client = useClient();
  const log = useMemo(() => createRequestLog(browserClock), []);
  const watched = useMemo(() => log.watch(client), [log, client]);
  return (
    <ClientProvider value={watched}>
      <OceanPage
        title={pageTexts.title}
        frame={pageTexts.frame}
        hasModels
        pane={(parts) => (
          <Suspense fallback={null}>
            <DebugPane log={log} parts={parts} />
          </Suspense>
        )}
      />
    </ClientProvider>
  );
}
