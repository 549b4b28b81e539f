import { allows } from '@kianda/contract';
import { createStudy, listStudies, type Study, studySpecies } from '@kianda/contract/models/studies/studies.contract';
import { formatNumber, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, EmptyState, Instant, Panel } from '@kianda/ui';
import { Anchor, Button, NativeSelect, TextInput } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { Card } from '../../../shared/card/card.tsx';
import styles from '../components/registry.module.css';
import { BatchPanel } from './batch-panel.tsx';
import { studyTexts as texts } from './texts.pt.ts';
import { workAnswers } from './use-study.ts';

const StudyPage = lazy(() => import('./study-page.tsx'));

type Props = {
  readonly study: string;
  readonly onOpen: (study: string) => void;
  readonly onBack: () => void;
};

/** The studies of species: their list with the way to a new one, or one of them. */
export default function StudiesPage({ study, onOpen, onBack }: Props) {
  if (study !== 'todos') {
    return (
      <Card back={texts.backToList} onBack={() => onOpen('todos')}>
        <Suspense>
          <StudyPage key={study} id={study} />
        </Suspense>
      </Card>
    );
  }
  return (
    <Card back={texts.back} onBack={onBack}>
      <StudyList onOpen={onOpen} />
    </Card>
  );
}

function StudyList({ onOpen }: Pick<Props, 'onOpen'>) {
  const { role } = useAccount();
  const studies = useEndpoint(listStudies, {});
  return (
    <>
      {allows(createStudy.access, role) ? <NewStudy onOpen={onOpen} /> : null}
      <Panel
        id="estudos"
        title={texts.title}
        description={texts.text}
        source={studies}
        isEmpty={(all) => all.length === 0}
        empty={<EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>}
        flush
      >
        {(all) => (
          <DataTable
            id="estudos"
            label={texts.title}
            columns={columnsOf(onOpen)}
            rows={all}
            rowId={({ id }) => id}
            initialSort="-changed"
          />
        )}
      </Panel>
      <BatchPanel onOpen={onOpen} />
    </>
  );
}

function columnsOf(onOpen: Props['onOpen']): readonly Column<Study>[] {
  const { columns } = texts;
  return [
    {
      ...{ id: 'name', label: columns.name, value: ({ name }) => name },
      render: ({ id, name }) => (
        <Anchor component="button" type="button" onClick={() => onOpen(id)}>
          {name}
        </Anchor>
      ),
    },
    {
      id: 'species',
      label: columns.species,
      value: ({ species }) => species,
      render: ({ species }) => <i>{species}</i>,
    },
    {
      ...{ id: 'auc', label: columns.auc, value: ({ aucTest }) => aucTest },
      render: ({ aucTest }) =>
        aucTest === null ? <abbr title={texts.noAuc}>{UNKNOWN}</abbr> : formatNumber(aucTest, { maxDecimals: 3 }),
    },
    { id: 'runs', label: columns.runs, value: ({ runs }) => runs, render: ({ runs }) => formatNumber(runs) },
    { id: 'maps', label: columns.maps, value: ({ maps }) => maps, render: ({ maps }) => formatNumber(maps) },
    { id: 'by', label: columns.by, value: ({ createdBy }) => createdBy },
    {
      ...{ id: 'changed', label: columns.changed, value: ({ changedAt }) => changedAt },
      render: ({ changedAt }) => <Instant at={changedAt} />,
    },
  ];
}

/** Searches the species that are held and makes a study of one. */
function NewStudy({ onOpen }: Pick<Props, 'onOpen'>) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState('');
  const found = useEndpoint(studySpecies, { query: { search } }, { refetchSeconds: 0 });
  const { run, isRunning, failure } = useAction(createStudy, workAnswers);
  const species = found.sourced?.value ?? [];
  const name = species.some((one) => one.name === chosen) ? chosen : (species[0]?.name ?? '');
  const create = async () => {
    const outcome = await run({ body: { species: name } }, { offline: 'fail' });
    if (outcome.state === 'done') onOpen(outcome.data.id);
  };
  return (
    <Panel id="novo-estudo" title={texts.create} source={found}>
      {(all) => (
        <div className={styles.fields}>
          <TextInput
            label={texts.search}
            value={search}
            maxLength={80}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
          {all.length === 0 ? (
            <p className={styles.quiet}>{texts.noSpecies}</p>
          ) : (
            <NativeSelect
              label={texts.species}
              value={name}
              data={all.map((one) => ({ value: one.name, label: texts.records(one.name, formatNumber(one.records)) }))}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            />
          )}
          <Button disabled={name === ''} loading={isRunning} onClick={() => void create()}>
            {texts.create}
          </Button>
          {failure === null ? null : <p role="alert">{failure.message}</p>}
        </div>
      )}
    </Panel>
  );
}
