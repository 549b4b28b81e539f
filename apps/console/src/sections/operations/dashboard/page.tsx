import { SkeletonCards } from '@kianda/ui';
import { Tabs } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { z } from 'zod';
import { useSectionSearch } from '../../../shell/use-section.ts';
import { Overview } from './components/overview.tsx';
import styles from './page.module.css';
import { dashboardTexts } from './texts.pt.ts';

const ZeeDashboard = lazy(() => import('./zee/zee-dashboard.tsx'));

const tabs = ['geral', 'zee'] as const;
const searchSchema = z.object({ tab: z.enum(tabs).catch('geral') });

/** Section `dashboard`: the enhanced dashboard, and the complete one of the ZEE. */
export default function DashboardPage() {
  const [{ tab }, change] = useSectionSearch(searchSchema);
  const choose = (value: string | null) => {
    const chosen = tabs.find((candidate) => candidate === value);
    if (chosen !== undefined) change({ tab: chosen });
  };
  return (
    <Tabs value={tab} onChange={choose} keepMounted={false}>
      <Tabs.List className={styles.tabs} aria-label={dashboardTexts.tabs.label}>
        {tabs.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {dashboardTexts.tabs[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="geral">
        <Overview />
      </Tabs.Panel>
      <Tabs.Panel value="zee">
        <Suspense fallback={<SkeletonCards />}>
          <ZeeDashboard />
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}
