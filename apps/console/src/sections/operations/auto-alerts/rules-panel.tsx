import { allows } from '@kianda/contract';
import {
  type AlertRuleView,
  alertTypeNames,
  alertTypes,
  comparisons,
  createAlertRule,
  deleteAlertRule,
  listAlertRules,
  ruleStates,
  testAlertRule,
  updateAlertRule,
} from '@kianda/contract/operations/alerts/rules.contract';
import { listAlerts } from '@kianda/contract/operations/health/health.contract';
import { formatDuration, formatQuantity } from '@kianda/format';
import { EmptyState, Panel, RelativeTime, SkeletonLines, StatusPill } from '@kianda/ui';
import { lazy, Suspense, useState } from 'react';
import { useAccount } from '../../../client/context.tsx';
import { useAction } from '../../../client/use-action.ts';
import { useChannel } from '../../../client/use-channel.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { notify } from '../../../platform/notices.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import styles from './auto-alerts.module.css';
import { AddButton, Entry, Facts } from './entry.tsx';
import { draftOf } from './rule-draft.ts';
import { ruleTexts as texts } from './rule-texts.pt.ts';
import { alertTones } from './tones.ts';

const RuleForm = lazy(() => import('./rule-form.tsx'));

const changed = [listAlertRules, listAlerts] as const;
const stateTones = { firing: 'bad', pending: 'caution', no_data: 'unknown', inactive: 'good' } as const;
/** Objects of a rule that are named; the rest are counted. */
const namedObjects = 4;

type Edited = { readonly rule: AlertRuleView | null; readonly metric?: string | undefined };

type Props = {
  /** Metric that the address asks a new rule for. */
  readonly newMetric?: string | undefined;
  readonly onEdited: () => void;
};

