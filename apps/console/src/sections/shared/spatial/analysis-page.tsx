import { allows } from '@kianda/contract';
import { cancelAnalysis } from '@kianda/contract/space/spatial/analyses.contract';
import type { SpatialAnalysis } from '@kianda/contract/space/spatial/analysis-results';
import { analysisStates } from '@kianda/contract/space/spatial/analysis-results';
import { analysisQuestions, analysisTypes } from '@kianda/contract/space/spatial/analysis-types';
import { Instant, PanelFailure, PanelFrame, SkeletonCards, StatusPill } from '@kianda/ui';
import { Alert, Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useAccount } from '../../../client/context.tsx';
import { useAction } from '../../../client/use-action.ts';
import { notify } from '../../../platform/notices.ts';
import { Card } from '../card/card.tsx';
import { RunProgress } from '../connectors/run-progress.tsx';
import styles from './analysis.module.css';
import { AnalysisActs } from './analysis-acts.tsx';
import { AnalysisFacts } from './analysis-facts.tsx';
import { ComparePanel } from './compare-panel.tsx';
import { ResultPanel } from './result-panel.tsx';
import { stateTones } from './state-tones.ts';
import { analysisTexts as texts } from './texts.pt.ts';
import { analysisAnswers, isUnderWay, useAnalysis } from './use-analyses.ts';

const AnalysisForm = lazy(() => import('./analysis-form.tsx'));

type Props = {
  readonly id: string;
  /** Analysis that it is compared with. */
  readonly other: string | undefined;
  readonly onOther: (id: string | undefined) => void;
  readonly onOpen: (id: string) => void;
  readonly onBack: () => void;
};

/** One analysis: its state while it runs, its result when it is done, and all that is needed to judge and repeat it. */
export default function AnalysisPage({ id, other, onOther, onOpen, onBack }: Props) {
  const source = useAnalysis(id);
  const [isRepeating, setRepeating] = useState(false);
  const analysis = source.sourced?.value;
  if (analysis === undefined) {
    return (
      <Card back={texts.back} onBack={onBack}>
        {source.error === null ? (
          <SkeletonCards count={3} />
        ) : (
          <PanelFailure of={texts.loading} error={source.error} onRetry={source.refresh} />
        )}
      </Card>
    );
  }
  return (
    <Card
      back={texts.back}
      onBack={onBack}
      actions={<AnalysisActs analysis={analysis} onRepeat={() => setRepeating(true)} onOpen={onOpen} onGone={onBack} />}
    >
      <StatePanel analysis={analysis} />
      {analysis.results === null ? null : <ResultPanel analysis={analysis} results={analysis.results} />}
      {analysis.status === 'completed' ? <ComparePanel analysis={analysis} other={other} onOther={onOther} /> : null}
      <AnalysisFacts analysis={analysis} />
      {isRepeating ? (
        <Suspense>
          <AnalysisForm
            type={analysis.type}
            original={analysis}
            onClose={() => setRepeating(false)}
            onDone={(made) => {
              setRepeating(false);
              onOpen(made);
            }}
          />
        </Suspense>
      ) : null}
    </Card>
  );
}

/** Name, question and state; progress and the way to stop it while it runs; why it failed. */
function StatePanel({ analysis }: { readonly analysis: SpatialAnalysis }) {
  const { role } = useAccount();
  const cancel = useAction(cancelAnalysis, analysisAnswers);
  const { status } = analysis;
  const mayAct = analysis.isManageable && allows(cancelAnalysis.access, role);
  const stop = async () => {
    const outcome = await cancel.run({ params: { id: analysis.id } }, { offline: 'fail' });
    if (outcome.state === 'done') notify({ tone: 'info', message: texts.cancelled });
    if (outcome.state === 'failed') notify({ tone: 'error', message: outcome.failure.message });
  };
  return (
    <PanelFrame
      id="analise"
      title={analysis.name}
      description={`${analysisTypes[analysis.type]}. ${analysisQuestions[analysis.type]}`}
      actions={
        <>
          {analysis.isSimulated ? (
            <abbr title={texts.simulatedTitle}>
              <StatusPill tone="caution">{texts.simulated}</StatusPill>
            </abbr>
          ) : null}
          <StatusPill tone={stateTones[status]}>{analysisStates[status]}</StatusPill>
        </>
      }
    >
      <div className={styles.stack}>
        {isUnderWay(analysis) ? (
          <section aria-label={texts.under} className={styles.row}>
            <div className={styles.grow}>
              <RunProgress
                name={analysis.name}
                run={{
                  state: status === 'running' ? 'running' : 'queued',
                  progress: analysis.progress,
                  message: analysis.message,
                }}
              />
            </div>
            {mayAct ? (
              <Button size="xs" variant="default" loading={cancel.isRunning} onClick={() => void stop()}>
                {texts.cancel}
              </Button>
            ) : null}
          </section>
        ) : null}
        {status === 'failed' ? (
          <Alert color="red" title={texts.failed}>
            {analysis.error}
          </Alert>
        ) : null}
        {status === 'cancelled' ? <Alert title={texts.cancelledTitle}>{texts.cancelledText}</Alert> : null}
        {analysis.reusedFrom === null ? null : <p className={styles.quiet}>{texts.reused}</p>}
        {analysis.expiresAt === null ? null : (
          <p className={styles.quiet}>
            {texts.expires} <Instant at={analysis.expiresAt} />
          </p>
        )}
      </div>
    </PanelFrame>
  );
}
