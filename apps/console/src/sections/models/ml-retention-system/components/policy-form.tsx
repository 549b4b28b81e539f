import {
  changePolicy,
  createPolicy,
  type PolicyWrite,
  policyActions,
  policyClocks,
  policyTables,
  type RetentionPolicy,
  removePolicy,
} from '@kianda/contract/models/retention/policies.contract';
import { DialogForm, useDraft } from '@kianda/ui';
import { Button, NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { policyAnswers } from '../api/use-retention.ts';
import { policyTexts } from '../texts.pt.ts';

const texts = policyTexts.form;
const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
/** The quality is written in percent; empty is none. */
type Fields = Omit<PolicyWrite, 'min_quality_score'> & { readonly quality: number | '' };

const newPolicy: Fields = {
  ...{
    name: '',
    table_name: 'ml_inference_cache',
    retention_days: 30,
    enabled: true,
    min_access_count: 0,
    quality: '',
  },
  ...{ every_hours: 24, action: 'delete', counts_from: 'created', grace_days: 7 },
};

function fieldsOf({ conditions, ...policy }: RetentionPolicy): Fields {
  const { name, table_name, retention_days, enabled, every_hours, action, counts_from, grace_days } = policy;
  const { min_quality_score, min_access_count } = conditions;
  const quality = min_quality_score === null ? '' : Math.round(min_quality_score * 1_000) / 10;
  return {
    ...{ name, table_name, retention_days, enabled, every_hours, action, counts_from, grace_days },
    ...{ min_access_count, quality },
  };
}

type Props = { readonly policy: RetentionPolicy | null; readonly onClose: () => void };

/** A policy's table, days, conditions, schedule and fate; a new one where none is given. */
export function PolicyForm({ policy, onClose }: Props) {
  const create = useAction(createPolicy, policyAnswers);
  const change = useAction(changePolicy, policyAnswers);
  const draft = useDraft(policy === null ? newPolicy : fieldsOf(policy), create.failure ?? change.failure, {
    quality: 'min_quality_score',
  });
  const submit = async () => {
    const { quality, table_name, ...rest } = draft.values;
    const parts = { ...rest, min_quality_score: quality === '' ? null : quality / 100 };
    const outcome =
      policy === null
        ? await create.run({ body: { ...parts, table_name } }, { offline: 'fail' })
        : await change.run({ params: { id: policy.policy_id }, body: parts }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: texts.saved });
    onClose();
  };
  return (
    <DialogForm
      title={policy === null ? texts.newTitle : texts.title(policy.name)}
      onClose={onClose}
      onSubmit={submit}
      action={[create, change]}
      draft={draft}
    >
      <TextInput label={texts.name} required maxLength={80} {...draft.text('name')} />
      <NativeSelect
        label={texts.table}
        data={options(policyTables)}
        disabled={policy !== null}
        {...draft.text('table_name')}
      />
      <NumberInput label={texts.days} min={0} allowDecimal={false} {...draft.number('retention_days')} />
      <NativeSelect label={texts.countsFrom} data={options(policyClocks)} {...draft.text('counts_from')} />
      <NumberInput label={texts.access} min={0} allowDecimal={false} {...draft.number('min_access_count')} />
      <NumberInput
        label={texts.quality}
        description={texts.qualityHelp}
        min={0}
        max={100}
        decimalSeparator=","
        {...draft.number('quality')}
      />
      <NativeSelect label={texts.action} data={options(policyActions)} {...draft.text('action')} />
      <NumberInput label={texts.grace} min={0} allowDecimal={false} {...draft.number('grace_days')} />
      <NumberInput label={texts.hours} min={1} allowDecimal={false} {...draft.number('every_hours')} />
      <Switch label={texts.enabled} {...draft.check('enabled')} />
      {policy === null || policy.is_builtin ? null : <RemoveButton policy={policy} onClose={onClose} />}
    </DialogForm>
  );
}

function RemoveButton({ policy, onClose }: { readonly policy: RetentionPolicy; readonly onClose: () => void }) {
  const remove = useAction(removePolicy, policyAnswers);
  const run = async () => {
    const outcome = await remove.run({ params: { id: policy.policy_id } }, { offline: 'fail' });
    if (outcome.state === 'failed') notify({ tone: 'error', message: outcome.failure.message });
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: texts.removed });
    onClose();
  };
  return (
    <Button variant="subtle" color="red" loading={remove.isRunning} onClick={() => void run()}>
      {texts.remove}
    </Button>
  );
}
