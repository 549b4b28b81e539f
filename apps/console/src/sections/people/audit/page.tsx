import { exportAuditEvents, listAuditEvents } from '@kianda/contract/people/audit/audit.contract';
import { auditResource } from '@kianda/contract/people/audit/audit.resource';
import { formatCount, formatNumber } from '@kianda/format';
import { EmptyState, PageHeader, PageStack } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { listSearchOf, useSectionList } from '../../shared/resource/list-state.ts';
import { ResourceList } from '../../shared/resource/resource-list.tsx';
import touch from '../../shared/touch.module.css';
import { ChainPanel } from './components/chain-panel.tsx';
import { EventList } from './components/event-list.tsx';
import { ExportDialog } from './components/export-dialog.tsx';
import { auditTexts as texts } from './texts.pt.ts';

const searchSchema = z.object(listSearchOf(auditResource));

/** Section `audit`: the trail of events, the verification of its chain, and its signed export. */
export default function AuditPage() {
  const { change, state } = useSectionList(searchSchema);
  const [isExporting, setExporting] = useState(false);
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
        <ResourceList
          id="eventos"
          list={auditResource}
          endpoint={listAuditEvents}
          file={exportAuditEvents}
          state={state}
          // Only the first page is watched: a later one would move beneath the reader with every new event.
          refetchSeconds={state.address.page === undefined ? 30 : 0}
          title={texts.list}
          description={({ total, page, pageSize }) =>
            texts.listText(
              formatCount(total, texts.event, texts.events),
              formatNumber(page),
              formatNumber(Math.max(1, Math.ceil(total / pageSize))),
            )
          }
          rowId={({ seq }) => String(seq)}
          draw={(events) => <EventList events={events} onSearch={(part) => change({ ...part, page: undefined })} />}
          empty={<EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>}
        />
        {isExporting ? <ExportDialog onClose={() => setExporting(false)} /> : null}
      </PageStack>
    </div>
  );
}
