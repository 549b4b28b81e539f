import type { DebugState } from '@kianda/contract/operations/diagnostics/debug.contract';
import { formatMilliseconds, formatNumber } from '@kianda/format';
import { type Column, DataTable, EmptyState, Instant, Panel } from '@kianda/ui';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import { FigureList } from '../../../shared/figure-list.tsx';
import { orReason, pick } from '../../../shared/sourced.ts';
import styles from '../page.module.css';
import { debugTexts as texts } from '../texts.pt.ts';

type Result = EndpointResult<DebugState>;

const wholeNumber = (value: number) => formatNumber(value, { maxDecimals: 0 });

function figure<Row>(id: string, label: string, of: (row: Row) => number, format = wholeNumber): Column<Row> {
  return { id, label, value: of, render: (row) => format(of(row)), align: 'end', width: '110px' };
}

const collectionColumns: readonly Column<DebugState['runtime']['collections'][number]>[] = [
  { id: 'kind', label: texts.kind, value: ({ kind }) => texts.collectionKinds[kind] },
  figure('runs', texts.runs, ({ runs }) => runs),
  figure('total', texts.total, ({ totalMs }) => totalMs, formatMilliseconds),
  figure('longest', texts.longest, ({ longestMs }) => longestMs, formatMilliseconds),
];
const handleColumns: readonly Column<DebugState['runtime']['handles'][number]>[] = [
  { id: 'kind', label: texts.kind, value: ({ kind }) => kind },
  figure('count', texts.count, ({ count }) => count),
];
const channelColumns: readonly Column<DebugState['realtime']['channels'][number]>[] = [
  { id: 'channel', label: texts.channel, value: ({ channel }) => channel },
  figure('clients', texts.clients, ({ clients }) => clients),
];
const cacheColumns: readonly Column<DebugState['caches'][number]>[] = [
  { id: 'name', label: texts.cache, value: ({ name }) => name },
  figure('entries', texts.entries, ({ entries }) => entries),
  figure('hits', texts.hits, ({ hits }) => hits),
  figure('misses', texts.misses, ({ misses }) => misses),
];
const queueColumns: readonly Column<DebugState['queue'][number]>[] = [
  { id: 'label', label: texts.job, value: ({ label }) => label },
  figure('queued', texts.queued, ({ queued }) => queued),
  figure('running', texts.running, ({ running }) => running),
  figure('failed', texts.failures, ({ failed }) => failed),
];
const settingColumns: readonly Column<DebugState['settings'][number]>[] = [
  { id: 'title', label: texts.setting, value: ({ title }) => title },
  { id: 'name', label: 'KIANDA_*', value: ({ name }) => name, render: ({ name }) => <code>{name}</code>, hidden: true },
  {
    id: 'origin',
    label: texts.origin,
    value: ({ origin, isPending }) => `${texts.origins[origin]}${isPending ? `, ${texts.pending}` : ''}`,
    width: '200px',
  },
];
const busy = ({ queued, running, failed }: DebugState['queue'][number]) => queued + running + failed > 0;

type Props = { readonly result: Result };

/** Runtime, queue, caches and settings of the process. */
export function ProcessInternals({ result }: Props) {
  return (
    <div className={styles.columns}>
      <Build result={result} />
      <RuntimePanels result={result} />
      <WorkPanels result={result} />
      <SettingPanels result={result} />
    </div>
  );
}

function RuntimePanels({ result }: Props) {
  return (
    <>
      <Panel
        id="recolhas"
        title={texts.collections}
        source={result}
        isEmpty={({ runtime }) => runtime.collections.length === 0}
        empty={<EmptyState title={texts.noCollections} />}
        flush
      >
        {({ runtime }) => (
          <DataTable
            id="recolha"
            label={texts.collections}
            columns={collectionColumns}
            rows={runtime.collections}
            rowId={({ kind }) => kind}
          />
        )}
      </Panel>
      <Panel id="abertos" title={texts.handles} description={texts.handlesText} source={result} flush>
        {({ runtime }) => (
          <DataTable
            id="aberto"
            label={texts.handles}
            columns={handleColumns}
            rows={runtime.handles}
            rowId={({ kind }) => kind}
          />
        )}
      </Panel>
      <Panel id="canais" title={texts.channels} description={texts.channelsText} source={result} flush>
        {({ realtime }) => (
          <DataTable
            id="canal"
            label={texts.channels}
            columns={channelColumns}
            rows={realtime.channels}
            rowId={({ channel }) => channel}
          />
        )}
      </Panel>
    </>
  );
}

function WorkPanels({ result }: Props) {
  return (
    <>
      <Panel
        id="fila"
        title={texts.queue}
        description={texts.queueText}
        source={result}
        isEmpty={({ queue }) => !queue.some(busy)}
        empty={<EmptyState title={texts.queueEmpty} />}
        flush
      >
        {({ queue }) => (
          <DataTable
            id="tarefa"
            label={texts.queue}
            columns={queueColumns}
            rows={queue.filter(busy)}
            rowId={({ name }) => name}
          />
        )}
      </Panel>
      <Panel id="caches" title={texts.caches} source={result} flush>
        {({ caches }) => (
          <DataTable id="cache" label={texts.caches} columns={cacheColumns} rows={caches} rowId={({ name }) => name} />
        )}
      </Panel>
    </>
  );
}

function SettingPanels({ result }: Props) {
  return (
    <>
      <Panel
        id="definicoes"
        title={texts.settings}
        description={texts.settingsText}
        source={result}
        isEmpty={({ settings }) => settings.length === 0}
        empty={<EmptyState title={texts.settingsEmpty} />}
        flush
      >
        {({ settings }) => (
          <DataTable
            id="definicao"
            label={texts.settings}
            columns={settingColumns}
            rows={settings}
            rowId={({ name }) => name}
          />
        )}
      </Panel>
      <Panel id="funcoes" title={texts.switchedOff} source={result}>
        {({ switchedOff }) =>
          switchedOff.length === 0 ? (
            <p>{texts.noneOff}</p>
          ) : (
            <ul>
              {switchedOff.map((label) => (
                <li key={label}>{label}</li>
              ))}
            </ul>
          )
        }
      </Panel>
    </>
  );
}

function Build({ result }: Props) {
  const of = (select: (state: DebugState) => string | null, reason?: string) =>
    orReason(pick(result, select, reason), result);
  const instant = (value: string | number) => <Instant at={value} />;
  return (
    <Panel id="versao" title={texts.build} source={result}>
      {() => (
        <FigureList
          within={result.sourced?.provenance}
          rows={[
            { label: texts.version, value: of(({ build }) => build.version) },
            { label: texts.mode, value: of(({ build }) => build.mode) },
            { label: texts.roles, value: of(({ build }) => build.roles.join(', ')) },
            { label: texts.pages, value: of(({ build }) => build.pagesBuiltAt, texts.noPages), display: instant },
            { label: texts.node, value: of(({ build }) => `${build.node} · ${build.v8}`) },
            {
              label: texts.postgres,
              value: of(({ build }) => `${build.postgres}${build.hasPostgis ? ` ${texts.postgis}` : ''}`),
            },
            { label: texts.machine, value: of(({ build }) => build.platform) },
            { label: texts.instance, value: of(({ instance }) => instance) },
            { label: texts.since, value: of(({ startedAt }) => startedAt), display: instant },
          ]}
        />
      )}
    </Panel>
  );
}
