import {
  type AlertMetricView,
  type AlertRuleView,
  alertTypeNames,
  alertTypes,
  type Comparison,
  comparisons,
  createAlertRule,
  listAlertMetrics,
  listAlertRules,
  type MetricGroup,
  metricGroups,
  type RuleDraft,
  ruleDraftSchema,
  updateAlertRule,
} from '@kianda/contract/operations/alerts/rules.contract';
import { listAlerts } from '@kianda/contract/operations/health/health.contract';
import { formatQuantity } from '@kianda/format';
import { Dialog } from '@kianda/ui';
import { Checkbox, NativeSelect, NumberInput, Switch, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../../client/use-action.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { notify } from '../../../platform/notices.ts';
import { DialogFoot } from '../../shared/dialog-foot.tsx';
import styles from './auto-alerts.module.css';
import { draftOf, emptyDraft } from './rule-draft.ts';
import { RulePreview } from './rule-preview.tsx';
import { formTexts as texts } from './rule-texts.pt.ts';

const changed = [listAlertRules, listAlerts] as const;
const comparisonNames = Object.keys(comparisons) as Comparison[];
const groupNames = Object.keys(metricGroups) as MetricGroup[];

type Props = {
  readonly rule: AlertRuleView | null;
  /** Metric of a new rule, where it is known already. */
  readonly metric?: string | undefined;
  readonly onClose: () => void;
};

/** Makes or changes a rule, and shows on stored history what it would have done. */
export default function RuleForm({ rule, metric: wanted, onClose }: Props) {
  const create = useAction(createAlertRule, changed);
  const update = useAction(updateAlertRule, changed);
  const metrics = useEndpoint(listAlertMetrics, {}, { refetchSeconds: 60 });
  const [draft, setDraft] = useState<RuleDraft>(() =>
    rule === null ? { ...emptyDraft, metric: wanted ?? '' } : draftOf(rule),
  );
  const [problem, setProblem] = useState<string | null>(null);
  const set = (part: Partial<RuleDraft>) => setDraft((before) => ({ ...before, ...part }));
  const list = metrics.sourced?.value.metrics ?? [];
  const metric = list.find(({ id }) => id === draft.metric);
  const isRunning = create.isRunning || update.isRunning;
  const failure = create.failure ?? update.failure;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const checked = ruleDraftSchema.safeParse(draft);
    setProblem(checked.success ? null : (checked.error.issues[0]?.message ?? texts.incomplete));
    if (!checked.success || isRunning) return;
    const outcome =
      rule === null
        ? await create.run({ body: checked.data }, { offline: 'fail' })
        : await update.run(
            { params: { id: rule.id }, body: { version: rule.version, rule: checked.data } },
            { offline: 'fail' },
          );
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: texts.saved });
    onClose();
  };

  return (
    <Dialog onClose={onClose} title={rule === null ? texts.addTitle : texts.editTitle} size="xl">
      <form onSubmit={(event) => void submit(event)} className={styles.stack}>
        <div className={styles.columns}>
          <TextInput
            label={texts.name}
            value={draft.title}
            required
            minLength={3}
            maxLength={120}
            onChange={({ currentTarget }) => set({ title: currentTarget.value })}
          />
          <NativeSelect
            label={texts.metric}
            value={draft.metric}
            required
            data={[
              { value: '', label: texts.choose },
              ...groupNames.map((group) => ({
                group: metricGroups[group],
                items: list.filter((one) => one.group === group).map(({ id, label }) => ({ value: id, label })),
              })),
            ]}
            onChange={({ currentTarget }) => set({ metric: currentTarget.value, subject: null })}
          />
          <NativeSelect
            label={texts.subject}
            value={draft.subject ?? ''}
            disabled={metric === undefined}
            data={[
              { value: '', label: texts.everyObject },
              ...(metric?.objects ?? []).map(({ subject, label }) => ({ value: subject, label })),
              // One that is gone for now stays named.
              ...(draft.subject === null || metric?.objects.some(({ subject }) => subject === draft.subject) === true
                ? []
                : [{ value: draft.subject, label: draft.subject }]),
            ]}
            onChange={({ currentTarget }) => set({ subject: currentTarget.value === '' ? null : currentTarget.value })}
          />
        </div>
        {metrics.error === null ? null : <p className={styles.warning}>{metrics.error.message}</p>}
        {metric === undefined ? null : <MetricNow metric={metric} subject={draft.subject} />}
        <fieldset className={styles.group}>
          <legend>{texts.limits}</legend>
          <NativeSelect
            label={texts.comparison}
            value={draft.comparison}
            data={comparisonNames.map((value) => ({ value, label: comparisons[value] }))}
            onChange={({ currentTarget }) =>
              set({ comparison: comparisonNames.find((one) => one === currentTarget.value) ?? 'gt' })
            }
          />
          {alertTypeNames.map((name) => (
            <NumberInput
              key={name}
              label={alertTypes[name]}
              value={draft.thresholds[name] ?? ''}
              decimalSeparator=","
              suffix={metric === undefined || metric.unit === '' ? '' : ` ${metric.unit}`}
              className={styles.short ?? ''}
              onChange={(value) =>
                set({ thresholds: { ...draft.thresholds, [name]: typeof value === 'number' ? value : null } })
              }
            />
          ))}
        </fieldset>
        <div className={styles.columns}>
          <Amount
            label={texts.forMinutes}
            help={texts.forHelp}
            value={draft.forSeconds / 60}
            max={1_440}
            onChange={(value) => set({ forSeconds: Math.round(value * 60) })}
          />
          <Amount
            label={texts.hysteresis}
            help={texts.hysteresisHelp}
            value={draft.hysteresis}
            max={1e12}
            onChange={(hysteresis) => set({ hysteresis })}
          />
          <Amount
            label={texts.cooldown}
            help={texts.cooldownHelp}
            value={draft.cooldownSeconds / 60}
            max={1_440}
            onChange={(value) => set({ cooldownSeconds: Math.round(value * 60) })}
          />
        </div>
        <Schedule draft={draft} onChange={(schedule) => set({ schedule })} />
        <TextInput
          label={texts.labels}
          description={texts.labelsHelp}
          defaultValue={draft.labels.join(', ')}
          onChange={({ currentTarget }) =>
            set({
              labels: [
                ...new Set(
                  currentTarget.value
                    .split(',')
                    .map((one) => one.trim())
                    .filter((one) => one !== ''),
                ),
              ],
            })
          }
        />
        <Textarea
          label={texts.note}
          value={draft.note}
          rows={2}
          maxLength={1_000}
          onChange={({ currentTarget }) => set({ note: currentTarget.value })}
        />
        <Switch
          label={texts.tellsEnd}
          description={texts.tellsEndHelp}
          checked={draft.tellsEnd}
          onChange={({ currentTarget }) => set({ tellsEnd: currentTarget.checked })}
        />
        <Switch
          label={texts.enabled}
          checked={draft.enabled}
          onChange={({ currentTarget }) => set({ enabled: currentTarget.checked })}
        />
        <RulePreview draft={draft} metric={metric} />
        <DialogFoot failure={problem ?? failure?.message ?? null} isRunning={isRunning} onClose={onClose} />
      </form>
    </Dialog>
  );
}

