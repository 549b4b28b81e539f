import { recordUsage } from '@kianda/contract/people/usage/usage-recording.contract';
import { downloadEventName } from '@kianda/ui';
import { useEffect, useState } from 'react';
import type { Client } from '../client/client.ts';
import { useApplication } from '../client/context.tsx';
import { toFailure } from '../client/failure.ts';
import { uniqueId } from '../platform/chance.ts';
import { browserRefusesTracking, createUsageReporter, type Delivery, deviceOf } from '../platform/usage-reporter.ts';
import { findSection } from '../sections/sections.ts';

/** A visit's doings are told at its end; in between only so often that a page that dies loses little. */
const everyMs = 300_000;

/** Reports which sections are opened, unless the browser asks not to be followed or the account refused. */
export function useUsageReports(sectionId: string): void {
  const { client, clock } = useApplication();
  const [reporter] = useState(() =>
    browserRefusesTracking(window)
      ? null
      : createUsageReporter({
          send: (report, last) => deliver(client, report, last),
          clock,
          device: deviceOf(window),
          visit: uniqueId(),
        }),
  );

  useEffect(() => {
    // Text typed into the address is private: only existing sections are named.
    if (findSection(sectionId) !== undefined) reporter?.show(sectionId);
  }, [reporter, sectionId]);

  useEffect(() => {
    if (reporter === null) return undefined;
    const onVisibility = () => {
      const isVisible = document.visibilityState === 'visible';
      reporter.setVisible(isVisible);
      if (!isVisible) void reporter.flush(true);
    };
    const onDownload = () => reporter.exported();
    const onLeave = () => void reporter.flush(true);
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void reporter.flush();
    }, everyMs);
    document.addEventListener('visibilitychange', onVisibility);
    document.addEventListener(downloadEventName, onDownload);
    window.addEventListener('pagehide', onLeave);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisibility);
      document.removeEventListener(downloadEventName, onDownload);
      window.removeEventListener('pagehide', onLeave);
    };
  }, [reporter]);
}

async function deliver(
  client: Client,
  body: Parameters<Parameters<typeof createUsageReporter>[0]['send']>[0],
  last: boolean,
): Promise<Delivery> {
  try {
    const { data } = await client.call(recordUsage, { body }, { keepalive: last });
    return data.recorded ? 'recorded' : 'refused';
  } catch (thrown) {
    // A server that refuses will refuse again; one that is away, or a network, comes back.
    const { kind, status } = toFailure(thrown);
    const refuses = kind === 'signed-out' || (status !== undefined && status < 500 && status !== 429);
    return refuses ? 'refused' : 'undelivered';
  }
}
