import { allows, type DataOf } from '@kianda/contract';
import { type ExportFormat, exportFormats, exportTrack } from '@kianda/contract/fleet/vessels/exports.contract';
import type { vesselTrack } from '@kianda/contract/fleet/vessels/positions.contract';
import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useAccount } from '../../../../client/context.tsx';
import { useSaveFile } from '../api/use-save-file.ts';
import { exportTexts as texts } from '../groups/texts.pt.ts';

const formats = Object.keys(exportFormats) as ExportFormat[];

/** Every position of the shown period as a file; nothing for whoever may not export. */
export function TrackExport({ track: { vessel, from, to } }: { readonly track: DataOf<typeof vesselTrack> }) {
  const { role } = useAccount();
  const file = useSaveFile();
  if (!allows(exportTrack.access, role)) return null;
  const name = `vessel-track-${vessel.mmsi ?? vessel.id}-${to.slice(0, 10)}`;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={15} aria-hidden="true" />}
          loading={file.isRunning}
        >
          {texts.positions}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item
            key={format}
            onClick={() =>
              void file.save(
                exportTrack,
                { params: { id: vessel.id }, query: { from, to, format } },
                `${name}.${format}`,
                { what: 'track', format, vesselId: vessel.id, from, to },
              )
            }
          >
            {texts.position(exportFormats[format])}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
