import { allows } from '@kianda/contract';
import {
  changePolicy,
  optimizeRetention,
  policyActions,
  policyClocks,
  policyTables,
  type RetentionPolicy,
  validateRetention,
} from '@kianda/contract/models/retention/policies.contract';
import { formatNumber } from '@kianda/format';
import { type Column, DataTable, Instant, named, Panel, StatusPill } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { recordAnswers, usePolicies } from '../api/use-retention.ts';
import { sizeText } from '../api/words.ts';
import styles from '../page.module.css';
import { policyTexts as texts } from '../texts.pt.ts';
import { CleanupDialog } from './cleanup-dialog.tsx';
import { PolicyForm } from './policy-form.tsx';

const whole = (count: number) => formatNumber(count, { maxDecimals: 0 });

/** The policies with their last and next runs; rehearsal, room and checks. */
export default function PoliciesTab() {
  const policies = usePolicies();
  const { role } = useAccount();
  const mayManage = allows(changePolicy.access, role);
  const [configured, setConfigured] = useState<RetentionPolicy | 'new' | null>(null);
  const [isRehearsing, setRehearsing] = useState(false);
  return (
    <>
      <Panel
        id="politicas"
        title={texts.title}
        description={texts.text}
        source={policies}
        flush
        actions={
          <div className={styles.acts}>
            <CareButtons mayManage={mayManage} />
            {mayManage ? (
              <>
                <Button size="xs" variant="default" onClick={() => setConfigured('new')}>
                  {texts.add}
                </Button>
                <Button size="xs" onClick={() => setRehearsing(true)}>
                  {texts.rehearse}
                </Button>
              </>
            ) : null}
          </div>
        }
      >
        {(rows) => (
          <DataTable
            id="politicas"
            label={texts.title}
            columns={columnsOf(mayManage, setConfigured)}
            rows={rows}
            rowId={({ policy_id }) => policy_id}
          />
        )}
      </Panel>
      {configured === null ? null : (
        <PolicyForm policy={configured === 'new' ? null : configured} onClose={() => setConfigured(null)} />
      )}
      {isRehearsing ? <CleanupDialog onClose={() => setRehearsing(false)} /> : null}
    </>
  );
}

function columnsOf(
  mayManage: boolean,
  onConfigure: (policy: RetentionPolicy) => void,
): readonly Column<RetentionPolicy>[] {
  const act: Column<RetentionPolicy> = {
    id: 'act',
    label: texts.configure,
    render: (policy) => (
      <Button
        size="xs"
        variant="default"
        aria-label={named(texts.configure, policy.name)}
        onClick={() => onConfigure(policy)}
      >
        {texts.configure}
      </Button>
    ),
  };
  return [
    {
      id: 'name',
      label: texts.form.name,
      value: ({ name }) => name,
      render: ({ name, policy_id }) => <abbr title={policy_id}>{name}</abbr>,
    },
    { id: 'table', label: texts.form.table, value: ({ table_name }) => policyTables[table_name] },
    {
      id: 'days',
      label: texts.form.days,
      value: ({ retention_days }) => retention_days,
      render: ({ retention_days, counts_from }) => (
        <abbr title={`${texts.countsFrom}: ${policyClocks[counts_from]}`}>{texts.days(whole(retention_days))}</abbr>
      ),
    },
    {
      id: 'every',
      label: texts.form.hours,
      value: ({ every_hours }) => every_hours,
      render: ({ every_hours }) => texts.every(whole(every_hours)),
      hidden: true,
    },
    { id: 'action', label: texts.action, value: ({ action }) => policyActions[action] },
    {
      id: 'enabled',
      label: texts.form.enabled,
      value: ({ enabled }) => (enabled ? texts.enabled : texts.disabled),
      render: ({ enabled }) => (
        <StatusPill tone={enabled ? 'good' : 'unknown'}>{enabled ? texts.enabled : texts.disabled}</StatusPill>
      ),
    },
    {
      id: 'last',
      label: texts.last,
      value: ({ last_execution }) => last_execution,
      render: ({ last_execution, last_result }) =>
        last_execution === null ? (
          texts.never
        ) : (
          <>
            <Instant at={last_execution} /> <span className={styles.quiet}>{last_result}</span>
          </>
        ),
    },
    {
      id: 'next',
      label: texts.next,
      value: ({ next_execution }) => next_execution,
      render: ({ next_execution }) => (next_execution === null ? texts.notPlanned : <Instant at={next_execution} />),
    },
    ...(mayManage ? [act] : []),
  ];
}

function CareButtons({ mayManage }: { readonly mayManage: boolean }) {
  const optimize = useAction(optimizeRetention, recordAnswers);
  const validate = useAction(validateRetention);
  const runOptimize = async () => {
    const outcome = await optimize.run({ body: {} }, { offline: 'fail' });
    if (outcome.state === 'failed') notify({ tone: 'error', title: texts.optimize, message: outcome.failure.message });
    if (outcome.state !== 'done') return;
    const { before_mb, after_mb } = outcome.data;
    notify({
      tone: 'success',
      title: texts.optimize,
      message: texts.optimized(sizeText(before_mb), sizeText(after_mb)),
    });
  };
  const runValidate = async () => {
    const outcome = await validate.run({ body: {} }, { offline: 'fail' });
    if (outcome.state === 'failed') notify({ tone: 'error', title: texts.validate, message: outcome.failure.message });
    if (outcome.state !== 'done') return;
    const { valid, issues, checked_records } = outcome.data;
    if (valid) notify({ tone: 'success', title: texts.validate, message: texts.valid(whole(checked_records)) });
    else {
      const [first] = issues;
      notify({ tone: 'error', title: texts.invalid(whole(issues.length)), message: first?.description ?? '' });
    }
  };
  return (
    <>
      <Button size="xs" variant="default" loading={validate.isRunning} onClick={() => void runValidate()}>
        {texts.validate}
      </Button>
      {mayManage ? (
        <Button size="xs" variant="default" loading={optimize.isRunning} onClick={() => void runOptimize()}>
          {texts.optimize}
        </Button>
      ) : null}
    </>
  );
}
