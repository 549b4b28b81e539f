import { type ListedVessel, listVessels } from '@kianda/contract/vessels/list.contract';
import { useClock } from '@kianda/ui';
import { useState } from 'react';
import { useApplication } from '../../../client/context.tsx';
import { toFailure } from '../../../client/failure.ts';
import { notify } from '../../../platform/notices.ts';
import type { filtersOf } from '../vessels/query.ts';
import { vesselTexts as texts } from '../vessels/texts.pt.ts';
import type { rawFile } from './exports.ts';
import { useBrowserFile } from './use-browser-file.ts';

const pageForExport = 1_000;

/** Reads the whole list, page by page, and hands it over as a file that the browser makes. */
export function useListExport() {
  const { client } = useApplication();
  const clock = useClock();
  const file = useBrowserFile();
  const [isReading, setReading] = useState(false);
  const save = async (query: Partial<ReturnType<typeof filtersOf>>, toFile: typeof rawFile, format: 'csv' | 'json') => {
    setReading(true);
    try {
      const vessels: ListedVessel[] = [];
      for (let page = 1, isMore = true; isMore; page += 1) {
        const { data } = await client.call(listVessels, { query: { ...query, page, pageSize: pageForExport } });
        vessels.push(...data.data);
        isMore = data.hasNext;
      }
      if (vessels.length === 0) notify({ tone: 'warning', ...texts.noData });
      else await file.save(toFile(vessels, format, clock()), 'vessels', vessels.length);
    } catch (thrown) {
      notify({ tone: 'error', title: texts.notExported, message: toFailure(thrown).message });
    } finally {
      setReading(false);
    }
  };
  return { save, isRunning: isReading || file.isRunning };
}
