import { listModelMaps, type ModelMap, removeModelMap } from '@kianda/contract/models/maps/maps.contract';
import { formatInstant } from '@kianda/format';
import { named, usePreferences } from '@kianda/ui';
import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { mapTexts as texts } from '../maps.texts.pt.ts';
import { useMapFile } from '../use-maps.ts';
import styles from './registry.module.css';

const formats = ['tif', 'csv', 'parquet'] as const;
type Props = { readonly map: ModelMap; readonly mayRemove: boolean; readonly onRemoved?: () => void };

/** Files of a map, and its deletion for whoever may. */
export function MapActs({ map, mayRemove, onRemoved }: Props) {
  const { timeZone } = usePreferences();
  const save = useMapFile();
  const [isRemoving, setRemoving] = useState(false);
  const at = formatInstant(map.madeAt, timeZone);
  return (
    <span className={styles.marks}>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="xs" variant="default" aria-label={named(texts.download, at)}>
            {texts.download}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {formats.map((format) => (
            <Menu.Item key={format} onClick={() => save(map, format)}>
              {texts.formats[format]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {mayRemove ? (
        <Button size="xs" variant="default" aria-label={named(texts.remove, at)} onClick={() => setRemoving(true)}>
          {texts.remove}
        </Button>
      ) : null}
      {isRemoving ? <RemoveDialog map={map} onClose={() => setRemoving(false)} onRemoved={onRemoved} /> : null}
    </span>
  );
}

type RemoveProps = {
  readonly map: ModelMap;
  readonly onClose: () => void;
  readonly onRemoved: (() => void) | undefined;
};

function RemoveDialog({ map: { id }, onClose, onRemoved }: RemoveProps) {
  const { run } = useAction(removeModelMap, [listModelMaps]);
  return (
    <ConfirmDialog
      title={texts.remove}
      body={texts.removeBody}
      confirm={texts.remove}
      isDangerous
      onClose={onClose}
      onConfirm={async () => {
        const outcome = await run({ params: { id } }, { offline: 'fail' });
        if (outcome.state === 'failed') return outcome.failure.message;
        notify({ tone: 'success', message: texts.removed });
        onRemoved?.();
        return null;
      }}
    />
  );
}
