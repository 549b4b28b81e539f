import { allows } from '@kianda/contract';
import { inputKinds } from '@kianda/contract/space/spatial/analysis-inputs';
import { outputsOf } from '@kianda/contract/space/spatial/analysis-outputs';
import { analysisReaders } from '@kianda/contract/space/spatial/analysis-results';
import { analysisTypes } from '@kianda/contract/space/spatial/analysis-types';
import { type ChainStep, chainOrder, stepRoles } from '@kianda/contract/space/spatial/chain-steps';
import {
  getSpatialChain,
  listSpatialChains,
  removeSpatialChain,
  runSpatialChain,
  type SpatialChain,
  spatialChainFile,
} from '@kianda/contract/space/spatial/chains.contract';
import { formatMilliseconds } from '@kianda/format';
import { type Column, DataTable, FactList, Instant, PanelFrame } from '@kianda/ui';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { useFileDownload } from '../../../shared/intake/use-file-download.ts';
import { NameConfirmDialog } from '../../../shared/name-confirm-dialog.tsx';
import { fileNameOf } from '../../../shared/spatial/file-name.ts';
import { scheduleTexts } from '../../../shared/spatial/texts.pt.ts';
import { LoadedCard } from '../components/loaded-card.tsx';
import { ChainEstimateBox } from './chain-estimate.tsx';
import { ChainRuns, isBusy } from './chain-runs.tsx';
import { chainAreasTexts as areasTexts, chainTexts as texts } from './texts.pt.ts';

const ChainForm = lazy(() => import('./chain-form.tsx'));
const ScheduleDialog = lazy(() => import('../../../shared/spatial/schedule-dialog.tsx'));
const AreasDialog = lazy(() => import('./areas-dialog.tsx'));

const refreshed = [getSpatialChain, listSpatialChains] as const;
/** While it runs, a chain is asked for this often. */
const [runningSeconds, usualSeconds] = [2, 60];

type Props = { readonly id: string; readonly onOpen: (id: string) => void; readonly onBack: () => void };

/** One chain of analyses: its steps, and how each of its runs went. */
export default function ChainPage({ id, onOpen, onBack }: Props) {
  const { role } = useAccount();
  // The estimate wants the permission to run; without it the expected time stands among the facts.
  const mayRun = allows(runSpatialChain.access, role);
  const [isRunning, setRunning] = useState(true);
  const source = useEndpoint(
    getSpatialChain,
    { params: { id } },
    { refetchSeconds: isRunning ? runningSeconds : usualSeconds },
  );
  const chain = source.sourced?.value;
  const now = chain === undefined || chain.runs.some(isBusy);
  if (now !== isRunning) setRunning(now);
  return (
    <LoadedCard
      source={source}
      texts={texts}
      onBack={onBack}
      actions={(chain) => <Acts chain={chain} onGone={onBack} />}
    >
      {(chain) => (
        <>
          <PanelFrame id="cadeia" title={chain.name} description={chain.description}>
            <FactList
              items={[
                [texts.owner, chain.ownerName],
                [texts.readers, analysisReaders[chain.readers]],
                ...(mayRun ? [] : [[texts.expected, expectedText(chain)] as const]),
                [texts.changed, <Instant key="changed" at={chain.updatedAt} />],
              ]}
            />
            {mayRun ? <ChainEstimateBox steps={chain.steps} /> : null}
          </PanelFrame>
          <ChainRuns chain={chain} onOpen={onOpen} />
          <PanelFrame id="passos" title={texts.stepsTitle} description={texts.stepsText}>
            <DataTable
              id="passos-da-cadeia"
              label={texts.stepsTitle}
              columns={columnsOf(chain.steps)}
              rows={chainOrder(chain.steps) ?? chain.steps}
              rowId={({ id: step }) => step}
            />
          </PanelFrame>
        </>
      )}
    </LoadedCard>
  );
}

const expectedText = ({ expected: { seconds, basis } }: SpatialChain): string =>
  seconds === null ? texts.noTime(basis) : texts.time(formatMilliseconds(seconds * 1000), basis);

function columnsOf(steps: readonly ChainStep[]): readonly Column<ChainStep>[] {
  return [
    { id: 'step', label: texts.columns.step, value: ({ name }) => name },
    { id: 'type', label: texts.columns.type, value: ({ type }) => analysisTypes[type] },
    { id: 'inputs', label: texts.columns.inputs, value: (step) => inputsText(steps, step) },
  ];
}

