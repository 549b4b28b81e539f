import {
  type AnalysisRequest,
  analysisRequestSchema,
  estimateAnalysis,
  spatialSources,
} from '@kianda/contract/space/spatial/analyses.contract';
import { type AnalysisInputs, type InputReference, inputRolesOf } from '@kianda/contract/space/spatial/analysis-inputs';
import {
  type AnalysisEstimate,
  type AnalysisReaders,
  analysisReaders,
  type BatchEstimate,
  readersSchema,
  type SpatialAnalysis,
} from '@kianda/contract/space/spatial/analysis-results';
import { type AnalysisType, analysisQuestions, analysisTypes } from '@kianda/contract/space/spatial/analysis-types';
import {
  batchRoles,
  createBatch,
  estimateBatch,
  isBatchType,
  listBatches,
  mostBatchAreas,
} from '@kianda/contract/space/spatial/batches.contract';
import { formatBytes, formatMilliseconds, formatNumber } from '@kianda/format';
import { DialogForm } from '@kianda/ui';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import { useAction } from '../../../client/use-action.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { notify } from '../../../platform/notices.ts';
import styles from './analysis.module.css';
import { attributesOf, draftOf, type InputDraft, InputField, isComplete } from './input-field.tsx';
import { parameterFields, parameterProblems, startingParameters } from './parameter-fields.ts';
import { ParameterInputs } from './parameter-inputs.tsx';
import { formTexts as texts } from './texts.pt.ts';
import { useCreateAnalysis } from './use-analyses.ts';

const batchAnswers = [listBatches] as const;

type Props = {
  readonly type: AnalysisType;
  /** Analysis whose inputs and parameters it begins with. */
  readonly original?: SpatialAnalysis;
  readonly onClose: () => void;
  readonly onDone: OpenMade;
};

/** Opens what was made: an analysis, a batch of them, or a chain. */
export type OpenMade = (id: string, kind?: 'analysis' | 'batch' | 'chain') => void;

/** A new analysis: inputs, parameters, size and time before it runs. */
export default function AnalysisForm({ type, original, onClose, onDone }: Props) {
  const one = useCreateAnalysis();
  const many = useAction(createBatch, batchAnswers);
  const sources = useEndpoint(spatialSources, {}, { refetchSeconds: 0 });
  const [areas, setAreas] = useState<InputDraft | null>(null);
  const batchRole = original === undefined && isBatchType(type) ? batchRoles[type] : null;
  const draft = useRequest(type, original, areas === null ? null : batchRole);
  const estimate = useEstimate(draft.request, areas);
  const submit = async () => {
    if (draft.request === null) return;
    if (areas !== null) {
      if (areas.reference === null) return;
      const body = { request: draft.request, areas: areas.reference };
      const outcome = await many.run({ body }, { offline: 'fail' });
      if (outcome.state !== 'done') return;
      notify({ tone: 'success', message: texts.batchStarted });
      onDone(outcome.data.id, 'batch');
      return;
    }
    const outcome = await one.run({ body: draft.request }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: outcome.data.reusedFrom === null ? texts.started : texts.stored });
    onDone(outcome.data.id);
  };
  const isFit = estimate.answer?.isWithinLimits !== false && (areas === null || areas.reference !== null);
  return (
    <DialogForm
      title={original === undefined ? texts.title(analysisTypes[type]) : texts.again(original.name)}
      size="xl"
      action={areas === null ? one : many}
      onSubmit={submit}
      onClose={onClose}
      confirm={areas === null ? texts.run : texts.batchRun}
      isReady={draft.request !== null && isFit}
    >
      <p className={styles.quiet}>{analysisQuestions[type]}</p>
      <TextInput
        label={texts.name}
        placeholder={texts.namePlaceholder}
        maxLength={120}
        value={draft.name}
        onChange={({ currentTarget }) => draft.setName(currentTarget.value)}
      />
      <section aria-label={texts.inputs} className={styles.stack}>
        {Object.entries(draft.roles).map(([name, role]) => (
          <InputField
            key={name}
            role={role}
            draft={draft.inputs[name] ?? draftOf(null)}
            sources={sources.sourced?.value}
            onChange={(input) => draft.setInputs({ ...draft.inputs, [name]: input })}
          />
        ))}
        {batchRole === null ? null : <AreasField areas={areas} sources={sources.sourced?.value} onChange={setAreas} />}
      </section>
      <fieldset className={styles.part}>
        <legend>{texts.parameters}</legend>
        <ParameterInputs
          fields={draft.fields}
          values={draft.parameters}
          problems={draft.problems}
          attributes={attributesOf(Object.values(draft.inputs), sources.sourced?.value)}
          onChange={draft.setParameters}
        />
      </fieldset>
      <NativeSelect
        label={texts.readers}
        value={draft.readers}
        data={Object.entries(analysisReaders).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget }) => draft.setReaders(readersSchema.parse(currentTarget.value))}
      />
      <EstimateBox
        estimate={estimate}
        isComplete={draft.request !== null && (areas === null || areas.reference !== null)}
      />
    </DialogForm>
  );
}

type AreasProps = {
  /** Null: one analysis. */
  readonly areas: InputDraft | null;
  readonly sources: Parameters<typeof InputField>[0]['sources'];
  readonly onChange: (areas: InputDraft | null) => void;
};

const areasRole = { label: texts.batchAreas, geometry: 'area', isOptional: false, usual: null } as const;

/** Whether the analysis is made for one area after the other, and for which. */
function AreasField({ areas, sources, onChange }: AreasProps) {
  return (
    <div className={styles.stack}>
      <Checkbox
        label={texts.perArea}
        description={texts.batchText(formatNumber(mostBatchAreas))}
        checked={areas !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? draftOf(null) : null)}
      />
      {areas === null ? null : <InputField role={areasRole} draft={areas} sources={sources} onChange={onChange} />}
    </div>
  );
}

