import { alertDetail } from '@kianda/contract/operations/alerts/casework.contract';
import {
  createAlertSilence,
  listAlertRules,
  listAlertSilences,
} from '@kianda/contract/operations/alerts/rules.contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../client/use-action.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { notify } from '../../../platform/notices.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { silenceTexts as texts } from './rule-texts.pt.ts';

const changed = [listAlertSilences, alertDetail] as const;
const minutes = Object.keys(texts.durations).map(Number);

type Props = { readonly ruleId?: string; readonly subject?: string; readonly onClose: () => void };

/** Keeps the alerts of a rule, or of all, from being told for a while. */
export default function SilenceForm({ ruleId = '', subject = '', onClose }: Props) {
  const create = useAction(createAlertSilence, changed);
  const rules = useEndpoint(listAlertRules, {}, { refetchSeconds: 0 });
  const [rule, setRule] = useState(ruleId);
  const [object, setObject] = useState(subject);
  const [duration, setDuration] = useState(60);
  const known = [
    ...(rules.sourced?.value.rules ?? []).map(({ id, title }) => ({ value: id, label: title })),
    ...(rules.sourced?.value.builtin ?? []).map(({ rule: id, title }) => ({ value: id, label: title })),
  ];
  return (
    <ConfirmDialog
      title={texts.addTitle}
      body={texts.body}
      confirm={texts.confirm}
      reasonLength={3}
      onClose={onClose}
      onConfirm={async (reason) => {
        const wanted = { ruleId: rule === '' ? null : rule, subject: object.trim() === '' ? null : object.trim() };
        const outcome = await create.run({ body: { ...wanted, reason, minutes: duration } }, { offline: 'fail' });
        if (outcome.state === 'failed') return outcome.failure.message;
        notify({ tone: 'success', message: texts.done });
        return null;
      }}
    >
      <NativeSelect
        label={texts.rule}
        value={rule}
        data={[
          { value: '', label: texts.everyRule },
          ...known,
          ...(rule === '' || known.some(({ value }) => value === rule) ? [] : [{ value: rule, label: rule }]),
        ]}
        onChange={({ currentTarget }) => setRule(currentTarget.value)}
      />
      <TextInput
        label={texts.subject}
        description={texts.subjectHelp}
        value={object}
        maxLength={200}
        onChange={({ currentTarget }) => setObject(currentTarget.value)}
      />
      <NativeSelect
        label={texts.duration}
        value={String(duration)}
        data={Object.entries(texts.durations).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget }) =>
          setDuration(minutes.find((minute) => String(minute) === currentTarget.value) ?? 60)
        }
      />
    </ConfirmDialog>
  );
}