/** Rules by which the platform raises alerts: those of people and the built-in ones, with their present findings. */
export default function RulesPanel({ newMetric, onEdited }: Props) {
  const { role } = useAccount();
  const mayChange = allows(createAlertRule.access, role);
  const [chosen, setChosen] = useState<Edited | null>(null);
  const [removed, setRemoved] = useState<AlertRuleView | null>(null);
  const rules = useEndpoint(listAlertRules, {}, { refetchSeconds: 30 });
  useChannel('alerts', { onEvent: rules.refresh, onGap: rules.refresh });
  const edited = chosen ?? (newMetric === undefined || !mayChange ? null : { rule: null, metric: newMetric });
  return (
    <>
      <Panel
        title={texts.title}
        description={texts.description}
        source={rules}
        skeleton={<SkeletonLines lines={8} />}
        actions={mayChange ? <AddButton label={texts.add} onClick={() => setChosen({ rule: null })} /> : undefined}
      >
        {(value) =>
          value.rules.length === 0 ? (
            <EmptyState title={texts.empty} />
          ) : (
            <ul className={styles.list} aria-label={texts.title}>
              {value.rules.map((rule) => (
                <RuleItem
                  key={rule.id}
                  rule={rule}
                  mayChange={mayChange}
                  onEdit={() => setChosen({ rule })}
                  onRemove={() => setRemoved(rule)}
                />
              ))}
            </ul>
          )
        }
      </Panel>
      <Panel
        title={texts.builtin}
        description={texts.builtinText}
        source={rules}
        skeleton={<SkeletonLines lines={4} />}
      >
        {(value) => (
          <ul className={styles.list} aria-label={texts.builtin}>
            {value.builtin.map(({ rule, title, condition }) => (
              <Entry key={rule} name={title}>
                <Facts>{condition}</Facts>
              </Entry>
            ))}
          </ul>
        )}
      </Panel>
      {edited === null ? null : (
        <Suspense fallback={null}>
          <RuleForm
            rule={edited.rule}
            metric={edited.metric}
            onClose={() => {
              setChosen(null);
              onEdited();
            }}
          />
        </Suspense>
      )}
      {removed === null ? null : <RemoveRule rule={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}

function RemoveRule({ rule, onClose }: { readonly rule: AlertRuleView; readonly onClose: () => void }) {
  const remove = useAction(deleteAlertRule, changed);
  return (
    <ConfirmDialog
      title={texts.removeTitle}
      body={texts.removeBody(rule.title)}
      confirm={texts.remove}
      isDangerous
      onClose={onClose}
      onConfirm={async () => {
        const outcome = await remove.run({ params: { id: rule.id } }, { offline: 'fail' });
        if (outcome.state === 'failed') return outcome.failure.message;
        notify({ tone: 'success', message: texts.removed });
        return null;
      }}
    />
  );
}

/** Limits in words: «Aviso acima de 80 %; Crítico acima de 95 %». */
function limitsOf({ thresholds, comparison, unit }: AlertRuleView): string {
  return alertTypeNames
    .flatMap((name) => {
      const bound = thresholds[name];
      return bound === null ? [] : [`${alertTypes[name]} ${comparisons[comparison]} ${formatQuantity(bound, unit)}`];
    })
    .join('; ');
}

type ItemProps = {
  readonly rule: AlertRuleView;
  readonly mayChange: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
};

/** Acts on one rule, and what the last test of its channels reported. */
function useRuleActions(rule: AlertRuleView) {
  const update = useAction(updateAlertRule, changed);
  const create = useAction(createAlertRule, changed);
  const test = useAction(testAlertRule);
  const [report, setReport] = useState<string | null>(null);
  const flip = () =>
    update.run(
      { params: { id: rule.id }, body: { version: rule.version, rule: { ...draftOf(rule), enabled: !rule.enabled } } },
      { offline: 'fail' },
    );
  const duplicate = async () => {
    const copy = { ...draftOf(rule), title: texts.copyOf(rule.title).slice(0, 120), enabled: false };
    const outcome = await create.run({ body: copy }, { offline: 'fail' });
    if (outcome.state === 'done') notify({ tone: 'success', message: texts.duplicated });
  };
  const send = async () => {
    setReport(null);
    const outcome = await test.run({ params: { id: rule.id } }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    const { channels } = outcome.data;
    setReport(
      channels.length === 0
        ? texts.testNobody
        : texts.testSent(
            channels.map(({ name, problem }) => (problem === null ? name : `${name} (${problem})`)).join(', '),
          ),
    );
  };
  return {
    flip: { run: flip, isRunning: update.isRunning },
    duplicate: { run: duplicate, isRunning: create.isRunning },
    send: { run: send, isRunning: test.isRunning },
    failure: (update.failure ?? create.failure ?? test.failure)?.message ?? null,
    report,
  };
}

function RuleItem({ rule, mayChange, onEdit, onRemove }: ItemProps) {
  const { flip, duplicate, send, failure, report } = useRuleActions(rule);
  const { title } = rule;
  const gravest = alertTypeNames.findLast((name) => rule.thresholds[name] !== null);
  const buttons = [
    { label: texts.edit, full: texts.editOf(title), act: onEdit },
    {
      label: texts.duplicate,
      full: texts.duplicateOf(title),
      isRunning: duplicate.isRunning,
      act: () => void duplicate.run(),
    },
    { label: texts.test, full: texts.testOf(title), isRunning: send.isRunning, act: () => void send.run() },
    {
      label: rule.enabled ? texts.switchOff : texts.switchOn,
      full: rule.enabled ? texts.switchOffOf(title) : texts.switchOnOf(title),
      isRunning: flip.isRunning,
      act: () => void flip.run(),
    },
    ...(rule.isPreset ? [] : [{ label: texts.remove, full: texts.removeOf(title), act: onRemove }]),
  ];
  return (
    <Entry
      name={
        <>
          {title}
          {gravest === undefined ? null : <StatusPill tone={alertTones[gravest]}>{alertTypes[gravest]}</StatusPill>}
          {rule.enabled ? null : <StatusPill tone="unknown">{texts.off}</StatusPill>}
        </>
      }
      failure={failure}
      buttons={mayChange ? buttons : []}
    >
      <RuleFacts rule={rule} />
      {rule.enabled ? <Findings rule={rule} /> : null}
      {report === null ? null : (
        <p className={styles.note} role="status">
          {report}
        </p>
      )}
    </Entry>
  );
}

function RuleFacts({ rule }: { readonly rule: AlertRuleView }) {
  return (
    <>
      <Facts>
        <span>
          {rule.metricLabel}
          {rule.subject === null ? '' : ` · ${rule.subject}`}
        </span>
        <span>{limitsOf(rule)}</span>
        {rule.forSeconds === 0 ? null : <span>{texts.during(formatDuration(rule.forSeconds))}</span>}
        {rule.schedule === null ? null : <span>{texts.hours(rule.schedule.from, rule.schedule.to)}</span>}
      </Facts>
      <Facts>
        <span>{rule.isPreset ? texts.preset(rule.version) : texts.version(rule.version, rule.updatedBy)}</span>
        {rule.labels.map((label) => (
          <span key={label}>#{label}</span>
        ))}
        {rule.evaluatedAt === null ? null : (
          <span>
            {texts.evaluated} <RelativeTime at={rule.evaluatedAt} />
          </span>
        )}
      </Facts>
    </>
  );
}

function Findings({ rule }: { readonly rule: AlertRuleView }) {
  const { states, unit } = rule;
  if (states.length === 0)
    return <p className={styles.note}>{rule.evaluatedAt === null ? texts.notYet : texts.nothing}</p>;
  const calm = states.filter(({ state }) => state === 'inactive');
  const named = [...states.filter(({ state }) => state !== 'inactive'), ...(states.length <= namedObjects ? calm : [])];
  return (
    <ul className={styles.facts} aria-label={texts.findings}>
      {named.slice(0, namedObjects * 2).map(({ subject, label, state, value, reason }) => (
        <li key={subject} title={reason ?? undefined}>
          <StatusPill tone={stateTones[state]}>{ruleStates[state]}</StatusPill> {label}{' '}
          {reason === null ? formatQuantity(value, unit) : reason}
        </li>
      ))}
      {named.length > namedObjects * 2 ? <li>{texts.more(named.length - namedObjects * 2)}</li> : null}
      {states.length > namedObjects && calm.length > 0 ? <li>{texts.calm(calm.length)}</li> : null}
    </ul>
  );
}
