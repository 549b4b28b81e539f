import type { DataOf } from '@kianda/contract';
import { changeStudy, studyVariables } from '@kianda/contract/models/studies/studies.contract';
import { formatNumber, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, Panel } from '@kianda/ui';
import { Checkbox } from '@mantine/core';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import styles from '../components/registry.module.css';
import { studyPageTexts } from './texts.pt.ts';
import { type StepProps, studyAnswers } from './use-study.ts';

const texts = studyPageTexts.variables;
type Found = DataOf<typeof studyVariables>;
type Variable = Found['variables'][number];
const fine = (value: number) => formatNumber(value, { maxDecimals: 2 });

/** The variables of the sea: which are taken, and how much each says that the others say already. */
export function VariablePanel({ study, mayChange }: StepProps) {
  const variables = useEndpoint(studyVariables, { params: { id: study.id } }, { refetchSeconds: 0 });
  const { run, isRunning } = useAction(changeStudy, studyAnswers);
  const take = (name: string, isTaken: boolean) => {
    const others = study.parameters.variables.filter((one) => one !== name);
    const next = isTaken ? [...others, name] : others;
    void run({ params: { id: study.id }, body: { variables: next } }, { offline: 'fail' });
  };
  return (
    <Panel id="variaveis" title={texts.title} description={texts.text} source={variables}>
      {(found) => (
        <div className={styles.stack}>
          <DataTable
            id="variaveis"
            label={texts.title}
            columns={columnsOf(found, { isFixed: !mayChange || isRunning, take })}
            rows={found.variables}
            rowId={({ name }) => name}
          />
          {found.missing.length === 0 ? null : (
            <p className={styles.quiet}>{texts.missing(found.missing.join(', '))}</p>
          )}
        </div>
      )}
    </Panel>
  );
}

type Choice = { readonly isFixed: boolean; readonly take: (name: string, isTaken: boolean) => void };

function columnsOf(found: Found, { isFixed, take }: Choice): readonly Column<Variable>[] {
  return [
    {
      ...{ id: 'name', label: texts.columns.name },
      render: ({ name, label, isChosen }) => (
        <Checkbox
          label={label}
          checked={isChosen}
          disabled={isFixed}
          onChange={({ currentTarget }) => take(name, currentTarget.checked)}
        />
      ),
    },
    {
      ...{ id: 'range', label: texts.columns.range },
      render: ({ min, max, unit }) =>
        min === null || max === null ? UNKNOWN : `${fine(min)} – ${fine(max)} ${unit ?? ''}`,
    },
    {
      ...{ id: 'vif', label: texts.columns.vif, value: ({ vif }) => vif },
      render: ({ vif }) => (vif === null ? <abbr title={texts.noVif}>{UNKNOWN}</abbr> : fine(vif)),
    },
    { id: 'strongest', label: texts.columns.strongest, render: (one) => strongestOf(found, one) },
    { id: 'source', label: texts.columns.source, render: ({ source }) => source },
  ];
}

/** The other variable that goes most with this one, either way. */
function strongestOf({ variables, correlations }: Found, one: Variable): string {
  const row = correlations[variables.indexOf(one)] ?? [];
  const [most] = variables
    .map(({ name, label }, place) => ({ name, label, value: row[place] ?? null }))
    .filter(({ name, value }) => name !== one.name && value !== null)
    .sort((a, b) => Math.abs(b.value ?? 0) - Math.abs(a.value ?? 0));
  return most === undefined ? UNKNOWN : texts.with(most.label, fine(most.value ?? 0));
}
