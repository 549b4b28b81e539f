import { formatBytes, formatNumber, UNKNOWN } from '@kianda/format';
import { FactList, Panel, type PanelSource, RelativeTime } from '@kianda/ui';
import { Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useApplication } from '../../../../client/context.tsx';
import { toFailure } from '../../../../client/failure.ts';
import { notify } from '../../../../platform/notices.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import type { Device } from '../api/device.ts';
import { mobileTexts } from '../texts.pt.ts';

const texts = mobileTexts.device;

const unknown = (reason: string): ReactNode => <abbr title={reason}>{UNKNOWN}</abbr>;
const orUnknown = <T,>(value: T | null, show: (known: T) => ReactNode): ReactNode =>
  value === null ? unknown(texts.noAnswer) : show(value);

function factsOf(device: Device): readonly (readonly [string, ReactNode])[] {
  const { worker, files, copies, usageBytes, quotaBytes, isPersisted } = device;
  const oldestAt = copies?.oldestAt ?? null;
  return [
    [texts.worker, texts.workers[worker]],
    [texts.files, orUnknown(files, formatNumber)],
    [texts.copies, orUnknown(copies, ({ count }) => formatNumber(count))],
    [texts.oldest, oldestAt === null ? unknown(texts.noCopies) : <RelativeTime key="oldest" at={oldestAt} />],
    [texts.usage, orUnknown(usageBytes, formatBytes)],
    [texts.quota, orUnknown(quotaBytes, formatBytes)],
    [texts.persisted, orUnknown(isPersisted, (is) => (is ? texts.yes : texts.no))],
  ];
}

/** Functions of this device without a network, and the copies stored for them. */
export function DevicePanel({ device }: { readonly device: PanelSource<Device> }) {
  const { copies } = useApplication();
  const [isClearing, setClearing] = useState(false);
  const persist = async () => {
    const isGranted = await navigator.storage.persist();
    const message = isGranted ? texts.persistDone : texts.persistRefused;
    notify({ tone: isGranted ? 'success' : 'warning', message });
    device.refresh();
  };
  const clear = async () => {
    try {
      await copies.clear();
    } catch (error) {
      return texts.clearFailed(toFailure(error).message);
    }
    notify({ tone: 'success', message: texts.cleared });
    device.refresh();
    return null;
  };
  return (
    <Panel id="dispositivo" title={texts.title} description={texts.text} source={device}>
      {(read) => (
        <Stack gap="sm">
          <FactList items={factsOf(read)} />
          <Group gap="xs">
            {read.isPersisted === false ? (
              <Button variant="default" onClick={() => void persist()}>
                {texts.persist}
              </Button>
            ) : null}
            <Button variant="default" disabled={read.copies?.count === 0} onClick={() => setClearing(true)}>
              {texts.clear}
            </Button>
          </Group>
          {isClearing ? (
            <ConfirmDialog
              title={texts.clearTitle}
              body={texts.clearBody}
              confirm={texts.clear}
              onConfirm={clear}
              onClose={() => setClearing(false)}
              isDangerous
            />
          ) : null}
        </Stack>
      )}
    </Panel>
  );
}
