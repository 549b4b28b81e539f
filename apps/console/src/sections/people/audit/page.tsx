import { listAuditEvents } from '@kianda/contract/people/audit/audit.contract';
import { formatCount, formatNumber } from '@kianda/format';
import { EmptyState, PageHeader, PageStack, Pagination, Panel } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { useSectionSearch } from '../../../shell/use-section.ts';
import touch from '../../shared/touch.module.css';
import { auditSearch, queryOf } from './api/search.ts';
import { ChainPanel } from './components/chain-panel.tsx';
import { EventList } from './components/event-list.tsx';
import { ExportDialog } from './components/export-dialog.tsx';
import { AuditFilters } from './components/filters.tsx';
import { auditTexts as texts } from './texts.pt.ts';

/** Section `audit`: the trail of events, the verification of its chain, and its signed export. */
export default function AuditPage() {
  const [search, change] = useSectionSearch(auditSearch);
  const query = queryOf(search);
  const { page: _page, ...filters } = search;
  const result = useEndpoint(listAuditEvents, { query }, { refetchSeconds: search.page === 1 ? 30 : 0 });
  const [isExporting, setExporting] = useState(false);
  const found = result.sourced?.value;
  const pages = found === undefined ? 1 : Math.max(1, Math.ceil(found.total / found.pageSize));
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader
          description={texts.description}
          actions={
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden="true" />}
              onClick={() => setExporting(true)}
            >
              {texts.export.button}
            </Button>
          }
        />
        <ChainPanel />
        <AuditFilters key={JSON.stringify(filters)} search={search} onSearch={(next) => change({ ...next, page: 1 })} />
        <Panel
          id="eventos"
          title={texts.list}
          description={
            found === undefined
              ? undefined
              : texts.listText(
                  formatCount(found.total, texts.event, texts.events),
                  formatNumber(found.page),
                  formatNumber(pages),
                )
          }
          source={result}
          isEmpty={({ data }) => data.length === 0}
          empty={<EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>}
          footer={
            found === undefined || (!found.hasNext && !found.hasPrev) ? undefined : (
              <Pagination
                page={found.page}
                size={found.pageSize}
                total={found.total}
                onPage={(page) => change({ page })}
              />
            )
          }
          flush
        >
          {({ data }) => <EventList events={data} onSearch={(part) => change({ ...part, page: 1 })} />}
        </Panel>
        {isExporting ? <ExportDialog onClose={() => setExporting(false)} /> : null}
      </PageStack>
    </div>
  );
}
