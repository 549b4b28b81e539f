import { allows } from '@kianda/contract';
import {
  type ExportFormat,
  exportFormats,
  exportVesselEvents,
  exportVessels,
} from '@kianda/contract/vessels/exports.contract';
import { type ListedVessel, listVessels } from '@kianda/contract/vessels/list.contract';
import { useClock } from '@kianda/ui';
import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useAccount, useApplication } from '../../../client/context.tsx';
import { toFailure } from '../../../client/failure.ts';
import { notify } from '../../../platform/notices.ts';
import { filteredFile, rawFile } from '../api/exports.ts';
import { useBrowserFile } from '../api/use-browser-file.ts';
import { useSaveFile } from '../api/use-save-file.ts';
import { exportTexts } from '../groups/texts.pt.ts';
import type { filtersOf } from './query.ts';
import { vesselTexts as texts } from './texts.pt.ts';

const ExportsDialog = lazy(() => import('../exports/exports-dialog.tsx'));

const formats = Object.keys(exportFormats) as ExportFormat[];
const eventFormats = ['geojson', 'kml', 'pdf'] as const;

const pageForExport = 1_000;

type ExportProps = {
  readonly filters: ReturnType<typeof filtersOf>;
  readonly filtered: number;
  readonly known: number;
};

/** Files of the list: as this page has it, or as the server writes it. */
export function ExportMenu({ filters, filtered, known }: ExportProps) {
  const { client } = useApplication();
  const clock = useClock();
  const { role } = useAccount();
  const file = useSaveFile();
  const made = useBrowserFile();
  const [isListOpen, setListOpen] = useState(false);
  const day = new Date(clock()).toISOString().slice(0, 10);
  const [isRunning, setRunning] = useState(false);
  const save = async (query: Partial<typeof filters>, toFile: typeof rawFile, format: 'csv' | 'json') => {
    setRunning(true);
    try {
      const vessels: ListedVessel[] = [];
      for (let page = 1, isMore = true; isMore; page += 1) {
        const { data } = await client.call(listVessels, { query: { ...query, page, pageSize: pageForExport } });
        vessels.push(...data.data);
        isMore = data.hasNext;
      }
      if (vessels.length === 0) {
        notify({ tone: 'warning', ...texts.noData });
        return;
      }
      await made.save(toFile(vessels, format, clock()), 'vessels', vessels.length);
    } catch (thrown) {
      notify({ tone: 'error', title: texts.notExported, message: toFailure(thrown).message });
    } finally {
      setRunning(false);
    }
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={15} aria-hidden="true" />}
            disabled={known === 0}
            loading={isRunning || file.isRunning}
          >
            {texts.export}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={filtered === 0} onClick={() => void save(filters, filteredFile, 'csv')}>
            {texts.filteredCsv}
          </Menu.Item>
          <Menu.Item disabled={filtered === 0} onClick={() => void save(filters, filteredFile, 'json')}>
            {texts.filteredJson}
          </Menu.Item>
          <Menu.Item onClick={() => void save({}, rawFile, 'csv')}>{texts.rawCsv}</Menu.Item>
          <Menu.Item onClick={() => void save({}, rawFile, 'json')}>{texts.rawJson}</Menu.Item>
          {allows(exportVessels.access, role) ? (
            <>
              <Menu.Divider />
              {formats.map((format) => (
                <Menu.Item
                  key={format}
                  disabled={filtered === 0}
                  onClick={() =>
                    void file.save(
                      exportVessels,
                      { query: { ...filters, format } },
                      `vessels-filtered-${day}.${format}`,
                      format === 'pdf' ? undefined : { what: 'vessels', format, ...filters },
                    )
                  }
                >
                  {exportTexts.vessels(exportFormats[format])}
                </Menu.Item>
              ))}
              <Menu.Divider />
              {eventFormats.map((format) => (
                <Menu.Item
                  key={format}
                  onClick={() =>
                    void file.save(
                      exportVesselEvents,
                      { query: { format } },
                      `vessel-events-${day}.${format}`,
                      format === 'pdf' ? undefined : { what: 'events', format },
                    )
                  }
                >
                  {exportTexts.events(exportFormats[format])}
                </Menu.Item>
              ))}
              <Menu.Divider />
              <Menu.Item onClick={() => setListOpen(true)}>{exportTexts.prepared}</Menu.Item>
            </>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {isListOpen ? (
        <Suspense fallback={null}>
          <ExportsDialog onClose={() => setListOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
