import { useClock } from '@kianda/ui';
import { Button, Menu } from '@mantine/core';
import { IconDownload, IconLink } from '@tabler/icons-react';
import { notify } from '../../../../platform/notices.ts';
import { useBrowserFile } from '../api/use-browser-file.ts';
import { type Shown, shownCsv, shownGeoJson } from './map-export.ts';
import { fleetMapTexts as texts } from './texts.pt.ts';

/** Copies the address, which holds the whole view: camera, period, moment, layers, tracks and heat map. */
export function ShareButton() {
  const copy = () => {
    navigator.clipboard.writeText(window.location.href).then(
      () => notify({ tone: 'success', message: texts.shared }),
      (cause: unknown) => {
        console.warn('kianda: ligação por copiar', cause);
        notify({ tone: 'error', message: texts.shareFailed });
      },
    );
  };
  return (
    <Button size="xs" variant="default" leftSection={<IconLink size={15} aria-hidden="true" />} onClick={copy}>
      {texts.share}
    </Button>
  );
}

/** Files of what the map shows. */
export function ExportTools({ shown }: { readonly shown: Omit<Shown, 'exportedMs'> }) {
  const clock = useClock();
  const file = useBrowserFile();
  const rows = shown.vessels.length;
  const things = rows + shown.tracks.length + shown.events.length + shown.areas.features.length;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconDownload size={15} aria-hidden="true" />}>
          {texts.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void file.save(shownGeoJson({ ...shown, exportedMs: clock() }), 'map', things)}>
          {texts.exportGeo}
        </Menu.Item>
        <Menu.Item
          disabled={shown.vessels.length === 0}
          onClick={() => void file.save(shownCsv({ ...shown, exportedMs: clock() }), 'map', rows)}
        >
          {texts.exportCsv}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
