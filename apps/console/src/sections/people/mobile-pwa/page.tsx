import { allows } from '@kianda/contract';
import { listFieldRecords } from '@kianda/contract/ingestion/field/field.contract';
import { fieldResource } from '@kianda/contract/ingestion/field/field.resource';
import { notificationSettings } from '@kianda/contract/people/notifications/notifications.contract';
import { usageReport } from '@kianda/contract/people/usage/usage.contract';
import { EmptyState, PageHeader, PageStack, Panel, PanelFrame, PanelGrid, SkeletonLines } from '@kianda/ui';
import { Tabs } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { z } from 'zod';
import { useAccount } from '../../../client/context.tsx';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { Devices } from '../../../shell/notice-settings/devices.tsx';
import { OutboxList } from '../../../shell/outbox-list.tsx';
import { useOutbox } from '../../../shell/use-outbox.ts';
import { listSearchOf, useSectionList } from '../../shared/resource/list-state.ts';
import touch from '../../shared/touch.module.css';
import { useDevice, useLatency } from './api/use-device.ts';
import { ConnectionPanel } from './components/connection-panel.tsx';
import { DevicePanel } from './components/device-panel.tsx';
import { fieldTexts } from './components/field-texts.pt.ts';
import { InstallPanel } from './components/install-panel.tsx';
import { UsagePanel } from './components/usage-panel.tsx';
import { mobileTexts as texts } from './texts.pt.ts';

const FieldRecords = lazy(() => import('./components/field-records.tsx'));

const parts = ['dispositivo', 'registos'] as const;
const searchSchema = z.object({
  parte: z.enum(parts).optional().catch(undefined),
  /** The record of the field that is open. */
  registo: z.uuid().optional().catch(undefined),
  ...listSearchOf(fieldResource),
});

/** Section `mobile-pwa`: the console as an application of this device, and what arrived from phones in the field. */
export default function MobilePwaPage() {
  const { role } = useAccount();
  const { search, change, state } = useSectionList(searchSchema);
  if (!allows(listFieldRecords.access, role)) return <DevicePart />;
  return (
    <Tabs
      value={search.parte ?? 'dispositivo'}
      onChange={(next) => change({ parte: parts.find((one) => one === next), registo: undefined })}
      keepMounted={false}
    >
      <Tabs.List aria-label={fieldTexts.tabsLabel} mb="md">
        {parts.map((part) => (
          <Tabs.Tab key={part} value={part}>
            {fieldTexts.tabs[part]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="dispositivo">
        <DevicePart />
      </Tabs.Panel>
      <Tabs.Panel value="registos">
        <div className={touch.touch}>
          <PageStack>
            <Suspense fallback={<SkeletonLines lines={8} />}>
              <FieldRecords state={state} opened={search.registo} onOpen={(registo) => change({ registo })} />
            </Suspense>
          </PageStack>
        </div>
      </Tabs.Panel>
    </Tabs>
  );
}

function DevicePart() {
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