/** What the chosen measure says now, so that a bound is not set blindly. */
function MetricNow({ metric, subject }: { readonly metric: AlertMetricView; readonly subject: string | null }) {
  const shown = metric.objects.filter((one) => subject === null || one.subject === subject).slice(0, 6);
  return (
    <div className={styles.note}>
      <p>{metric.note}</p>
      <p>
        {texts.now}{' '}
        {metric.problem ??
          shown
            .map(
              ({ label, value, reason }) =>
                `${label}: ${value === null ? (reason ?? texts.unknown) : formatQuantity(value, metric.unit)}`,
            )
            .join(' · ')}
      </p>
    </div>
  );
}

type AmountProps = {
  readonly label: string;
  readonly help: string;
  readonly value: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
};

function Amount({ label, help, value, max, onChange }: AmountProps) {
  return (
    <NumberInput
      label={label}
      description={help}
      value={value}
      min={0}
      max={max}
      decimalSeparator=","
      onChange={(next) => onChange(typeof next === 'number' ? next : 0)}
    />
  );
}

const weekdays = [1, 2, 3, 4, 5, 6, 0] as const;

function Schedule({
  draft: { schedule },
  onChange,
}: {
  readonly draft: RuleDraft;
  readonly onChange: (schedule: RuleDraft['schedule']) => void;
}) {
  return (
    <>
      <Switch
        label={texts.schedule}
        description={texts.scheduleHelp}
        checked={schedule !== null}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.checked ? { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' } : null)
        }
      />
      {schedule === null ? null : (
        <fieldset className={styles.group}>
          <legend>{texts.days}</legend>
          {weekdays.map((day) => (
            <Checkbox
              key={day}
              label={texts.weekdays[day]}
              checked={schedule.days.includes(day)}
              onChange={({ currentTarget: { checked } }) =>
                onChange({
                  ...schedule,
                  days: weekdays.filter((one) => (one === day ? checked : schedule.days.includes(one))),
                })
              }
            />
          ))}
          <TextInput
            type="time"
            label={texts.from}
            value={schedule.from}
            required
            onChange={({ currentTarget }) => onChange({ ...schedule, from: currentTarget.value })}
          />
          <TextInput
            type="time"
            label={texts.to}
            value={schedule.to}
            required
            onChange={({ currentTarget }) => onChange({ ...schedule, to: currentTarget.value })}
          />
        </fieldset>
      )}
    </>
  );
}
