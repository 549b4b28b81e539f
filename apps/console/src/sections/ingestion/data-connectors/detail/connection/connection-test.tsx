import type { DataOf } from '@kianda/contract';
import { testConnection } from '@kianda/contract/ingestion/connectors/operations.contract';
import { formatMilliseconds, UNKNOWN } from '@kianda/format';
import { EmptyState, FactList, PanelFrame, RelativeTime, SkeletonLines, StatusPill } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../../../../client/use-action.ts';
import { CodeBox } from '../../../../shared/code-box.tsx';
import type { Connector } from '../../../../shared/connectors/fallback.ts';
import { failureWord } from '../../../../shared/connectors/run-texts.pt.ts';
import styles from '../detail.module.css';
import { detailTexts } from '../texts.pt.ts';

const texts = detailTexts.connection;
/** The server itself gives a provider up after 20 s. */
const timeoutSeconds = 30;

type Props = { readonly connector: Connector; readonly mayRun: boolean };

/** One request to the provider, its latency and the first record it gave. */
export function ConnectionTest({ connector, mayRun }: Props) {
  const test = useAction(testConnection);
  const [report, setReport] = useState<DataOf<typeof testConnection> | null>(null);
  const start = async () => {
    setReport(null);
    const outcome = await test.run({ params: { id: connector.id } }, { offline: 'fail', timeoutSeconds });
    if (outcome.state === 'done') setReport(outcome.data);
  };
  const action = mayRun ? (
    <Button variant="default" loading={test.isRunning} onClick={() => void start()}>
      {texts.test}
    </Button>
  ) : undefined;
  const isIdle = report === null && test.failure === null && !test.isRunning;
  return (
    <PanelFrame title={texts.title} description={texts.description} actions={isIdle ? undefined : action}>
      {isIdle ? (
        <EmptyState icon={<IconPlugConnected size={22} />} title={texts.idle} action={action}>
          {mayRun ? null : texts.notAllowed}
        </EmptyState>
      ) : null}
      {test.isRunning ? <SkeletonLines lines={5} /> : null}
      {test.failure === null || test.isRunning ? null : (
        <p className={styles.failure} role="alert">
          {test.failure.message}
        </p>
      )}
      {report === null ? null : (
        <div className={styles.stack} role="status">
          <div className={styles.row}>
            <StatusPill tone={report.ok ? 'good' : 'bad'}>{report.ok ? texts.works : texts.fails}</StatusPill>
            <span>{report.message}</span>
          </div>
          <FactList
            items={[
              [texts.latency, formatMilliseconds(report.latencyMs)],
              [texts.authenticated, report.authenticated ? texts.yes : texts.no],
              [
                texts.token,
                report.tokenExpiresAt === null ? (
                  <span key="none" title={texts.noToken}>
                    {UNKNOWN} {texts.noToken}
                  </span>
                ) : (
                  <RelativeTime key="token" at={report.tokenExpiresAt} />
                ),
              ],
              [texts.stream, report.stream],
              ...(report.failure === null ? [] : ([[texts.failure, failureWord(report.failure)]] as const)),
            ]}
          />
          {report.ok ? (
            <section aria-label={texts.sample}>
              <h3 className={styles.subtitle}>{texts.sample}</h3>
              {report.sample === null ? (
                <p className={styles.note}>{texts.noSample}</p>
              ) : (
                <CodeBox label={texts.sample} text={JSON.stringify(report.sample, null, 2)} />
              )}
            </section>
          ) : null}
        </div>
      )}
    </PanelFrame>
  );
}
