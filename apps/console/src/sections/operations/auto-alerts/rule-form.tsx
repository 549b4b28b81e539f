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
import { ClockInput, Dialog } from '@kianda/ui';
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

/** The rule as it is written, checked when sent, then created or changed. */
function useRuleDraft({ rule, metric, onClose }: Props) {
  const create = useAction(createAlertRule, changed);
  const update = useAction(updateAlertRule, changed);
  const [draft, setDraft] = useState<RuleDraft>(() =>
    rule === null ? { ...emptyDraft, metric: metric ?? '' } : draftOf(rule),
  );
  const [problem, setProblem] = useState<string | null>(null);
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
  return {
    draft,
    set: (part: Partial<RuleDraft>) => setDraft((before) => ({ ...before, ...part })),
    submit,
    isRunning,
    problem: problem ?? failure?.message ?? null,
  };
}

/** Makes or changes a rule, and shows on stored history what it would have done. */
export default function RuleForm(props: Props) {
  const { rule, onClose } = props;
  const { draft, set, submit, isRunning, problem } = useRuleDraft(props);
  const metrics = useEndpoint(listAlertMetrics, {}, { refetchSeconds: 60 });
  const list = metrics.sourced?.value.metrics ?? [];
  const metric = list.find(({ id }) => id === draft.metric);
  return (
    <Dialog onClose={onClose} title={rule === null ? texts.addTitle : texts.editTitle} size="xl">
      <form onSubmit={(event) => void submit(event)} className={styles.stack}>
        <SubjectFields draft={draft} set={set} metrics={list} metric={metric} />
        {metrics.error === null ? null : <p className={styles.warning}>{metrics.error.message}</p>}
        {metric === undefined ? null : <MetricNow metric={metric} subject={draft.subject} />}
        <LimitFields draft={draft} set={set} unit={metric?.unit ?? ''} />
        <TimingFields draft={draft} set={set} />
        <Schedule draft={draft} onChange={(schedule) => set({ schedule })} />
        <NoteFields draft={draft} set={set} />
        <RulePreview draft={draft} metric={metric} />
        <DialogFoot failure={problem} isRunning={isRunning} onClose={onClose} />
      </form>
    </Dialog>
  );
}

type FieldsProps = { readonly draft: RuleDraft; readonly set: (part: Partial<RuleDraft>) => void };
type SubjectProps = FieldsProps & {
  readonly metrics: readonly AlertMetricView[];
  readonly metric: AlertMetricView | undefined;
};

function SubjectFields({ draft, set, metrics, metric }: SubjectProps) {
  return (
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
            items: metrics.filter((listed) => listed.group === group).map(({ id, label }) => ({ value: id, label })),
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
          // An object that is gone for now stays named.
          ...(draft.subject === null || metric?.objects.some(({ subject }) => subject === draft.subject) === true
            ? []
            : [{ value: draft.subject, label: draft.subject }]),
        ]}
        onChange={({ currentTarget }) => set({ subject: currentTarget.value === '' ? null : currentTarget.value })}
      />
    </div>
  );
}

function LimitFields({ draft, set, unit }: FieldsProps & { readonly unit: string }) {
  return (
    <fieldset className={styles.group}>
      <legend>{texts.limits}</legend>
      <NativeSelect
        label={texts.comparison}
        value={draft.comparison}
        data={comparisonNames.map((value) => ({ value, label: comparisons[value] }))}
        onChange={({ currentTarget }) =>
          set({ comparison: comparisonNames.find((name) => name === currentTarget.value) ?? 'gt' })
        }
      />
      {alertTypeNames.map((name) => (
        <NumberInput
          key={name}
          label={alertTypes[name]}
          value={draft.thresholds[name] ?? ''}
          decimalSeparator=","
          suffix={unit === '' ? '' : ` ${unit}`}
          className={styles.short ?? ''}
          onChange={(value) =>
            set({ thresholds: { ...draft.thresholds, [name]: typeof value === 'number' ? value : null } })
          }
        />
      ))}
    </fieldset>
  );
}

function TimingFields({ draft, set }: FieldsProps) {
  return (
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
  );
}

function NoteFields({ draft, set }: FieldsProps) {
  return (
    <>
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
                  .map((label) => label.trim())
                  .filter((label) => label !== ''),
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
        aria-label={texts.tellsEnd}
        description={texts.tellsEndHelp}
        checked={draft.tellsEnd}
        onChange={({ currentTarget }) => set({ tellsEnd: currentTarget.checked })}
      />
      <Switch
        label={texts.enabled}
        checked={draft.enabled}
        onChange={({ currentTarget }) => set({ enabled: currentTarget.checked })}
      />
    </>
  );
}

/** The present values of the chosen metric, so that a bound is not set blindly. */
function MetricNow({ metric, subject }: { readonly metric: AlertMetricView; readonly subject: string | null }) {
  const shown = metric.objects.filter((object) => subject === null || object.subject === subject).slice(0, 6);
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
        aria-label={texts.schedule}
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
                  days: weekdays.filter((other) => (other === day ? checked : schedule.days.includes(other))),
                })
              }
            />
          ))}
          <ClockInput
            label={texts.from}
            value={schedule.from}
            required
            onChange={(value) => onChange({ ...schedule, from: value })}
          />
          <ClockInput
            label={texts.to}
            value={schedule.to}
            required
            onChange={(value) => onChange({ ...schedule, to: value })}
          />
        </fieldset>
      )}
    </>
  );
}