/** The choices so far, and the request that they make; null until it is complete. `left`: an input that areas take. */
function useRequest(type: AnalysisType, original: SpatialAnalysis | undefined, left: string | null) {
  const fields = useMemo(() => parameterFields(type), [type]);
  const [name, setName] = useState('');
  const [readers, setReaders] = useState<AnalysisReaders>(original?.readers ?? 'private');
  const [parameters, setParameters] = useState(() => startingParameters(type, original?.parameters));
  const all = useMemo(() => inputRolesOf(type, criteriaOf(original)), [type, original]);
  const roles = useMemo(() => Object.fromEntries(Object.entries(all).filter(([role]) => role !== left)), [all, left]);
  const [inputs, setInputs] = useState<Readonly<Record<string, InputDraft>>>(() =>
    Object.fromEntries(
      Object.entries(all).map(([role, { usual, isOptional }]) => [
        role,
        draftOf(original?.inputs[role] ?? (original !== undefined || isOptional ? null : usual)),
      ]),
    ),
  );
  const problems = useMemo(() => parameterProblems(type, parameters), [type, parameters]);
  const request = useMemo((): AnalysisRequest | null => {
    if (Object.entries(roles).some(([role, of]) => !isComplete(inputs[role] ?? draftOf(null), of))) return null;
    const chosen = Object.entries(inputs).flatMap(([role, { reference }]) =>
      reference === null || role === left ? [] : [[role, reference] as const],
    );
    const parsed = analysisRequestSchema.safeParse({
      ...{ type, parameters, readers, inputs: Object.fromEntries(chosen) satisfies AnalysisInputs },
      ...(name.trim() === '' ? {} : { name }),
    });
    return parsed.success ? parsed.data : null;
  }, [type, parameters, inputs, roles, left, readers, name]);
  return {
    fields,
    name,
    setName,
    readers,
    setReaders,
    parameters,
    setParameters,
    roles,
    inputs,
    setInputs,
    problems,
    request,
  };
}

/** Criteria of the analysis that is repeated, each of which is an input of its own. */
function criteriaOf(original: SpatialAnalysis | undefined) {
  const parsed = analysisRequestSchema.safeParse({
    type: original?.type,
    parameters: original?.parameters,
  });
  return parsed.success && parsed.data.type === 'mcda' ? parsed.data.parameters.criteria : [];
}

const estimateAfterMs = 700;

/** An estimate; of a batch, with its number of areas. */
type Told = AnalysisEstimate & Partial<Pick<BatchEstimate, 'areas'>>;
type Asked = { readonly request: AnalysisRequest; readonly areas: InputReference | null };

/** Size and time of the request, or of the batch of it, asked for once a person pauses. */
function useEstimate(request: AnalysisRequest | null, areas: InputDraft | null) {
  const one = useAction(estimateAnalysis);
  const many = useAction(estimateBatch);
  const [answer, setAnswer] = useState<{ readonly of: Asked; readonly data: Told } | null>(null);
  const reference = areas?.reference ?? null;
  const isWhole = request !== null && (areas === null || reference !== null);
  const wanted = useMemo(() => (isWhole ? { request, areas: reference } : null), [isWhole, request, reference]);
  const [asked] = useDebouncedValue(wanted, estimateAfterMs);
  const [runOne, runMany] = [one.run, many.run];
  useEffect(() => {
    if (asked === null) return undefined;
    let isWanted = true;
    const { request: body, areas: of } = asked;
    const answered =
      of === null
        ? runOne({ body }, { offline: 'fail' })
        : runMany({ body: { request: body, areas: of } }, { offline: 'fail' });
    void answered.then((outcome) => {
      if (isWanted && outcome.state === 'done') setAnswer({ of: asked, data: outcome.data });
    });
    return () => {
      isWanted = false;
    };
  }, [asked, runOne, runMany]);
  return {
    isRunning: one.isRunning || many.isRunning || asked !== wanted,
    failure: areas === null ? one.failure : many.failure,
    answer: answer !== null && answer.of === wanted ? answer.data : undefined,
  };
}
type BoxProps = { readonly estimate: ReturnType<typeof useEstimate>; readonly isComplete: boolean };

function EstimateBox({ estimate: { answer, failure, isRunning }, isComplete: isWhole }: BoxProps) {
  const isRefused = answer !== undefined && !answer.isWithinLimits;
  return (
    <section
      className={styles.estimate}
      aria-label={texts.estimate}
      role="status"
      data-tone={isRefused ? 'error' : 'plain'}
    >
      <strong>{isRefused ? texts.tooLarge : texts.estimate}</strong>
      {isWhole ? null : <span>{texts.incomplete}</span>}
      {isWhole && answer === undefined ? <span>{isRunning ? texts.estimating : failure?.message}</span> : null}
      {answer === undefined ? null : (
        <>
          {answer.areas === undefined ? null : <span>{texts.batchSize(formatNumber(answer.areas))}</span>}
          <span>
            {texts.size(formatNumber(answer.features), formatNumber(answer.vertices), formatNumber(answer.cells))}
          </span>
          <span>{answer.memoryBytes === null ? texts.noMemory : texts.memory(formatBytes(answer.memoryBytes))}</span>
          <span>
            {answer.stored !== null
              ? texts.willReuse
              : answer.seconds === null
                ? texts.noTime(answer.basis)
                : texts.time(formatMilliseconds(answer.seconds * 1000), answer.basis)}
          </span>
          {answer.refusals.map((refusal) => (
            <span key={refusal}>{refusal}</span>
          ))}
        </>
      )}
    </section>
  );
}
