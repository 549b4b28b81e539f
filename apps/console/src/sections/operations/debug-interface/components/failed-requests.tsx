import { failedRequests } from '@kianda/contract/operations/diagnostics/debug.contract';
import { formatNumber } from '@kianda/format';
import { EmptyState, Panel, RelativeTime } from '@kianda/ui';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { LogList } from '../../../shared/logs/log-list.tsx';
import styles from '../page.module.css';
import { debugTexts as texts } from '../texts.pt.ts';

/** Requests that failed, each opening to what the log says of it. */
export function FailedRequests() {
  const result = useEndpoint(failedRequests, {}, { refetchSeconds: 30 });
  const known = result.sourced?.value;
  return (
    <Panel
      id="pedidos-falhados"
      title={texts.failed}
      description={texts.failedText}
      source={result}
      isEmpty={({ requests }) => requests.length === 0}
      empty={
        <EmptyState title={texts.failedEmpty}>
          {known?.isKept === false ? texts.notKept : texts.failedEmptyText}
        </EmptyState>
      }
      flush
    >
      {({ requests }) =>
        requests.map(({ requestId, at, lines }) => (
          <details key={requestId} className={styles.request}>
            <summary>
              <RelativeTime at={at} />
              <code>{requestId}</code>
              <span className={styles.message}>{messageOf(lines)}</span>
              <span className={styles.muted}>
                {lines.length === 1 ? texts.oneLine : texts.lines(formatNumber(lines.length, { maxDecimals: 0 }))}
              </span>
            </summary>
            <LogList lines={lines} />
          </details>
        ))
      }
    </Panel>
  );
}

type Lines = Parameters<typeof LogList>[0]['lines'];

/** Message of the logged error, or of its line. */
function messageOf(lines: Lines): string {
  const failed = lines.findLast(({ level }) => level === 'error' || level === 'fatal');
  const error = failed?.details.err;
  const said =
    typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
      ? error.message
      : undefined;
  return said ?? failed?.message ?? lines.at(-1)?.message ?? '';
}
