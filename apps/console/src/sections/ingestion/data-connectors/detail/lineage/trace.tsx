import type { DataOf } from '@kianda/contract';
import { traceObservation } from '@kianda/contract/ingestion/connectors/engine.contract';
import { streamTitle } from '@kianda/contract/ingestion/connectors/stream-titles';
import { formatNumber } from '@kianda/format';
import { EmptyState, FactList, Panel, PanelFrame, RelativeTime } from '@kianda/ui';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useEndpoint } from '../../../../../client/use-endpoint.ts';
import { useSectionSearch } from '../../../../../shell/use-section.ts';
import type { Connector } from '../../../../shared/connectors/fallback.ts';
import { runTexts } from '../../../../shared/connectors/run-texts.pt.ts';
import { RunStatus } from '../../../../shared/connectors/status.tsx';
import { connectorSearchSchema } from '../../search.ts';
import detail from '../detail.module.css';
import { RawPages } from '../runs/raw-pages.tsx';
import { detailTexts } from '../texts.pt.ts';
import { Graph } from './graph.tsx';
import styles from './lineage.module.css';

const texts = detailTexts.trace;
type Traced = DataOf<typeof traceObservation>;

/** The instant a person wrote, as the server wants it; null where it is none. */
export function instantOf(text: string): string | null {
  const ms = Date.parse(text.trim());
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

/** Follows one value, by when it was retrieved: to its provider, run and original page, and on to who uses it. */
export function Trace({ connector }: { readonly connector: Connector }) {
  const [search, change] = useSectionSearch(connectorSearchSchema);
  const [text, setText] = useState(search.trace ?? '');
  const instant = instantOf(text);
  return (
    <>
      <PanelFrame title={texts.title} description={texts.description}>
        <form
          className={styles.trace}
          onSubmit={(event) => {
            event.preventDefault();
            if (instant !== null) change({ trace: instant });
          }}
        >
          <TextInput
            label={texts.instant}
            description={texts.instantHelp}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            error={text !== '' && instant === null ? texts.invalid : undefined}
            styles={{ input: { fontFamily: 'var(--k-font-mono)' } }}
            maxLength={40}
            spellCheck={false}
          />
          <Button type="submit" variant="default" disabled={instant === null}>
            {texts.follow}
          </Button>
          {search.trace === undefined ? null : (
            <Button
              variant="subtle"
              onClick={() => {
                setText('');
                change({ trace: undefined });
              }}
            >
              {texts.clear}
            </Button>
          )}
        </form>
      </PanelFrame>
      {search.trace === undefined ? null : (
        <Found key={search.trace} retrievedAt={search.trace} connector={connector} />
      )}
    </>
  );
}

function Found({ retrievedAt, connector }: { readonly retrievedAt: string; readonly connector: Connector }) {
  const traced = useEndpoint(
    traceObservation,
    { query: { retrievedAt, source: connector.id } },
    { refetchSeconds: 0, staleSeconds: 60 },
  );
  const [, change] = useSectionSearch(connectorSearchSchema);
  const [chosen, setChosen] = useState<string | null>(null);
  if (traced.sourced === undefined && traced.failure?.code === 'not_found') {
    return (
      <PanelFrame title={texts.found}>
        <EmptyState title={texts.none}>{texts.noneBody}</EmptyState>
      </PanelFrame>
    );
  }
  return (
    <Panel
      title={texts.found}
      source={traced}
      footer={traced.sourced === undefined ? undefined : citationOf(traced.sourced.value)}
    >
      {(value) => (
        <div className={detail.stack}>
          <FactList
            items={[
              [texts.provider, value.provider],
              [runTexts.runs.stream, streamTitle(value.stream)],
              [
                texts.run,
                <span key="run" className={detail.row}>
                  <RunStatus status={value.runState} />
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    onClick={() => change({ view: 'runs', run: value.runId, trace: undefined })}
                  >
                    {texts.openRun}
                  </Button>
                </span>,
              ],
              [texts.retrieved, <RelativeTime key="at" at={value.retrievedAt} />],
              [texts.page, formatNumber(value.page.number, { maxDecimals: 0 })],
              [
                texts.rows,
                texts.pageRows(
                  formatNumber(value.page.written, { maxDecimals: 0 }),
                  formatNumber(value.page.duplicates, { maxDecimals: 0 }),
                  formatNumber(value.page.rejected, { maxDecimals: 0 }),
                ),
              ],
              [detailTexts.run.provider, value.simulated ? detailTexts.run.simulated : detailTexts.run.real],
              [detailTexts.run.codeVersion, value.codeVersion],
            ]}
          />
          <Graph lineage={value} chosen={chosen} onChoose={setChosen} />
          <RawPages runId={value.runId} pages={value.rawPages} connector={connector} />
        </div>
      )}
    </Panel>
  );
}

function citationOf({ licence, citation }: Traced): string {
  return `${licence} · ${citation}`;
}
