import { spatialSources } from '@kianda/contract/space/spatial/analyses.contract';
import { type AnalysisReaders, analysisReaders, readersSchema } from '@kianda/contract/space/spatial/analysis-results';
import { type ChainStep, mostChainSteps } from '@kianda/contract/space/spatial/chain-steps';
import {
  changeSpatialChain,
  createSpatialChain,
  getSpatialChain,
  listSpatialChains,
} from '@kianda/contract/space/spatial/chains.contract';
import { formatNumber } from '@kianda/format';
import { DialogForm } from '@kianda/ui';
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import shared from '../../../shared/spatial/analysis.module.css';
import { draftProblems, draftsOf, freeId, newStep, type StepDraft, stepOf, withoutStep } from './chain-draft.ts';
import { ChainEstimateBox } from './chain-estimate.tsx';
import { StepFields } from './step-fields.tsx';
import { chainFormTexts as texts } from './texts.pt.ts';

const refreshed = [listSpatialChains, getSpatialChain] as const;

/** A chain as it is saved or came in a file. */
export type ChainContent = {
  readonly name: string;
  readonly description: string;
  readonly steps: readonly ChainStep[];
  readonly readers?: AnalysisReaders;
};

type Props = {
  /** Chain that is changed; a new one where absent. */
  readonly id?: string;
  readonly content?: ChainContent;
  readonly onClose: () => void;
  readonly onDone: (id: string) => void;
};

/** A chain of analyses: its steps, and what each takes from those before it. */
export default function ChainForm({ id, content, onClose, onDone }: Props) {
  const create = useAction(createSpatialChain, refreshed);
  const change = useAction(changeSpatialChain, refreshed);
  const [name, setName] = useState(content?.name ?? '');
  const [description, setDescription] = useState(content?.description ?? '');
  const [readers, setReaders] = useState<AnalysisReaders>(content?.readers ?? 'private');
  const [steps, setSteps] = useState<readonly StepDraft[]>(() =>
    content === undefined ? [newStep('buffer', 'passo_1'), newStep('proximity', 'passo_2')] : draftsOf(content.steps),
  );
  const problems = useMemo(() => draftProblems(steps), [steps]);
  const missing = name.trim() === '' ? [texts.noName, ...problems] : problems;
  const submit = async () => {
    const body = { name: name.trim(), description, readers, steps: steps.map(stepOf) };
    const outcome =
      id === undefined
        ? await create.run({ body }, { offline: 'fail' })
        : await change.run({ params: { id }, body }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: texts.saved });
    onDone(outcome.data.id);
  };
  return (
    <DialogForm
      title={id === undefined ? texts.title : texts.again(content?.name ?? '')}
      size="xl"
      action={[create, change]}
      onSubmit={submit}
      onClose={onClose}
      confirm={texts.save}
      isReady={missing.length === 0}
    >
      <TextInput
        label={texts.name}
        required
        maxLength={80}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Textarea
        label={texts.description}
        maxLength={1_000}
        rows={2}
        value={description}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
      />
      <StepList steps={steps} onSteps={setSteps} />
      <NativeSelect
        label={texts.readers}
        value={readers}
        data={Object.entries(analysisReaders).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget }) => setReaders(readersSchema.parse(currentTarget.value))}
      />
      <ChainEstimateBox steps={problems.length === 0 ? steps.map(stepOf) : null} />
      <Missing problems={missing} />
    </DialogForm>
  );
}

type ListProps = {
  readonly steps: readonly StepDraft[];
  readonly onSteps: (steps: readonly StepDraft[]) => void;
};

/** The steps one below the other, and the way to one more. */
function StepList({ steps, onSteps }: ListProps) {
  const sources = useEndpoint(spatialSources, {}, { refetchSeconds: 0 });
  return (
    <section aria-label={texts.steps} className={shared.stack}>
      {steps.map((step, place) => (
        <StepFields
          key={step.id}
          step={step}
          place={place + 1}
          earlier={steps.slice(0, place)}
          sources={sources.sourced?.value}
          onChange={(next) => onSteps(steps.map((one) => (one.id === step.id ? next : one)))}
          onTake={() => onSteps(withoutStep(steps, step.id))}
        />
      ))}
      <div className={shared.row}>
        <Button
          size="xs"
          variant="default"
          disabled={steps.length >= mostChainSteps}
          onClick={() => onSteps([...steps, newStep('buffer', freeId(steps))])}
        >
          {texts.add}
        </Button>
        <span className={shared.quiet}>{texts.most(formatNumber(mostChainSteps))}</span>
      </div>
    </section>
  );
}

function Missing({ problems }: { readonly problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className={shared.quiet} role="status">
      {problems.map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
    </ul>
  );
}
