import { allows } from '@kianda/contract';
import { reportTemplatesList, reportTypeSchema } from '@kianda/contract/operations/reports/reports.contract';
import { PageHeader, PageStack, SkeletonLines } from '@kianda/ui';
import { Button, Tabs } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { z } from 'zod';
import { useAccount } from '../../../client/context.tsx';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { useSectionSearch } from '../../../shell/use-section.ts';
import touch from '../../shared/touch.module.css';
import { isDemonstration, useReports } from './api/use-reports.ts';
import { ReportList } from './components/report-list.tsx';
import { ReportTiles } from './components/report-tiles.tsx';
import { reportTexts as texts } from './texts.pt.ts';

const ReportModal = lazy(() => import('./components/report-modal.tsx'));
const GenerateDialog = lazy(() => import('./components/generate-dialog.tsx'));
const SchedulesPanel = lazy(() => import('./components/schedules-panel.tsx'));

const views = ['reports', 'schedules'] as const;
const searchSchema = z.object({
  view: z.enum(views).catch('reports').default('reports'),
  type: reportTypeSchema.or(z.literal('')).catch('').default(''),
  q: z.string().max(120).catch('').default(''),
  report: z.string().max(64).optional().catch(undefined),
  /** The dialog that makes a report is open. */
  make: z.literal('1').optional().catch(undefined),
});

/** Section `reports`: reports made of the platform's own data, to read, take away, ask for and schedule. */
export default function ReportsPage() {
  const { role } = useAccount();
  const [{ view, type, q, report, make }, change] = useSectionSearch(searchSchema);
  const setAsksNew = (asks: boolean) => change({ make: asks ? '1' : undefined }, { replace: true });
  const reports = useReports();
  const isDemo = isDemonstration(reports);
  const mayWrite = allows('reports:write', role) && !isDemo;
  const offer = useEndpoint(reportTemplatesList, {}, { refetchSeconds: 0, enabled: !isDemo }).sourced?.value;
  const listed = reports.example ?? reports.sourced?.value;
  const viewed = listed?.reports.find(({ id }) => id === report);
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader description={texts.description} />
        <Tabs
          value={view}
          onChange={(next) => change({ view: views.find((name) => name === next) ?? 'reports' })}
          keepMounted={false}
        >
          <Tabs.List aria-label={texts.tabsLabel} mb="md">
            {views.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {texts.tabs[one]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="reports">
            <PageStack>
              <ReportTiles reports={reports} />
              <ReportList
                reports={reports}
                type={type}
                search={q}
                retentionDays={offer?.retentionDays}
                onFilter={({ type: nextType = type, search = q }) => change({ type: nextType, q: search })}
                onView={(id) => change({ report: id })}
                actions={
                  mayWrite ? (
                    <Button disabled={offer === undefined} onClick={() => setAsksNew(true)}>
                      {texts.generate}
                    </Button>
                  ) : null
                }
              />
            </PageStack>
          </Tabs.Panel>
          <Tabs.Panel value="schedules">
            <Suspense fallback={<SkeletonLines lines={6} />}>
              <SchedulesPanel offer={offer} mayWrite={mayWrite} />
            </Suspense>
          </Tabs.Panel>
        </Tabs>
        <Suspense>
          {viewed === undefined ? null : (
            <ReportModal report={viewed} isDemo={isDemo} onClose={() => change({ report: undefined })} />
          )}
          {make === '1' && offer !== undefined ? (
            <GenerateDialog offer={offer} onClose={() => setAsksNew(false)} />
          ) : null}
        </Suspense>
      </PageStack>
    </div>
  );
}
