import { allows } from '@kianda/contract';
import { PageHeader, PageStack, SkeletonLines } from '@kianda/ui';
import { Tabs } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { z } from 'zod';
import { useAccount } from '../../../client/context.tsx';
import { useSectionSearch } from '../../../shell/use-section.ts';
import touch from '../../shared/touch.module.css';
import { ActivityPanels } from './components/activity.tsx';
import { ServerPanel } from './components/server.tsx';
import { SchemaTables } from './components/tables.tsx';
import { databaseTexts as texts } from './texts.pt.ts';

const SqlConsole = lazy(() => import('./components/sql-console.tsx'));
const views = ['tables', 'activity', 'sql'] as const;
const searchSchema = z.object({
  view: z.enum(views).catch('tables').default('tables'),
  schema: z.string().max(63).optional().catch(undefined),
  table: z.string().max(63).optional().catch(undefined),
});

/** Section `databases`: what the platform's database holds and does, and read-only SQL. Where one is stands in the address. */
export default function DatabasesPage() {
  const { role } = useAccount();
  const [{ view, schema, table }, change] = useSectionSearch(searchSchema);
  // Kept here: whoever looks a table up in between finds the query again.
  const [query, setQuery] = useState('');
  const mayQuery = allows('databases:query', role);
  const shown = views.filter((view) => view !== 'sql' || mayQuery);
  const current = shown.includes(view) ? view : 'tables';
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader description={texts.description} />
        <Tabs
          value={current}
          onChange={(next) => change({ view: views.find((name) => name === next) ?? 'tables' })}
          keepMounted={false}
        >
          <Tabs.List aria-label={texts.viewsLabel} mb="md">
            {shown.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {texts.views[one]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="tables">
            <PageStack>
              <ServerPanel />
              <SchemaTables
                schema={schema}
                table={table}
                onMove={(place) => change({ schema: place.schema, table: place.table })}
                onQuery={
                  mayQuery
                    ? (text) => {
                        setQuery(text);
                        change({ view: 'sql' });
                      }
                    : undefined
                }
              />
            </PageStack>
          </Tabs.Panel>
          <Tabs.Panel value="activity">
            <ActivityPanels />
          </Tabs.Panel>
          <Tabs.Panel value="sql">
            <Suspense fallback={<SkeletonLines lines={8} />}>
              <SqlConsole query={query} onQuery={setQuery} />
            </Suspense>
          </Tabs.Panel>
        </Tabs>
      </PageStack>
    </div>
  );
}
