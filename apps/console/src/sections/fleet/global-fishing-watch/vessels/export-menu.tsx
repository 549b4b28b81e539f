import { allows } from '@kianda/contract';
import {
  type ExportFormat,
  exportFormats,
  exportVesselEvents,
  exportVessels,
} from '@kianda/contract/fleet/vessels/exports.contract';
import { useClock } from '@kianda/ui';
import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useListExport } from '../api/use-list-export.ts';
import { useSaveFile } from '../api/use-save-file.ts';
import { exportTexts } from '../groups/texts.pt.ts';
import type { filtersOf } from './query.ts';
import { vesselTexts as texts } from './texts.pt.ts';

const ExportsDialog = lazy(() => import('../exports/exports-dialog.tsx'));

const formats = Object.keys(exportFormats) as ExportFormat[];
const eventFormats = ['geojson', 'kml', 'pdf'] as const;

type ExportProps = {
  readonly filters: ReturnType<typeof filtersOf>;
  readonly filtered: number;
  readonly known: number;
};

/** Files of the list: as this page has it, or as the server writes it. */
export function ExportMenu({ filters, filtered, known }: ExportProps) {
  const clock = useClock();
  const { role } = useAccount();
  const file = useSaveFile();
  const list = useListExport();
  const [isListOpen, setListOpen] = useState(false);
  const day = new Date(clock()).toISOString().slice(0, 10);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={15} aria-hidden="true" />}
            disabled={known === 0}
            loading={list.isRunning || file.isRunning}
          >
            {texts.export}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={filtered === 0} onClick={() => void list.save(filters, 'filtered', 'csv')}>
            {texts.filteredCsv}
          </Menu.Item>
          <Menu.Item disabled={filtered === 0} onClick={() => void list.save(filters, 'filtered', 'json')}>
            {texts.filteredJson}
          </Menu.Item>
          <Menu.Item onClick={() => void list.save({}, 'raw', 'csv')}>{texts.rawCsv}</Menu.Item>
          <Menu.Item onClick={() => void list.save({}, 'raw', 'json')}>{texts.rawJson}</Menu.Item>
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
                      { what: 'vessels', format, ...filters },
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
                    void file.save(exportVesselEvents, { query: { format } }, `vessel-events-${day}.${format}`, {
                      what: 'events',
                      format,
                    })
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
