import { allows } from '@kianda/contract';
import { notificationSettings } from '@kianda/contract/people/notifications/notifications.contract';
import { usageReport } from '@kianda/contract/people/usage/usage.contract';
import { EmptyState, PageHeader, PageStack, Panel, PanelFrame, PanelGrid } from '@kianda/ui';
import { useAccount } from '../../../client/context.tsx';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { Devices } from '../../../shell/notice-settings/devices.tsx';
import { OutboxList } from '../../../shell/outbox-list.tsx';
import { useOutbox } from '../../../shell/use-outbox.ts';
import touch from '../../shared/touch.module.css';
import { useDevice, useLatency } from './api/use-device.ts';
import { ConnectionPanel } from './components/connection-panel.tsx';
import { DevicePanel } from './components/device-panel.tsx';
import { InstallPanel } from './components/install-panel.tsx';
import { UsagePanel } from './components/usage-panel.tsx';
import { mobileTexts as texts } from './texts.pt.ts';

/** Section `mobile-pwa`: the console as an application of this device, with and without a network. */
export default function MobilePwaPage() {
  const { role } = useAccount();
  const device = useDevice();
  const roundTrip = useLatency();
  const writes = useOutbox();
  const notices = useEndpoint(notificationSettings, {}, { refetchSeconds: 60 });
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader description={texts.description} />
        <PanelGrid minWidth={420}>
          <InstallPanel device={device} />
          <ConnectionPanel device={device} roundTrip={roundTrip} />
          <DevicePanel device={device} />
          <PanelFrame id="em-espera" title={texts.waiting.title}>
            {writes.length === 0 ? (
              <EmptyState title={texts.waiting.none}>{texts.waiting.noneText}</EmptyState>
            ) : (
              <OutboxList writes={writes} />
            )}
          </PanelFrame>
          <Panel id="avisos" title={texts.notices.title} description={texts.notices.text} source={notices}>
            {(settings) => <Devices settings={settings} />}
          </Panel>
          {allows(usageReport.access, role) ? <UsagePanel /> : null}
        </PanelGrid>
      </PageStack>
    </div>
  );
}
