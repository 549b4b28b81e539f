import { useMemo } from 'react';
import { ClientProvider, useClient } from '../client/use-read.ts';
import { OceanPage } from '../ocean-map/ocean-page.tsx';
import { pageFrames, pageTitles } from '../ocean-map/texts.pt.ts';
import { browserClock } from '../platform/clock.ts';
import { DebugPane } from './debug-pane.tsx';
import { createRequestLog } from './request-log.ts';

/** The live map, with what it asks the server for beside it. */
export function DebugPage() {
  const client = useClient();
  const log = useMemo(() => createRequestLog(browserClock), []);
  const watched = useMemo(() => log.watch(client), [log, client]);
  return (
    <ClientProvider value={watched}>
      <OceanPage
        title={pageTitles.debug}
        frame={pageFrames.debug}
        hasModels
        pane={(parts) => <DebugPane log={log} parts={parts} />}
      />
    </ClientProvider>
  );
}
