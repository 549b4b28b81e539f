import { formatMilliseconds, UNKNOWN } from '@kianda/format';
import { FactList, Panel, type PanelSource, StatusPill } from '@kianda/ui';
import { Button, Stack } from '@mantine/core';
import type { Device } from '../api/device.ts';
import type { RoundTripTime } from '../api/use-device.ts';
import { mobileTexts } from '../texts.pt.ts';

const texts = mobileTexts.connection;

/** The network as this device has it, and how long an answer takes over it. */
export function ConnectionPanel({
  device,
  roundTrip,
}: {
  readonly device: PanelSource<Device>;
  readonly roundTrip: PanelSource<RoundTripTime>;
}) {
  const measured = device.sourced?.value;
  const type = measured?.networkType ?? null;
  return (
    <Panel id="ligacao" title={texts.title} source={roundTrip}>
      {({ medianMs, count }) => (
        <Stack gap="sm" align="flex-start">
          {measured === undefined ? null : (
            <StatusPill tone={measured.isOnline ? 'good' : 'caution'}>
              {measured.isOnline ? texts.online : texts.offline}
            </StatusPill>
          )}
          <FactList
            items={[
              [texts.roundTrip, formatMilliseconds(medianMs)],
              [texts.how, texts.ofCount(count)],
              [
                texts.type,
                type ?? (
                  <abbr key="type" title={mobileTexts.device.noAnswer}>
                    {UNKNOWN}
                  </abbr>
                ),
              ],
            ]}
          />
          <Button variant="default" loading={roundTrip.isRefreshing} onClick={roundTrip.refresh}>
            {texts.measure}
          </Button>
        </Stack>
      )}
    </Panel>
  );
}
