import { type TestRun, testResults } from '@kianda/contract/operations/diagnostics/tests.contract';
import { formatDuration, formatNumber } from '@kianda/format';
import {
  type Column,
  DataTable,
  Dialog,
  EmptyState,
  PageHeader,
  PageStack,
  Panel,
  RelativeTime,
  StatusPill,
  Tile,
  TileGrid,
} from '@kianda/ui';
import { useState } from 'react';
import { type EndpointResult, useEndpoint } from '../../../client/use-endpoint.ts';
import { orReason, pick, withReason } from '../../shared/sourced.ts';
import { testFallback } from './fallback.ts';
import styles from './page.module.css';
import { testTexts as texts } from './texts.pt.ts';

type Results = EndpointResult<{ run: TestRun | null; reason: string | null }>;
type Suite = TestRun['suites'][number];
type Stage = TestRun['stages'][number];

const kindNames: Readonly<Record<string, string>> = texts.kinds;
const wholeNumber = { maxDecimals: 0 } as const;
const fallback = { data: testFallback };

/** Section `test-dashboard`: outcome of the last run of the tests. */
export default function TestDashboardPage() {
  const result = useEndpoint(testResults, {}, { refetchSeconds: 60, staleSeconds: 300, fallback });
  const [opened, setOpened] = useState<Suite | null>(null);
  const run = result.sourced?.value.run ?? null;
  // Without a run the reason comes first, and figures that say nothing last.
  const isWithout = result.sourced !== undefined && run === null;
  return (
    <PageStack>
      <PageHeader
        description={
          <>
            {texts.description}
            {run === null || result.sourced?.provenance.state === 'fallback' ? null : (
              <>
                {' '}
                {texts.finished} <RelativeTime at={run.finishedAt} /> · {texts.version(run.version, run.node)}
              </>
            )}
          </>
        }
      />
      {isWithout ? null : <Figures result={result} />}
      <Panel
        id="ensaios"
        title={texts.suites}
        description={texts.suitesText}
        source={result}
        isEmpty={(value) => value.run === null || value.run.suites.length === 0}
        empty={<EmptyState title={result.sourced?.value.reason ?? texts.none}>{texts.noneNext}</EmptyState>}
        flush
      >
        {(value) => (
          <DataTable
            id="ensaios"
            label={texts.suites}
            columns={suiteColumns}
            rows={value.run?.suites ?? []}
            rowId={({ kind, file }) => `${kind} ${file}`}
            initialSort="-failed"
            height="480px"
            onOpenRow={setOpened}
          />
        )}
      </Panel>
      {run === null || run.stages.length === 0 ? null : (
        <Panel id="passos" title={texts.stages} source={result} flush>
          {() => (
            <DataTable
              id="ensaios-passos"
              label={texts.stages}
              columns={stageColumns}
              rows={run.stages}
              rowId={({ name }) => name}
            />
          )}
        </Panel>
      )}
      {isWithout ? <Figures result={result} /> : null}
      {opened === null ? null : (
        <Dialog onClose={() => setOpened(null)} title={opened.file} size="xl">
          <Failures suite={opened} />
        </Dialog>
      )}
    </PageStack>
  );
}

function Figures({ result }: { readonly result: Results }) {
  return (
    <TileGrid minWidth={200}>
      <Figure id="passaram" label={texts.passed} result={result} select={({ passed }) => passed} />
      <Figure id="falharam" label={texts.failed} result={result} select={({ failed }) => failed} isFault />
      <Figure id="ignorados" label={texts.skipped} result={result} select={({ skipped }) => skipped} />
      <Figure
        id="cobertura"
        label={texts.coverage}
        result={result}
        select={({ coveragePercent }) => coveragePercent}
        unit="%"
      />
      <Figure
        id="duracao"
        label={texts.duration}
        result={result}
        select={({ durationSeconds }) => durationSeconds}
        display={(seconds) => formatDuration(Number(seconds))}
      />
    </TileGrid>
  );
}

type FigureProps = {
  readonly id: string;
  readonly label: string;
  readonly result: Results;
  readonly select: (run: TestRun) => number | null;
  readonly unit?: string;
  readonly isFault?: boolean;
  readonly display?: (value: number | string) => string;
};

function Figure({ id, label, result, select, unit = '', isFault = false, display }: FigureProps) {
  const picked = pick(result, ({ run }) => (run === null ? null : select(run)));
  const reason = result.sourced?.value.reason ?? texts.noCoverage;
  const value = orReason(withReason(picked, reason), result);
  const fails = isFault && typeof value?.value === 'number' && value.value > 0;
  return (
    <Tile
      id={id}
      label={label}
      value={value}
      unit={unit}
      format={unit === '%' ? { maxDecimals: 1 } : wholeNumber}
      tone={fails ? 'attention' : 'plain'}
      {...(display === undefined ? {} : { display })}
    />
  );
}

const count = (value: number) => formatNumber(value, wholeNumber);
const suiteColumns: readonly Column<Suite>[] = [
  { id: 'file', label: texts.file, value: ({ file }) => file, render: ({ file }) => <code>{file}</code> },
  { id: 'kind', label: texts.kind, value: ({ kind }) => kindNames[kind] ?? kind, width: '180px' },
  { id: 'passed', label: texts.passedColumn, value: ({ passed }) => passed, align: 'end', width: '110px' },
  {
    id: 'failed',
    label: texts.failedColumn,
    value: ({ failed }) => failed,
    render: ({ failed }) => (failed === 0 ? count(0) : <StatusPill tone="bad">{count(failed)}</StatusPill>),
    align: 'end',
    width: '110px',
  },
  { id: 'skipped', label: texts.skippedColumn, value: ({ skipped }) => skipped, align: 'end', width: '110px' },
  {
    id: 'seconds',
    label: texts.seconds,
    value: ({ seconds }) => seconds,
    render: ({ seconds }) => formatNumber(seconds, { decimals: 1 }),
    align: 'end',
    width: '120px',
  },
];

const stageColumns: readonly Column<Stage>[] = [
  { id: 'name', label: texts.stage, value: ({ name }) => name },
  {
    id: 'ok',
    label: texts.result,
    value: ({ ok }) => (ok ? texts.ok : texts.notOk),
    render: ({ ok }) => <StatusPill tone={ok ? 'good' : 'bad'}>{ok ? texts.ok : texts.notOk}</StatusPill>,
  },
  {
    id: 'seconds',
    label: texts.seconds,
    value: ({ seconds }) => seconds,
    render: ({ seconds }) => formatNumber(seconds, { decimals: 1 }),
    align: 'end',
  },
];

function Failures({ suite }: { readonly suite: Suite }) {
  if (suite.failures.length === 0) return <p>{texts.noFailures}</p>;
  return (
    <ul className={styles.failures}>
      {suite.failures.map(({ name, message }) => (
        <li key={name}>
          <p className={styles.name}>{name}</p>
          <pre className={styles.message}>{message}</pre>
        </li>
      ))}
    </ul>
  );
}
