import { downloadText, useClock } from '@kianda/ui';
import { Button, Menu } from '@mantine/core';
import { IconDownload, IconLink } from '@tabler/icons-react';
import { notify } from '../../../platform/notices.ts';
import type { FileText } from '../api/exports.ts';
import { type Shown, shownCsv, shownGeoJson } from './map-export.ts';
import { fleetMapTexts as texts } from './texts.pt.ts';

const save = ({ name, mediaType, text }: FileText) => downloadText(name, mediaType, text);

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
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconDownload size={15} aria-hidden="true" />}>
          {texts.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save(shownGeoJson({ ...shown, exportedMs: clock() }))}>{texts.exportGeo}</Menu.Item>
        <Menu.Item
          disabled={shown.vessels.length === 0}
          onClick={() => save(shownCsv({ ...shown, exportedMs: clock() }))}
        >
          {texts.exportCsv}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
