import { connectorManifest } from '@kianda/contract/ingestion/connectors/engine.contract';
import { streamTitle } from '@kianda/contract/ingestion/connectors/stream-titles';
import { formatDuration, formatNumber, UNKNOWN } from '@kianda/format';
import { FactList, PanelFrame, PanelGrid, RelativeTime } from '@kianda/ui';
import { Anchor, Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import type { Connector } from '../../../shared/connectors/fallback.ts';
import { NewestObservation } from '../../../shared/connectors/newest-observation.tsx';
import { connectorStateTexts } from '../../../shared/connectors/texts.pt.ts';
import { errorRateText } from '../api/error-rate.ts';
import { Freshness, NextRun } from '../components/connector-card.tsx';
import { connectorTexts } from '../texts.pt.ts';
import { ActivityPanel } from './activity/activity-panel.tsx';
import styles from './detail.module.css';
import { Streams } from './streams.tsx';
import { detailTexts } from './texts.pt.ts';
import type { ViewProps } from './view-props.ts';

const texts = detailTexts.facts;

/** State, definition and licence of one connector, with its records of the last days. */
export function Overview({ connector }: ViewProps) {
  return (
    <div className={styles.stack}>
      <ActivityPanel connector={connector} />
      <PanelGrid minWidth={320}>
        <StateFacts connector={connector} />
        <DefinitionFacts connector={connector} />
      </PanelGrid>
      <Streams connector={connector} />
      <Licence connector={connector} />
    </div>
  );
}

type FactProps = { readonly connector: Connector };

function StateFacts({ connector }: FactProps) {
  const { errorRate: rate } = connector;
  return (
    <PanelFrame title={texts.state}>
      <FactList
        items={[
          [connectorTexts.card.nextRun, <NextRun key="next" connector={connector} />],
          [
            connectorTexts.card.lastRun,
            connector.lastRun === null ? connectorStateTexts.never : <RelativeTime key="l" at={connector.lastRun} />,
          ],
          [
            texts.lastSuccess,
            connector.lastSuccess === null ? (
              connectorStateTexts.never
            ) : (
              <RelativeTime key="s" at={connector.lastSuccess} />
            ),
          ],
          [texts.records, formatNumber(connector.recordsProcessed, { maxDecimals: 0 })],
          [texts.errors, formatNumber(connector.errorCount, { maxDecimals: 0 })],
          [texts.errorRate, rate === null ? UNKNOWN : errorRateText(rate)],
          [texts.failedRuns, connectorTexts.card.failedOf(connector.failedRuns, connector.endedRuns)],
          [
            texts.newest,
            <NewestObservation
              key="o"
              at={connector.newestObservation}
              connector={connector}
              unknown={detailTexts.unknown}
            />,
          ],
          [connectorTexts.card.freshness, <Freshness key="f" connector={connector} />],
        ]}
      />
    </PanelFrame>
  );
}

function DefinitionFacts({ connector }: FactProps) {
  const manifest = useEndpoint(
    connectorManifest,
    { params: { id: connector.id } },
    { refetchSeconds: 0, staleSeconds: 600 },
  );
  const hosts = manifest.sourced?.value.hosts;
  return (
    <PanelFrame title={texts.title}>
      <FactList
        items={[
          [texts.freshness, formatDuration(connector.freshnessLimitHours * 3_600)],
          [
            texts.schedule,
            <span key="cron" className="k-mono">
              {connector.schedule}
            </span>,
          ],
          [texts.timeout, formatDuration(connector.timeoutSeconds)],
          [texts.streams, connector.streams.map(({ id }) => streamTitle(id)).join(', ')],
          [
            texts.address,
            <span key="url" className="k-mono">
              <span className={styles.breakable}>{connector.baseUrl}</span>
            </span>,
          ],
          [
            texts.hosts,
            hosts === undefined ? (
              <span key="hosts" title={manifest.error?.message ?? texts.hostsLoading}>
                {UNKNOWN}
              </span>
            ) : (
              <span key="hosts" className={`k-mono ${styles.breakable}`}>
                {hosts.length === 0 ? texts.noHosts : hosts.join(', ')}
              </span>
            ),
          ],
          [texts.format, formatOf(connector)],
          [
            texts.homepage,
            <Anchor
              key="home"
              size="sm"
              href={connector.homepage}
              title={connector.homepage}
              target="_blank"
              rel="noopener noreferrer"
            >
              {URL.parse(connector.homepage)?.hostname ?? connector.homepage}
            </Anchor>,
          ],
        ]}
      />
    </PanelFrame>
  );
}

/** The evidence that the reading of the format rests on, in words. */
function formatOf({ formatWitness: { kind, sources, newest } }: Connector): string {
  if (kind === 'documentation') return texts.formatDocumented;
  if (kind === 'own') return texts.formatOwn;
  return texts.formatRecorded(sources.join(', '), newest ?? UNKNOWN);
}

function Licence({ connector }: FactProps) {
  const [copyResult, setCopyResult] = useState('');
  const copy = () => {
    navigator.clipboard
      .writeText(connector.citation)
      .then(() => setCopyResult(detailTexts.licence.copied))
      .catch(() => setCopyResult(detailTexts.licence.copyFailed));
  };
  return (
    <PanelFrame
      title={detailTexts.licence.title}
      actions={
        <>
          <span role="status" className={styles.note}>
            {copyResult}
          </span>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconCopy size={14} aria-hidden="true" />}
            onClick={copy}
          >
            {detailTexts.licence.copy}
          </Button>
        </>
      }
      footer={detailTexts.licence.inExports}
    >
      <p>
        <strong>{detailTexts.licence.licence}: </strong>
        {connector.licence}
      </p>
      <p>
        <strong>{detailTexts.licence.citation}: </strong>
        {connector.citation}
      </p>
    </PanelFrame>
  );
}
