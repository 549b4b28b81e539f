import { sqlCatalogue, sqlLimits } from '@kianda/contract/operations/databases/databases.contract';
import { formatCount, formatDuration } from '@kianda/format';
import { EmptyState, PageStack, Panel, SkeletonLines } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { useSql } from '../api/use-sql.ts';
import styles from '../page.module.css';
import { databaseTexts, sqlTexts as texts } from '../texts.pt.ts';
import type { SqlNames } from './sql-editor.tsx';
import { SqlHistory } from './sql-history.tsx';
import { SqlResultPanel } from './sql-result.tsx';

const SqlEditor = lazy(() => import('./sql-editor.tsx'));
const defaultLimitSeconds = 20;
const noNames: SqlNames = [];
const nothing = () => undefined;

type Props = { readonly query: string; readonly onQuery: (query: string) => void };

/** Read-only SQL: editor, answer and history. The rules are the server's; the page says them. */
export default function SqlConsole({ query, onQuery }: Props) {
  const catalogue = useEndpoint(sqlCatalogue, {}, { refetchSeconds: 0, timeoutSeconds: 20 });
  const known = catalogue.sourced?.value;
  const limitSeconds = known?.timeLimitSeconds ?? defaultLimitSeconds;
  const { run, cancel, isRunning, isCancelling, failure, answered } = useSql(limitSeconds);
  const start = () => void run(query);
  return (
    <PageStack>
      <Panel
        id="consulta"
        title={texts.title}
        description={texts.rules(formatCount(sqlLimits.rows, ...databaseTexts.rows), formatDuration(limitSeconds))}
        source={catalogue}
        isEmpty={({ available }) => !available}
        empty={<EmptyState title={texts.unavailable}>{known?.reason}</EmptyState>}
      >
        {({ tables }) => (
          <>
            <Suspense fallback={<SkeletonLines lines={7} />}>
              <SqlEditor
                value={query}
                onChange={onQuery}
                onRun={start}
                names={tables.length === 0 ? noNames : tables}
              />
            </Suspense>
            <div className={styles.buttons}>
              <Button
                title={texts.runTitle}
                leftSection={<IconPlayerPlay size={16} aria-hidden="true" />}
                disabled={isRunning || query.trim() === ''}
                onClick={start}
              >
                {texts.run}
              </Button>
              {isRunning ? (
                <Button
                  variant="default"
                  leftSection={<IconPlayerStop size={16} aria-hidden="true" />}
                  loading={isCancelling}
                  onClick={() => void cancel()}
                >
                  {texts.cancel}
                </Button>
              ) : null}
              {query === '' ? null : (
                <Button variant="subtle" color="gray" onClick={() => onQuery('')}>
                  {texts.clear}
                </Button>
              )}
              <span role="status" className={styles.muted}>
                {isRunning ? texts.isRunning : ''}
              </span>
            </div>
            {failure === null ? null : (
              <p role="alert" className={styles.failure}>
                <strong>{texts.failed}.</strong> {failure.message}
              </p>
            )}
          </>
        )}
      </Panel>
      {answered === null ? null : (
        <SqlResultPanel
          source={{ sourced: answered, isLoading: false, isRefreshing: isRunning, error: null, refresh: nothing }}
        />
      )}
      <SqlHistory onChoose={onQuery} />
    </PageStack>
  );
}
