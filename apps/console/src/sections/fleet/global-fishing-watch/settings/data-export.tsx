import { allows } from '@kianda/contract';
import { listVesselAlerts, type VesselAlert } from '@kianda/contract/fleet/surveillance/alerts.contract';
import { PanelFrame, useClock } from '@kianda/ui';
import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useAccount, useApplication } from '../../../../client/context.tsx';
import { toFailure } from '../../../../client/failure.ts';
import { notify } from '../../../../platform/notices.ts';
import { alertsFile } from '../api/exports.ts';
import { useBrowserFile } from '../api/use-browser-file.ts';
import { useListExport } from '../api/use-list-export.ts';
import styles from '../page.module.css';
import { fishingTexts } from '../texts.pt.ts';
import { settingsTexts as texts } from './texts.pt.ts';

const pageForExport = 200;

/** Files of everything the section knows, whatever is filtered elsewhere. */
export default function DataExport() {
  const { client } = useApplication();
  const { role } = useAccount();
  const clock = useClock();
  const list = useListExport();
  const file = useBrowserFile();
  const [isReading, setReading] = useState(false);
  const saveAlerts = async () => {
    setReading(true);
    try {
      const alerts: VesselAlert[] = [];
      for (let page = 1, isMore = true; isMore; page += 1) {
        const query = { state: 'open', page, pageSize: pageForExport } as const;
        const { data } = await client.call(listVesselAlerts, { query });
        alerts.push(...data.data);
        isMore = data.hasNext;
      }
      if (alerts.length === 0) notify({ tone: 'warning', ...texts.noAlerts });
      else await file.save(alertsFile(alerts, clock()), 'alerts', alerts.length);
    } catch (thrown) {
      notify({ tone: 'error', title: fishingTexts.notSaved, message: toFailure(thrown).message });
    } finally {
      setReading(false);
    }
  };
  const icon = <IconDownload size={15} aria-hidden="true" />;
  return (
    <PanelFrame title={texts.exportTitle} description={texts.exportText}>
      <Group gap="xs" className={styles.marks ?? ''}>
        {(['json', 'csv'] as const).map((format) => (
          <Button
            key={format}
            variant="default"
            size="xs"
            leftSection={icon}
            loading={list.isRunning}
            onClick={() => void list.save({}, 'raw', format)}
          >
            {format === 'json' ? texts.vesselsJson : texts.vesselsCsv}
          </Button>
        ))}
        {allows(listVesselAlerts.access, role) ? (
          <Button
            variant="default"
            size="xs"
            leftSection={icon}
            loading={isReading || file.isRunning}
            onClick={() => void saveAlerts()}
          >
            {texts.alertsJson}
          </Button>
        ) : null}
      </Group>
    </PanelFrame>
  );
}
