import { allows } from '@kianda/contract';
import {
  cancelStudyBatch,
  createStudyBatch,
  getStudyBatch,
  listStudyBatches,
  mostSpeciesOfBatch,
  resumeStudyBatch,
  type StudyBatch,
  type StudyBatchItem,
} from '@kianda/contract/models/studies/study-batches.contract';
import { formatNumber, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, EmptyState, Instant, Panel } from '@kianda/ui';
import { Anchor, Button, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import styles from '../components/registry.module.css';
import { batchTexts as texts } from './texts.pt.ts';

const answers = [listStudyBatches, getStudyBatch] as const;
const usualCount = 200;
const refetchSeconds = 10;

/** Batches of many species: a new one, how each goes, and the results of one. */
export function BatchPanel({ onOpen }: { readonly onOpen: (study: string) => void }) {
  const { role } = useAccount();
  const [shown, setShown] = useState<string | null>(null);
  const batches = useEndpoint(listStudyBatches, {}, { refetchSeconds });
  const mayRun = allows(createStudyBatch.access, role);
  return (
    <>
      <Panel id="lotes" title={texts.title} description={texts.text} source={batches}>
        {(all) => (
          <div className={styles.stack}>
            {mayRun ? <NewBatch onMade={setShown} /> : null}
            {all.length === 0 ? (
              <EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>
            ) : (
              <DataTable
                id="lotes"
                label={texts.title}
                columns={batchColumns(mayRun, setShown)}
                rows={all}
                rowId={({ id }) => id}
              />
            )}
          </div>
        )}
      </Panel>
      {shown === null ? null : <BatchResults key={shown} id={shown} onOpen={onOpen} />}
    </>
  );
}

function NewBatch({ onMade }: { readonly onMade: (id: string) => void }) {
  const [count, setCount] = useState(usualCount);
  const { run, isRunning, failure } = useAction(createStudyBatch, answers);
  const begin = async () => {
    const outcome = await run({ body: { mostRecorded: count } }, { offline: 'fail' });
    if (outcome.state === 'done') onMade(outcome.data.id);
  };
  return (
    <div className={styles.fields}>
      <NumberInput
        label={texts.count}
        value={count}
        min={1}
        max={mostSpeciesOfBatch}
        onChange={(next) => setCount(next === '' ? usualCount : Number(next))}
      />
      <Button variant="default" loading={isRunning} onClick={() => void begin()}>
        {texts.begin}
      </Button>
      {failure === null ? null : <p role="alert">{failure.message}</p>}
    </div>
  );
}

function batchColumns(mayRun: boolean, onShow: (id: string) => void): readonly Column<StudyBatch>[] {
  const { columns } = texts;
  return [
    {
      ...{ id: 'created', label: columns.created, value: ({ createdAt }) => createdAt },
      render: ({ id, createdAt }) => (
        <Anchor component="button" type="button" onClick={() => onShow(id)}>
          <Instant at={createdAt} />
        </Anchor>
      ),
    },
    { id: 'by', label: columns.by, value: ({ requestedBy }) => requestedBy },
    { id: 'state', label: columns.state, value: ({ state, message }) => message ?? texts.states[state] },
    {
      ...{ id: 'done', label: columns.done },
      render: ({ done, refused, total }) => texts.of(formatNumber(done), formatNumber(refused), formatNumber(total)),
    },
    ...(mayRun ? [{ id: 'act', label: columns.act, render: (batch: StudyBatch) => <BatchAct batch={batch} /> }] : []),
  ];
}

/** Stops a batch that goes on, and goes on with one that stopped. */
function BatchAct({ batch: { id, state } }: { readonly batch: StudyBatch }) {
  const cancel = useAction(cancelStudyBatch, answers);
  const resume = useAction(resumeStudyBatch, answers);
  if (state === 'done') return null;
  const { run, isRunning } = state === 'stopped' ? resume : cancel;
  return (
    <Button
      size="xs"
      variant="default"
      loading={isRunning}
      onClick={() => void run({ params: { id } }, { offline: 'fail' })}
    >
      {state === 'stopped' ? texts.resume : texts.cancel}
    </Button>
  );
}

type ResultProps = { readonly id: string; readonly onOpen: (study: string) => void };

function BatchResults({ id, onOpen }: ResultProps) {
  const batch = useEndpoint(getStudyBatch, { params: { id } }, { refetchSeconds });
  return (
    <Panel id="resultados-do-lote" title={texts.results} source={batch} flush>
      {({ items }) => (
        <DataTable
          id="resultados-do-lote"
          label={texts.results}
          columns={itemColumns(onOpen)}
          rows={items}
          rowId={({ species }) => species}
        />
      )}
    </Panel>
  );
}

function itemColumns(onOpen: ResultProps['onOpen']): readonly Column<StudyBatchItem>[] {
  const { columns } = texts;
  const measure = (id: 'aucTest' | 'tss' | 'boyce' | 'omission10', label: string): Column<StudyBatchItem> => ({
    ...{ id, label, value: (item) => item[id] },
    render(item) {
      const value = item[id];
      if (value !== null) return formatNumber(value, { maxDecimals: 3 });
      return <abbr title={item.reason ?? texts.itemStates[item.state]}>{UNKNOWN}</abbr>;
    },
  });
  return [
    {
      ...{ id: 'species', label: columns.species, value: ({ species }) => species },
      render: ({ species, studyId }) =>
        studyId === null ? (
          <i>{species}</i>
        ) : (
          <Anchor component="button" type="button" onClick={() => onOpen(studyId)}>
            <i>{species}</i>
          </Anchor>
        ),
    },
    { id: 'state', label: columns.state, value: ({ state, reason }) => reason ?? texts.itemStates[state] },
    { id: 'combination', label: columns.combination, value: ({ combination }) => combination ?? UNKNOWN },
    measure('aucTest', columns.auc),
    measure('tss', columns.tss),
    measure('boyce', columns.boyce),
    measure('omission10', columns.omission),
  ];
}
