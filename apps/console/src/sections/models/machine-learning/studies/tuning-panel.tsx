import {
  cancelStudyWork,
  changeStudy,
  type StudyDetail,
  tuneStudy,
} from '@kianda/contract/models/studies/studies.contract';
import type { StudyCandidate, StudyRun } from '@kianda/contract/models/studies/study-results';
import { formatNumber, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, EmptyState, PanelFrame, StatusPill } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useAction } from '../../../../client/use-action.ts';
import { RunProgress } from '../../../shared/connectors/run-progress.tsx';
import styles from '../components/registry.module.css';
import { studyPageTexts } from './texts.pt.ts';
import { isUnderWay, type StepProps, studyAnswers, workAnswers } from './use-study.ts';

const texts = studyPageTexts.tuning;

/** The table of what each combination measured, the work that makes it, and the choice of one. */
export function TuningPanel({ study, mayChange }: StepProps) {
  const { run, isRunning, failure } = useAction(tuneStudy, workAnswers);
  const begin = () => void run({ params: { id: study.id } }, { offline: 'fail' });
  const isBusy = study.work.some((work) => work.kind === 'tuning' && isUnderWay(work));
  return (
    <PanelFrame
      id="afinacao"
      title={texts.title}
      description={texts.text}
      actions={
        mayChange ? (
          <Button size="xs" loading={isRunning} disabled={isBusy} onClick={begin}>
            {texts.run}
          </Button>
        ) : undefined
      }
    >
      <div className={styles.stack}>
        {failure === null ? null : <p role="alert">{failure.message}</p>}
        <WorkLine study={study} kind="tuning" mayChange={mayChange} />
        <Results study={study} mayChange={mayChange} />
      </div>
    </PanelFrame>
  );
}

/** The newest work of a kind that is under way, or ended without a result. */
export function WorkLine({ study, kind, mayChange }: StepProps & { readonly kind: 'tuning' | 'map' }) {
  const { run } = useAction(cancelStudyWork, workAnswers);
  const work = study.work.find((one) => one.kind === kind);
  const made = kind === 'tuning' ? study.tunings[0]?.madeAt : study.shownMaps[0]?.madeAt;
  if (work === undefined) return null;
  // A failure before the newest result is no news.
  if (!isUnderWay(work))
    return made === undefined || work.requestedAt > made ? <p role="status">{work.error}</p> : null;
  return (
    <div className={styles.marks}>
      <RunProgress
        run={{ ...work, state: work.state === 'queued' ? 'queued' : 'running' }}
        name={studyPageTexts[kind].title}
      />
      {mayChange ? (
        <Button size="xs" variant="default" onClick={() => void run({ params: { id: work.id } }, { offline: 'fail' })}>
          {texts.cancel}
        </Button>
      ) : null}
    </div>
  );
}

function Results({ study, mayChange }: StepProps) {
  const { run: act, isRunning } = useAction(changeStudy, studyAnswers);
  const run = study.tunings.find(({ id }) => id === study.chosen?.runId) ?? study.tunings[0];
  if (run === undefined) return <EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>;
  const isStale = JSON.stringify(run.parameters) !== JSON.stringify(study.parameters);
  const choose = (candidate: number) =>
    void act({ params: { id: study.id }, body: { chosen: { runId: run.id, candidate } } }, { offline: 'fail' });
  const counts = [run.presences, run.background, run.folds].map((count) => formatNumber(count));
  return (
    <>
      {isStale ? <p role="status">{texts.stale}</p> : null}
      <p className={styles.quiet}>{texts.of(counts[0] ?? '', counts[1] ?? '', counts[2] ?? '')}</p>
      <DataTable
        id="resultados"
        label={texts.title}
        columns={columnsOf(run, study.chosen, mayChange && !isRunning ? choose : null)}
        rows={run.candidates}
        rowId={nameOf}
      />
    </>
  );
}

const nameOf = ({ features, beta }: StudyCandidate) => `${features} × ${formatNumber(beta, { maxDecimals: 1 })}`;

function columnsOf(
  run: StudyRun,
  chosen: StudyDetail['chosen'],
  choose: ((candidate: number) => void) | null,
): readonly Column<StudyCandidate>[] {
  const measure = (id: string, label: string, of: (one: StudyCandidate) => number | null): Column<StudyCandidate> => ({
    ...{ id, label, value: of },
    render(one) {
      const value = of(one);
      return value === null ? <abbr title={texts.unmeasured}>{UNKNOWN}</abbr> : formatNumber(value, { maxDecimals: 3 });
    },
  });
  const { columns } = texts;
  const placeOf = (one: StudyCandidate) => run.candidates.indexOf(one);
  return [
    { id: 'combination', label: columns.combination, value: nameOf },
    measure('auc', columns.auc, ({ aucTest }) => aucTest),
    measure('difference', columns.difference, ({ aucDifference }) => aucDifference),
    measure('tss', columns.tss, ({ tss }) => tss),
    measure('boyce', columns.boyce, ({ boyce }) => boyce),
    measure('omission', columns.omission, ({ omission10 }) => omission10),
    measure('aicc', columns.aicc, ({ deltaAicc }) => deltaAicc),
    measure('terms', columns.terms, ({ coefficients }) => coefficients),
    {
      ...{ id: 'act', label: columns.act },
      render(one) {
        const place = placeOf(one);
        if (chosen?.runId === run.id && chosen.candidate === place)
          return <StatusPill tone="good">{texts.chosen}</StatusPill>;
        return (
          <span className={styles.marks}>
            {place === run.proposed ? <StatusPill tone="info">{texts.proposed}</StatusPill> : null}
            {choose === null ? null : (
              <Button
                size="xs"
                variant="default"
                aria-label={texts.chooseOf(nameOf(one))}
                onClick={() => choose(place)}
              >
                {texts.choose}
              </Button>
            )}
          </span>
        );
      },
    },
  ];
}
