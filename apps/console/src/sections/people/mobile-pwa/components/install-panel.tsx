import { platformInfo } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { UNKNOWN } from '@kianda/format';
import { FactList, Panel, type PanelSource, StatusPill } from '@kianda/ui';
import { Button, Group, Stack } from '@mantine/core';
import { IconDeviceMobilePlus } from '@tabler/icons-react';
import { useState } from 'react';
import { toFailure } from '../../../../client/failure.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { useInstallOffer } from '../../../../platform/install-prompt.ts';
import { hasOtherRelease } from '../../../../platform/release.ts';
import type { Device } from '../api/device.ts';
import { mobileTexts } from '../texts.pt.ts';

const texts = mobileTexts.install;

/** Whether the console is an application of this device, how it becomes one, and whether it is the server's release. */
export function InstallPanel({ device }: { readonly device: PanelSource<Device> }) {
  const install = useInstallOffer();
  const platform = useEndpoint(platformInfo, {}, { refetchSeconds: 0 });
  const [said, setSaid] = useState<string | null>(null);
  const [isOutdated, setOutdated] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const begin = async () => {
    try {
      const outcome = await install?.();
      if (outcome === 'accepted' || outcome === 'dismissed') setSaid(texts[outcome]);
    } catch (error) {
      console.warn('kianda: instalação recusada', error);
      setSaid(texts.failed);
    }
    device.refresh();
  };
  const check = async () => {
    setChecking(true);
    try {
      const isOther = await hasOtherRelease(window);
      setOutdated(isOther);
      setSaid(isOther ? texts.outdated : texts.upToDate);
    } catch (error) {
      setSaid(texts.checkFailed(toFailure(error).message));
    }
    setChecking(false);
  };
  return (
    <Panel id="instalacao" title={texts.title} description={texts.text} source={device}>
      {({ isInstalled }) => (
        <Stack gap="sm" align="flex-start">
          <StatusPill tone={isInstalled ? 'good' : 'info'}>
            {isInstalled ? texts.installed : texts.inBrowser}
          </StatusPill>
          <FactList items={[[texts.version, platform.sourced?.value.version ?? UNKNOWN]]} />
          {isInstalled || install !== undefined ? null : <p>{texts.noOffer}</p>}
          <Group gap="xs">
            {install === undefined ? null : (
              <Button leftSection={<IconDeviceMobilePlus size={16} aria-hidden="true" />} onClick={() => void begin()}>
                {texts.button}
              </Button>
            )}
            <Button variant="default" loading={isChecking} onClick={() => void check()}>
              {texts.check}
            </Button>
            {isOutdated ? (
              <Button variant="default" onClick={() => window.location.reload()}>
                {texts.reload}
              </Button>
            ) : null}
          </Group>
          {said === null ? null : <p role="status">{said}</p>}
        </Stack>
      )}
    </Panel>
  );
}
