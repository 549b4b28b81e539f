import { PageHeader, PageStack, PanelFrame } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconCheck, IconRefresh } from '@tabler/icons-react';
import { useRealtime } from './api/use-realtime.ts';
import { DataLag } from './components/data-lag.tsx';
import { FlagsPanel } from './components/flags-panel.tsx';
import { HeatwavesPanel } from './components/heatwaves-panel.tsx';
import { LiveCards } from './components/live-cards.tsx';
import { LiveMap } from './components/live-map.tsx';
import styles from './page.module.css';
import { realtimeTexts as texts } from './texts.pt.ts';

/** Section `realtime-angola`: four live readings, the realtime map, and how current the data are. */
export default function RealtimeAngolaPage() {
  const realtime = useRealtime();
  return (
    <PageStack>
      <PageHeader
        description={texts.description}
        actions={
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden="true" />}
            onClick={realtime.refresh}
            loading={realtime.data.isRefreshing}
          >
            {texts.refresh}
          </Button>
        }
      />
      <LiveCards realtime={realtime} />
      <LiveMap />
      <div className={styles.columns}>
        <DataLag data={realtime.data} />
        <HeatwavesPanel />
        <FlagsPanel presence={realtime.presence} />
        <PanelFrame title={texts.features.title}>
          <ul className={styles.features}>
            {texts.features.items.map((feature) => (
              <li key={feature}>
                <IconCheck size={16} aria-hidden="true" className={styles.check} />
                {feature}
              </li>
            ))}
          </ul>
        </PanelFrame>
      </div>
    </PageStack>
  );
}
