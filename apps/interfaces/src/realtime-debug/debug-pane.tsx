import { toCsv } from '@kianda/contract/core/csv';
import {
  formatAge,
  formatBytes,
  formatClock,
  formatCount,
  formatMilliseconds,
  formatNumber,
  UNKNOWN,
} from '@kianda/format';
import { downloadText, provenanceWord, useNow, usePreferences } from '@kianda/ui';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import type { OceanParts } from '../ocean-map/ocean-page.tsx';
import styles from './debug-pane.module.css';
import { type LayerRow, layerRows } from './layer-rows.ts';
import { ageOf, type LoggedRequest, type RequestLog } from './request-log.ts';
import { debugTexts as texts } from './texts.pt.ts';

type Props = { readonly log: RequestLog; readonly parts: OceanParts };

/** Requests of the page to the server, and the state of each of its layers. */
export function DebugPane({ log, parts }: Props) {
  const requests = useSyncExternalStore(log.subscribe, log.list);
  const now = useNow(5);
  const [part, setPart] = useState('');
  const [onlyFailed, setOnlyFailed] = useState(false);
  const shown = requests.filter(({ path, state }) => path.includes(part.trim()) && (!onlyFailed || state === 'failed'));
  const rows = layerRows(parts);
  return (
    <aside className={styles.pane} aria-label={texts.pane}>
      <div className={styles.actions}>
        <Button size="xs" variant="default" onClick={() => exportCsv(requests, now)}>
          {texts.csv}
        </Button>
        <Button size="xs" variant="default" onClick={() => exportJson(requests, rows)}>
          {texts.json}
        </Button>
        <Button size="xs" variant="default" onClick={log.clear}>
          {texts.clear}
        </Button>
      </div>
      <LayerTable rows={rows} now={now} />
      <h2 className={styles.title}>{texts.requests(formatNumber(shown.length), formatNumber(requests.length))}</h2>
      <p className={styles.note}>{totalsOf(requests)}</p>
      <div className={styles.actions}>
        <TextInput
          size="xs"
          aria-label={texts.filter}
          placeholder={texts.filter}
          value={part}
          onChange={(event) => setPart(event.currentTarget.value)}
        />
        <Checkbox
          size="xs"
          label={texts.onlyFailed}
          checked={onlyFailed}
          onChange={(event) => setOnlyFailed(event.currentTarget.checked)}
        />
      </div>
      {shown.length === 0 ? <p className={styles.note}>{texts.none}</p> : null}
      <ol className={styles.requests} reversed>
        {shown.toReversed().map((request) => (
          <RequestRow key={request.id} request={request} now={now} />
        ))}
      </ol>
    </aside>
  );
}

function totalsOf(requests: readonly LoggedRequest[]): string {
  const bytes = requests.reduce((sum, request) => sum + (request.bytes ?? 0), 0);
  const times = requests.flatMap(({ durationMs }) => (durationMs === null ? [] : [durationMs]));
  const slowest = times.length === 0 ? null : Math.max(...times);
  const count = formatCount(requests.length, texts.request, texts.requests_);
  return texts.totals(count, formatBytes(bytes), formatMilliseconds(slowest));
}

function LayerTable({ rows, now }: { readonly rows: readonly LayerRow[]; readonly now: number }) {
  return (
    <>
      <h2 className={styles.title}>{texts.layers}</h2>
      <table className={styles.layers}>
        <thead>
          <tr>
            <th scope="col">{texts.layer}</th>
            <th scope="col">{texts.state}</th>
            <th scope="col">{texts.origin}</th>
            <th scope="col">{texts.age}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, state, provenance, error }) => {
            const age = ageOf(provenance, now);
            return (
              <tr key={id} data-state={state}>
                <th scope="row">{name}</th>
                <td title={error ?? undefined}>
                  {texts.layerStates[state]}
                  {error === null ? null : <small>{error}</small>}
                </td>
                <td>{provenance === null ? UNKNOWN : provenanceWord(provenance, now)}</td>
                <td>{age === null ? UNKNOWN : formatAge(age)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}

function cacheWord(cached: boolean | null): string {
  if (cached === null) return texts.untold;
  return cached ? texts.cached : texts.fresh;
}

function RequestRow({ request, now }: { readonly request: LoggedRequest; readonly now: number }) {
  const { timeZone } = usePreferences();
  const { method, path, state, status, durationMs, bytes, cached, provenance, error, requestId, startedMs } = request;
  const age = ageOf(provenance, now);
  return (
    <li data-state={state}>
      <code>
        {method} {path}
      </code>
      <span>
        {[
          formatClock(startedMs, timeZone),
          `${texts.states[state]}${status === null ? '' : ` ${status}`}`,
          formatMilliseconds(durationMs),
          formatBytes(bytes),
          ...(state === 'ok' ? [`${texts.cache}: ${cacheWord(cached)}`] : []),
          ...(provenance === null ? [] : [provenanceWord(provenance, now)]),
          ...(age === null ? [] : [`${texts.age}: ${formatAge(age)}`]),
        ].join(' · ')}
      </span>
      {error === null ? null : (
        <strong>
          {error} {requestId === null ? '' : `(${requestId})`}
        </strong>
      )}
    </li>
  );
}

function exportCsv(requests: readonly LoggedRequest[], nowMs: number): void {
  const header = [
    ...['method', 'path', 'started_at', 'state', 'status', 'duration_ms', 'bytes', 'cached', 'origin', 'age_s'],
    ...['error', 'request_id'],
  ];
  const rows = requests.map((one) => {
    const age = ageOf(one.provenance, nowMs);
    return [
      ...[one.method, one.path, new Date(one.startedMs).toISOString(), one.state, one.status, one.durationMs],
      ...[one.bytes, one.cached === null ? null : String(one.cached), one.provenance?.state ?? null],
      ...[age === null ? null : Math.round(age / 1000), one.error, one.requestId],
    ];
  });
  downloadText('kianda-diagnostico.csv', 'text/csv', toCsv(header, rows));
}

function exportJson(requests: readonly LoggedRequest[], layers: readonly LayerRow[]): void {
  const text = JSON.stringify({ agent: navigator.userAgent, layers, requests }, null, 2);
  downloadText('kianda-diagnostico.json', 'application/json', text);
}
