import { allows } from '@kianda/contract';
import { analysisStates } from '@kianda/contract/space/spatial/analysis-results';
import {
  type ChainRun,
  type ChainStepState,
  cancelSpatialChainRun,
  chainStepStates,
  getSpatialChain,
  listSpatialChains,
  type SpatialChain,
} from '@kianda/contract/space/spatial/chains.contract';
import { Instant, named, PanelFrame, StatusPill } from '@kianda/ui';
import { Alert, Anchor, Button } from '@mantine/core';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { RunProgress } from '../../../shared/connectors/run-progress.tsx';
import list from '../../../shared/item-list.module.css';
import { stateTones } from '../../../shared/spatial/state-tones.ts';
import styles from '../page.module.css';
import { chainTexts as texts } from './texts.pt.ts';

const refreshed = [getSpatialChain, listSpatialChains] as const;
const stepTones = { ...stateTones, skipped: 'unknown' } as const satisfies Record<ChainStepState, string>;

export const isBusy = ({ status }: Pick<ChainRun, 'status'>): boolean => status === 'pending' || status === 'running';

type Props = { readonly onOpen: (id: string) => void };

/** The runs of a chain: the newest with its steps, the others folded. */
export function ChainRuns({ chain, onOpen }: Props & { readonly chain: SpatialChain }) {
  const [newest, ...others] = chain.runs;
  return (
    <PanelFrame id="execucoes" title={texts.runs} description={texts.runsText}>
      <div className={styles.stack}>
        {newest === undefined ? <p>{texts.noRuns}</p> : <Run run={newest} onOpen={onOpen} />}
        {others.map((run) => (
          <details key={run.id}>
            <summary>
              <Instant at={run.createdAt} /> · {analysisStates[run.status]}
            </summary>
            <Run run={run} onOpen={onOpen} />
          </details>
        ))}
      </div>
    </PanelFrame>
  );
}

function Run({ run, onOpen }: Props & { readonly run: ChainRun }) {
  const { id, name, createdAt, status, progress, message, error, steps, isManageable } = run;
  const { role } = useAccount();
  const cancel = useAction(cancelSpatialChainRun, refreshed);
  const stop = async () => {
    const outcome = await cancel.run({ params: { id } }, { offline: 'fail' });
    if (outcome.state === 'done') notify({ tone: 'info', message: texts.cancelled });
    if (outcome.state === 'failed') notify({ tone: 'error', message: outcome.failure.message });
  };
  return (
    <section aria-label={named(texts.runOf(name), createdAt)} className={styles.stack}>
      <div className={styles.row}>
        <StatusPill tone={stateTones[status]}>{analysisStates[status]}</StatusPill>
        <Instant at={createdAt} />
        {isBusy(run) && isManageable && allows(cancelSpatialChainRun.access, role) ? (
          <Button size="compact-sm" variant="default" loading={cancel.isRunning} onClick={() => void stop()}>
            {texts.cancel}
          </Button>
        ) : null}
      </div>
      {isBusy(run) ? (
        <RunProgress name={name} run={{ state: status === 'running' ? 'running' : 'queued', progress, message }} />
      ) : null}
      {status === 'failed' ? (
        <Alert color="red" title={texts.failed}>
          {error}
        </Alert>
      ) : null}
      <ol className={list.list}>
        {steps.map((step) => (
          <li key={step.id} className={list.item}>
            <span>
              {step.name}
              {step.isReused ? <span className={styles.quiet}> · {texts.reused}</span> : null}
            </span>
            <span className={styles.row}>
              <abbr title={step.error ?? chainStepStates[step.status]}>
                <StatusPill tone={stepTones[step.status]}>{chainStepStates[step.status]}</StatusPill>
              </abbr>
              <OpenStep step={step} onOpen={onOpen} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function OpenStep({ step: { analysisId, name }, onOpen }: Props & { readonly step: ChainRun['steps'][number] }) {
  if (analysisId === null) return null;
  return (
    <Anchor component="button" type="button" aria-label={named(texts.open, name)} onClick={() => onOpen(analysisId)}>
      {texts.open}
    </Anchor>
  );
}
