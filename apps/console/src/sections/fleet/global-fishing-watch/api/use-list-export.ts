import { allows } from '@kianda/contract';
import { startExport } from '@kianda/contract/fleet/vessels/export-jobs.contract';
import { mostExported } from '@kianda/contract/fleet/vessels/exports.contract';
import { type ListedVessel, listVessels } from '@kianda/contract/fleet/vessels/list.contract';
import type { VesselFile } from '@kianda/contract/fleet/vessels/vessel-file';
import { useClock } from '@kianda/ui';
import { useState } from 'react';
import { useAccount, useApplication } from '../../../../client/context.tsx';
import { toFailure } from '../../../../client/failure.ts';
import { notify } from '../../../../platform/notices.ts';
import type { filtersOf } from '../vessels/query.ts';
import { vesselTexts as texts } from '../vessels/texts.pt.ts';
import { vesselsFile } from './exports.ts';
import { useBrowserFile } from './use-browser-file.ts';
import { useSaveFile } from './use-save-file.ts';

const pageForExport = 1_000;

/**
 * Reads the whole list, page by page, and hands it over as a file that the browser makes; one too long for that is
 * prepared by the server, for those who may ask for it.
 */
export function useListExport() {
  const { client } = useApplication();
  const clock = useClock();
  const { role } = useAccount();
  const file = useBrowserFile();
  const later = useSaveFile();
  const [isReading, setReading] = useState(false);
  const save = async (query: Partial<ReturnType<typeof filtersOf>>, of: VesselFile, format: 'csv' | 'json') => {
    setReading(true);
    try {
      const vessels: ListedVessel[] = [];
      for (let page = 1, isMore = true; isMore; page += 1) {
        const { data } = await client.call(listVessels, { query: { ...query, page, pageSize: pageForExport } });
        if (data.total > mostExported && allows(startExport.access, role))
          return await later.prepare({ what: 'vessels', format, file: of, ...query });
        vessels.push(...data.data);
        isMore = data.hasNext;
      }
      if (vessels.length === 0) notify({ tone: 'warning', ...texts.noData });
      else await file.save(vesselsFile(of, vessels, format, clock()), 'vessels', vessels.length);
    } catch (thrown) {
      notify({ tone: 'error', title: texts.notExported, message: toFailure(thrown).message });
    } finally {
      setReading(false);
    }
  };
  return { save, isRunning: isReading || file.isRunning };
}
