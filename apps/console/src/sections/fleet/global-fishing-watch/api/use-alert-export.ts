import { listVesselAlerts, type VesselAlert } from '@kianda/contract/fleet/surveillance/alerts.contract';
import { useClock } from '@kianda/ui';
import { useState } from 'react';
import { useApplication } from '../../../../client/context.tsx';
import { toFailure } from '../../../../client/failure.ts';
import { notify } from '../../../../platform/notices.ts';
import { fishingTexts } from '../texts.pt.ts';
import { alertsFile } from './exports.ts';
import { useBrowserFile } from './use-browser-file.ts';

const pageForExport = 200;

/** Reads every alert that a query finds, page by page, and hands them over as `gfw-alerts-{date}.json`. */
export function useAlertExport() {
  const { client } = useApplication();
  const clock = useClock();
  const file = useBrowserFile();
  const [isReading, setReading] = useState(false);
  const save = async (query: object) => {
    setReading(true);
    try {
      // By its key: an alert that is raised meanwhile moves the others, and none may be in the file twice.
      const alerts = new Map<string, VesselAlert>();
      for (let page = 1, isMore = true; isMore; page += 1) {
        const { data } = await client.call(listVesselAlerts, { query: { ...query, page, pageSize: pageForExport } });
        for (const alert of data.data) alerts.set(alert.id, alert);
        isMore = data.hasNext;
      }
      await file.save(alertsFile([...alerts.values()], clock()), 'alerts', alerts.size);
    } catch (thrown) {
      notify({ tone: 'error', title: fishingTexts.notSaved, message: toFailure(thrown).message });
    } finally {
      setReading(false);
    }
  };
  return { save, isRunning: isReading || file.isRunning };
}
