import { formatInstant, formatMilliseconds, formatNumber } from '@kianda/format';
import { downloadText, StatusPill, type StatusTone, usePreferences } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { PageFrame } from '../page-frame/page-frame.tsx';
import { useSession } from '../shared/session-context.ts';
import { type CheckId, isCheck } from './check-ids.ts';
import { CheckMenu, nameOfCheck } from './check-menu.tsx';
import styles from './diagnostics.module.css';
import { reportOf, reportText } from './report.ts';
import { diagnosticsTexts as texts } from './texts.pt.ts';
import { type ProbeRun, type Run, useRun } from './use-run.ts';

const tones = { good: 'good', caution: 'caution', bad: 'bad', unknown: 'unknown' } as const;

/** Worst first. */
const severity = ['bad', 'caution', 'unknown', 'good'] as const;

function toneOf({ probes, tookMs }: Run): StatusTone {
  if (tookMs === null) return 'unknown';
  return severity.find((state) => probes.some(({ outcome }) => outcome?.state === state)) ?? 'unknown';
}

const checkIn = (hash: string): string | undefined =>
  new URLSearchParams(hash.replace(/^#/, '')).get('ensaio') ?? undefined;

/** The check in the address; the page's own where the address names none. */
function useCheck(own: CheckId): [CheckId, (check: CheckId) => void] {
  const session = useSession();
  const [check, setCheck] = useState<CheckId>(() => {
    const asked = checkIn(location.hash);
    return isCheck(asked) ? asked : own;
  });
  const choose = useCallback(
    (next: CheckId) => {
      history.replaceState(null, '', `#ensaio=${next}`);
      session.shareState(`#ensaio=${next}`);
      setCheck(next);
    },
    [session],
  );
  return [check, choose];
}

/** One page for all checks, opened at the one its file is named after. */
export function DiagnosticsPage({ own }: { readonly own: CheckId }) {
  const [check, choose] = useCheck(own);
  const run = useRun(check);
  const [states, setStates] = useState<Partial<Record<CheckId, StatusTone>>>({});
  const tone = toneOf(run);
  useEffect(() => {
    if (run.tookMs !== null) setStates((before) => ({ ...before, [run.check]: tone }));
  }, [run.check, run.tookMs, tone]);
  return (
    <PageFrame
      title={nameOfCheck(check)}
      purpose={texts.purpose(check)}
      help={texts.help}
      fragment={`ensaio=${check}`}
      offers={[]}
    >
      <div className={styles.page}>
        <CheckMenu current={check} states={states} onChoose={choose} />
        <div className={styles.result}>
          <Summary run={run} tone={tone} onAgain={run.again} isRunning={run.isRunning} />
          <ol className={styles.probes}>
            {run.probes.map((probe) => (
              <ProbeRow key={probe.id} probe={probe} />
            ))}
          </ol>
        </div>
      </div>
    </PageFrame>
  );
}

type SummaryProps = {
  readonly run: Run;
  readonly tone: StatusTone;
  readonly onAgain: () => void;
  readonly isRunning: boolean;
};

function Summary({ run, tone, onAgain, isRunning }: SummaryProps) {
  const { timeZone } = usePreferences();
  const [copied, setCopied] = useState<string | null>(null);
  const done = run.probes.filter(({ phase }) => phase === 'done').length;
  const good = run.probes.filter(({ outcome }) => outcome?.state === 'good').length;
  const copy = (): void =>
    void navigator.clipboard.writeText(reportText(run, location.href)).then(
      () => setCopied(texts.copied),
      () => setCopied(texts.copyFailed),
    );
  const save = () =>
    downloadText(
      texts.fileName(run.check, (run.startedAt ?? '').slice(0, 19).replaceAll(':', '')),
      'application/json',
      JSON.stringify(reportOf(run, location.href), null, 2),
    );
  const total = formatNumber(run.probes.length);
  return (
    <div className={styles.summary}>
      <p role="status" className={styles.state}>
        {isRunning ? (
          texts.progress(formatNumber(done), total)
        ) : (
          <StatusPill tone={tone}>{texts.done(formatNumber(good), total)}</StatusPill>
        )}
        {run.startedAt === null || run.tookMs === null ? null : (
          <span className={styles.when}>
            {texts.ran(formatInstant(run.startedAt, timeZone, true), formatMilliseconds(run.tookMs))}
          </span>
        )}
      </p>
      <div className={styles.actions}>
        <Button onClick={onAgain} disabled={isRunning}>
          {texts.run}
        </Button>
        <Button variant="default" onClick={copy} disabled={isRunning}>
          {copied ?? texts.copy}
        </Button>
        <Button variant="default" onClick={save} disabled={isRunning}>
          {texts.exportJson}
        </Button>
      </div>
    </div>
  );
}

function ProbeRow({ probe: { id, phase, outcome, ms } }: { readonly probe: ProbeRun }) {
  const { title, remedy } = texts.probe(id);
  return (
    <li className={styles.probe} aria-busy={phase === 'running'}>
      <h2 className={styles.probeTitle}>{title}</h2>
      <span className={styles.probeState}>
        {outcome === null ? (
          <span className={styles.waiting}>{phase === 'running' ? texts.running : texts.waiting}</span>
        ) : (
          <StatusPill tone={tones[outcome.state]}>{texts.states[outcome.state]}</StatusPill>
        )}
        <span className={styles.time}>{ms === null ? null : formatMilliseconds(ms)}</span>
      </span>
      {outcome === null ? null : <p className={styles.detail}>{outcome.detail}</p>}
      {outcome === null || outcome.state === 'good' ? null : (
        <p className={styles.remedy}>
          <strong>{texts.remedy}.</strong> {remedy}
        </p>
      )}
    </li>
  );
}
