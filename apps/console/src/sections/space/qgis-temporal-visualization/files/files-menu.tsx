import { describeTemporal } from '@kianda/contract/space/temporal/temporal-variables';
import { formatNumber } from '@kianda/format';
import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { temporalTexts } from '../texts.pt.ts';
import type { View } from '../view.ts';
import { useFilm, useServerFile } from './use-files.ts';

const texts = temporalTexts.files;
const formats = ['netcdf', 'geotiff', 'csv'] as const;

/** Files of what the page shows; the picture of the map has its own button on it. */
export function FilesMenu({ view }: { readonly view: View }) {
  const file = useServerFile(view);
  const film = useFilm(view);
  const { kind } = describeTemporal(view.search.variable).source;
  const hasFrames = kind !== 'tracks' && view.clock.moments.length > 0;
  if (film.recording !== null) {
    const { done, count } = film.recording;
    return (
      <>
        <span role="status">{texts.recording(formatNumber(done), formatNumber(count))}</span>
        <Button size="sm" variant="default" onClick={film.cancel}>
          {texts.cancel}
        </Button>
      </>
    );
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          loading={file.isRunning}
          disabled={!hasFrames}
        >
          {texts.menu}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void film.record()}>{texts.video}</Menu.Item>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => void file.save(format)}>
            {texts[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
