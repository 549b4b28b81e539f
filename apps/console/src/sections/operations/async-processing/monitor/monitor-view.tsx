import { PageStack } from '@kianda/ui';
import { Failures } from './failures.tsx';
import type { MonitorSearch } from './search-query.ts';
import { TaskSearch } from './task-search.tsx';
import { WorkersView } from './workers.tsx';

type Props = {
  readonly search: MonitorSearch;
  readonly onChange: (part: Partial<MonitorSearch>) => void;
};

/** The views of the monitor beside what runs now. */
export default function MonitorView({ search, onChange }: Props) {
  return (
    <PageStack>
      {search.view === 'search' ? <TaskSearch search={search} onChange={onChange} /> : null}
      {search.view === 'failures' ? <Failures onOpen={(task) => onChange({ task })} /> : null}
      {search.view === 'workers' ? <WorkersView /> : null}
    </PageStack>
  );
}
