import { formatBytes, formatNumber, UNKNOWN } from '@kianda/format';
import { FactList, Panel, RelativeTime, StatusPill, type StatusTone, useNow } from '@kianda/ui';
import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import type { Monitoring } from '../api/use-monitoring.ts';
import styles from '../page.module.css';
import { monitoringTexts } from '../texts.pt.ts';

const texts = monitoringTexts.access;
type Watched = Monitoring['connectors'][number];

/** Limits and tokens of each Copernicus connector; what is not known says why. */
export function AccessPanel({ monitoring }: { readonly monitoring: EndpointResult<Monitoring> }) {
  return (
    <Panel id="quotas" title={texts.title} description={texts.description} source={monitoring}>
      {({ connectors }) => (
        <div className={styles.connectors}>
          {connectors.map((connector) => (
            <ConnectorFacts key={connector.id} connector={connector} />
          ))}
        </div>
      )}
    </Panel>
  );
}

function toneOf({ status, fresh }: Watched): StatusTone {
  if (status === 'error') return 'bad';
  if (status === 'inactive' || status === 'waiting') return 'unknown';
  return fresh === false ? 'caution' : 'good';
}

function ConnectorFacts({ connector }: { readonly connector: Watched }) {
  const now = useNow(30);
  const { quota, token } = connector;
  const hours = formatNumber(connector.freshnessLimitHours);
  const isOver = token.expiresAt !== null && Date.parse(token.expiresAt) <= now;
  return (
    <section aria-labelledby={`acesso-${connector.id}`}>
      <header className={styles.connectorHead}>
        <h3 id={`acesso-${connector.id}`} className={styles.connectorName}>
          {connector.name}
        </h3>
        <StatusPill tone={toneOf(connector)}>{texts.states[connector.status] ?? connector.status}</StatusPill>
      </header>
      {connector.statusReason === null ? null : <p className={styles.hidden}>{connector.statusReason}</p>}
      <FactList
        items={[
          [
            texts.fresh,
            connector.fresh === null ? (
              <Unknown key="fresh" reason={texts.freshUnknown} />
            ) : connector.fresh ? (
              texts.freshWord(hours)
            ) : (
              texts.staleWord(hours)
            ),
          ],
          [texts.last, momentOf(connector.lastSuccess, texts.never)],
          [texts.next, momentOf(connector.nextRun, texts.noNext)],
          [texts.allowance, quota.allowance ?? <Unknown key="allowance" reason={quota.reason ?? ''} />],
          [
            texts.used,
            quota.monthlyBytes === null
              ? formatBytes(quota.usedBytes)
              : texts.usedOf(formatBytes(quota.usedBytes), formatBytes(quota.monthlyBytes)),
          ],
          [texts.token, isOver ? texts.expired : momentOf(token.expiresAt, token.reason ?? '')],
          [texts.refresh, momentOf(token.refreshUntil, token.reason ?? '')],
        ]}
      />
    </section>
  );
}

function momentOf(instant: string | null, reason: string): ReactNode {
  return instant === null ? <Unknown reason={reason} /> : <RelativeTime at={instant} />;
}

/** '—' with its reason on hover, focus and for screen readers. */
function Unknown({ reason }: { readonly reason: string }) {
  return (
    <Tooltip label={reason}>
      <button type="button" className={styles.unknown} aria-label={texts.unknown(reason)}>
        {UNKNOWN}
      </button>
    </Tooltip>
  );
}