/** Where the inputs of a step come from. */
function inputsText(steps: readonly ChainStep[], step: ChainStep): string {
  const roles = stepRoles(step);
  const parts = Object.entries(step.inputs).map(([role, input]) => {
    const label = roles[role]?.label ?? role;
    if (input.kind !== 'step') return texts.fromData(label, inputKinds[input.kind]);
    const from = steps.find(({ id }) => id === input.step);
    const outputs = from === undefined ? [] : outputsOf(from.type, from.parameters);
    const title = outputs.find(([id]) => id === input.layer)?.[1].title ?? input.layer ?? '';
    return texts.fromStep(label, from?.name ?? input.step, title);
  });
  return parts.length === 0 ? texts.none : parts.join('; ');
}

function Acts({ chain, onGone }: { readonly chain: SpatialChain; readonly onGone: () => void }) {
  const { id, name, isManageable } = chain;
  const { role } = useAccount();
  const download = useFileDownload();
  const run = useAction(runSpatialChain, refreshed);
  const [open, setOpen] = useState<'areas' | 'schedule' | 'change' | 'remove' | null>(null);
  const mayRun = allows(runSpatialChain.access, role);
  const begin = async () => {
    const outcome = await run.run({ params: { id } }, { offline: 'fail' });
    if (outcome.state === 'done') {
      const isStored = outcome.data.status === 'completed';
      notify({ tone: 'success', message: isStored ? texts.stored : texts.started });
    }
    if (outcome.state === 'failed') notify({ tone: 'error', message: outcome.failure.message });
  };
  return (
    <>
      {mayRun ? (
        <Button size="xs" loading={run.isRunning} onClick={() => void begin()}>
          {texts.run}
        </Button>
      ) : null}
      {mayRun ? (
        <>
          <Button size="xs" variant="default" onClick={() => setOpen('areas')}>
            {areasTexts.open}
          </Button>
          <Button size="xs" variant="default" onClick={() => setOpen('schedule')}>
            {scheduleTexts.schedule}
          </Button>
        </>
      ) : null}
      {mayRun && isManageable ? (
        <Button size="xs" variant="default" onClick={() => setOpen('change')}>
          {texts.change}
        </Button>
      ) : null}
      <Button
        size="xs"
        variant="default"
        onClick={() => download(spatialChainFile, { params: { id } }, fileNameOf(name, 'json'))}
      >
        {texts.exportJson}
      </Button>
      {mayRun && isManageable && !chain.runs.some(isBusy) ? (
        <Button size="xs" variant="default" onClick={() => setOpen('remove')}>
          {texts.remove}
        </Button>
      ) : null}
      {open === 'change' ? (
        <Suspense>
          <ChainForm id={id} content={chain} onClose={() => setOpen(null)} onDone={() => setOpen(null)} />
        </Suspense>
      ) : null}
      {open === 'areas' ? (
        <Suspense>
          <AreasDialog chain={chain} onClose={() => setOpen(null)} />
        </Suspense>
      ) : null}
      {open === 'schedule' ? (
        <Suspense>
          <ScheduleDialog name={name} of={{ chainId: id }} onClose={() => setOpen(null)} />
        </Suspense>
      ) : null}
      {open === 'remove' ? <Remove chain={chain} onClose={() => setOpen(null)} onGone={onGone} /> : null}
    </>
  );
}

type RemoveProps = { readonly chain: SpatialChain; readonly onClose: () => void; readonly onGone: () => void };

function Remove({ chain: { id, name }, onClose, onGone }: RemoveProps) {
  const { run } = useAction(removeSpatialChain, refreshed);
  return (
    <NameConfirmDialog
      title={texts.removeTitle}
      body={texts.removeBody}
      confirm={texts.remove}
      label={texts.removeConfirm(name)}
      name={name}
      onClose={onClose}
      onConfirm={async (typed) => {
        const outcome = await run({ params: { id }, query: { confirm: typed } }, { offline: 'fail' });
        if (outcome.state === 'failed') return outcome.failure.message;
        notify({ tone: 'success', message: texts.removed });
        onGone();
        return null;
      }}
    />
  );
}
