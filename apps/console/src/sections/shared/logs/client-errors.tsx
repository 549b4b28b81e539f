import type { DataOf } from '@kianda/contract';
import { clientErrors } from '@kianda/contract/operations/diagnostics/logs.contract';

import { type Column, DataTable, Dialog, EmptyState, Instant, Panel, RelativeTime } from '@kianda/ui';
import { useState } from 'react';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { clientErrorTexts as texts } from './client-error-texts.pt.ts';
import styles from './logs.module.css';

type Row = DataOf<typeof clientErrors>['errors'][number];

const columns: readonly Column<Row>[] = [
  { id: 'error', label: texts.error, value: ({ error }) => error },
  { id: 'occurrences', label: texts.occurrences, value: ({ occurrences }) => occurrences, align: 'end', width: '90px' },
  {
    id: 'last',
    label: texts.last,
    value: ({ lastAt }) => lastAt,
    render: ({ lastAt }) => <RelativeTime at={lastAt} />,
    width: '190px',
  },
  {
    id: 'first',
    label: texts.first,
    value: ({ firstAt }) => firstAt,
    render: ({ firstAt }) => <Instant at={firstAt} zone="Africa/Luanda" />,
    width: '190px',
    hidden: true,
  },
  { id: 'url', label: texts.where, value: ({ url }) => url },
  { id: 'browser', label: texts.browser, value: ({ userAgent }) => userAgent, hidden: true },
];

/** Errors of the console as its pages reported them, by group. */
export function ClientErrors() {
  const result = useEndpoint(clientErrors, {}, { refetchSeconds: 60 });
  const [opened, setOpened] = useState<Row | null>(null);
  return (
    <Panel
      id="erros-da-consola"
      title={texts.errors}
      description={texts.errorsText}
      source={result}
      isEmpty={({ errors }) => errors.length === 0}
      empty={<EmptyState title={texts.noErrors} />}
      flush
    >
      {({ errors }) => (
        <>
          <DataTable
            id="erros-da-consola"
            label={texts.errors}
            columns={columns}
            rows={errors}
            rowId={({ id }) => id}
            onOpenRow={setOpened}
          />
          {opened === null ? null : (
            <Dialog onClose={() => setOpened(null)} title={opened.error} size="xl">
              <p>{opened.userAgent}</p>
              <pre className={styles.stack}>{opened.stack ?? opened.error}</pre>
            </Dialog>
          )}
        </>
      )}
    </Panel>
  );
}
