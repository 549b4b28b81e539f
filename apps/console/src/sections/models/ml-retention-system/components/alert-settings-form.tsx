import {
  configureRetentionAlerts,
  type RetentionAlertSettings,
  retentionAlerts,
  retentionForecast,
  retentionHealth,
  retentionMetrics,
} from '@kianda/contract/models/retention/statistics.contract';
import { DialogForm, useDraft } from '@kianda/ui';
import { NumberInput, Switch } from '@mantine/core';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { overviewTexts } from '../texts.pt.ts';

const texts = overviewTexts.form;
const changed = [retentionAlerts, retentionHealth, retentionMetrics, retentionForecast] as const;

type Props = { readonly settings: RetentionAlertSettings; readonly onClose: () => void };

const toPercent = (share: number) => Math.round(share * 1_000) / 10;

/** The limits that raise alerts; shares are written in percent. */
export function AlertSettingsForm({ settings, onClose }: Props) {
  const action = useAction(configureRetentionAlerts, changed);
  const shown = {
    ...settings,
    ...{ min_hit_ratio: toPercent(settings.min_hit_ratio), min_quality_score: toPercent(settings.min_quality_score) },
  };
  const draft = useDraft(shown, action.failure);
  const submit = async () => {
    const { min_hit_ratio, min_quality_score, ...rest } = draft.values;
    const body = { ...rest, min_hit_ratio: min_hit_ratio / 100, min_quality_score: min_quality_score / 100 };
    const outcome = await action.run({ body }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: texts.saved });
    onClose();
  };
  return (
    <DialogForm title={texts.title} onClose={onClose} onSubmit={submit} action={action} draft={draft}>
      <NumberInput label={texts.size} min={0} decimalSeparator="," {...draft.number('max_size_gb')} />
      <NumberInput label={texts.ratio} min={0} max={100} decimalSeparator="," {...draft.number('min_hit_ratio')} />
      <NumberInput label={texts.time} min={1} decimalSeparator="," {...draft.number('max_response_ms')} />
      <NumberInput
        label={texts.quality}
        min={0}
        max={100}
        decimalSeparator=","
        {...draft.number('min_quality_score')}
      />
      <NumberInput label={texts.age} min={1} allowDecimal={false} {...draft.number('max_age_days')} />
      <Switch label={texts.tell} {...draft.check('email_notifications')} />
    </DialogForm>
  );
}
