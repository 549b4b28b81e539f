import { cx, PageHeader, PageStack } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconExternalLink, IconMaximize, IconMinimize, IconRefresh } from '@tabler/icons-react';
import { useRef } from 'react';
import { useFullscreen } from '../../shared/use-fullscreen.ts';
import { useLiveMetrics } from './api/use-live-metrics.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { MetricCards } from './metric-cards.tsx';
import { NoticesPanel } from './notices-panel.tsx';
import styles from './page.module.css';
import { liveTexts as texts } from './texts.pt.ts';

/** Section `realtime-monitoring`: what the platform measures of itself, as it is measured. */
export default function RealtimeMonitoringPage() {
  const live = useLiveMetrics();
  const box = useRef<HTMLDivElement>(null);
  const [isFullscreen, toggleFullscreen] = useFullscreen(box);
  const FullscreenIcon = isFullscreen ? IconMinimize : IconMaximize;
  return (
    <div ref={box} className={cx(isFullscreen && styles.fullscreen)}>
      <PageStack>
        <PageHeader
          description={texts.description}
          actions={
            <>
              <Button
                variant="default"
                leftSection={<IconRefresh size={16} aria-hidden="true" />}
                onClick={live.result.refresh}
              >
                {texts.refresh}
              </Button>
              <Button
                component="a"
                href="/?section=realtime-monitoring"
                target="_blank"
                rel="noopener"
                variant="default"
                leftSection={<IconExternalLink size={16} aria-hidden="true" />}
              >
                {texts.newTab}
              </Button>
              <Button
                variant="default"
                leftSection={<FullscreenIcon size={16} aria-hidden="true" />}
                onClick={toggleFullscreen}
              >
                {isFullscreen ? texts.leaveFullscreen : texts.fullscreen}
              </Button>
            </>
          }
        />
        <ConnectionBanner live={live} />
        <MetricCards live={live} />
        <NoticesPanel live={live} />
      </PageStack>
    </div>
  );
}
