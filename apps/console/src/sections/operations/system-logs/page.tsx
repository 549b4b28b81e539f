import { allows } from '@kianda/contract';
import { clearLogs, downloadLogs, searchLogs } from '@kianda/contract/operations/diagnostics/logs.contract';
import { formatCount } from '@kianda/format';
import {
  CursorPages,
  downloadBlob,
  EmptyState,
  PageHeader,
  PageStack,
  Panel,
  useClock,
  usePreferences,
} from '@kianda/ui';
import { Button, Switch } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useAccount, useApplication } from '../../../client/context.tsx';
import { toFailure } from '../../../client/failure.ts';
import { useAction } from '../../../client/use-action.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { notify } from '../../../platform/notices.ts';
import { useSectionSearch } from '../../../shell/use-section.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { ClientErrors } from '../../shared/logs/client-errors.tsx';
import { LogList } from '../../shared/logs/log-list.tsx';
import { logLineTexts } from '../../shared/logs/texts.pt.ts';
import { LogFilters } from './filters.tsx';
import styles from './page.module.css';
import { logSearch, queryOf } from './search.ts';
import { logTexts as texts } from './texts.pt.ts';

const tailSeconds = 2;
const restSeconds = 30;
const linesShown = 100;
const afterClear = [searchLogs] as const;

/** Section `system-logs`: the platform's own log. */
export default function SystemLogsPage() {
  const [search, change] = useSectionSearch(logSearch);
  const { role } = useAccount();
  const { timeZone } = usePreferences();
  const filters = queryOf(search, timeZone);
  const isTail = search.tail && search.before === 0;
  const result = useEndpoint(
    searchLogs,
    { query: { ...filters, limit: linesShown, ...(search.before === 0 ? {} : { before: search.before }) } },
    { refetchSeconds: isTail ? tailSeconds : restSeconds, staleSeconds: 120 },
  );
  const [isClearing, setClearing] = useState(false);
  const found = result.sourced?.value;
  return (
    <PageStack>
      <PageHeader
        description={texts.description}
        actions={
          <>
            <Switch
              className={styles.tail ?? ''}
              label={texts.tail}
              checked={isTail}
              onChange={(event) => change({ tail: event.currentTarget.checked, before: 0 })}
            />
            <DownloadButton filters={filters} />
            {allows(clearLogs.access, role) ? (
              <Button
                variant="default"
                leftSection={<IconTrash size={16} aria-hidden="true" />}
                onClick={() => setClearing(true)}
              >
                {texts.clear}
              </Button>
            ) : null}
          </>
        }
      />
      <LogFilters
        key={JSON.stringify(filters)}
        search={search}
        modules={found?.modules ?? []}
        onSearch={(next) => change({ ...next, before: 0 })}
      />
      <Panel
        id="registos"
        title={logLineTexts.list}
        description={found === undefined ? undefined : texts.kept(formatCount(found.retentionDays, 'dia', 'dias'))}
        source={result}
        isEmpty={({ lines }) => lines.length === 0}
        empty={<EmptyState title={texts.empty}>{found?.isKept === false ? texts.notKept : texts.emptyText}</EmptyState>}
        footer={
          found === undefined || (search.before === 0 && !found.hasMore) ? undefined : (
            <CursorPages
              isFirst={search.before === 0}
              hasNext={found.hasMore}
              onFirst={() => change({ before: 0 })}
              onNext={() => change({ before: found.lines.at(-1)?.id ?? 0, tail: false })}
              first={texts.newest}
              next={texts.older}
            />
          )
        }
        flush
      >
        {({ lines }) => <LogList lines={lines} />}
      </Panel>
      <ClientErrors />
      {isClearing ? <ClearDialog onClose={() => setClearing(false)} /> : null}
    </PageStack>
  );
}

function DownloadButton({ filters }: { readonly filters: ReturnType<typeof queryOf> }) {
  const { client } = useApplication();
  const clock = useClock();
  const download = async () => {
    try {
      const day = new Date(clock()).toISOString().slice(0, 10);
      downloadBlob(`kianda-registos-${day}.ndjson`, await client.download(downloadLogs, { query: filters }));
    } catch (thrown) {
      notify({ tone: 'error', title: texts.downloadFailed, message: toFailure(thrown).message });
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      title={texts.downloadTitle}
      onClick={() => void download()}
    >
      {texts.download}
    </Button>
  );
}

function ClearDialog({ onClose }: { readonly onClose: () => void }) {
  const { run } = useAction(clearLogs, afterClear);
  const clear = async () => {
    const outcome = await run({}, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    if (outcome.state === 'done') {
      notify({ tone: 'success', message: texts.cleared(formatCount(outcome.data.deleted, texts.line, texts.lines)) });
    }
    return null;
  };
  return (
    <ConfirmDialog
      title={texts.clearTitle}
      body={texts.clearText}
      confirm={texts.clear}
      isDangerous
      onConfirm={clear}
      onClose={onClose}
    />
  );
}
