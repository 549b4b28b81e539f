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
} from '@kianda/contract/alerts/rules.contract';
import { listAlerts } from '@kianda/contract/health/health.contract';
import { EmptyState, formatDuration, formatQuantity, Panel, RelativeTime, SkeletonLines, StatusPill } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useAccount } from '../../client/context.tsx';
import { useAction } from '../../client/use-action.ts';
import { useChannel } from '../../client/use-channel.ts';
import { useEndpoint } from '../../client/use-endpoint.ts';
import { notify } from '../../platform/notices.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import styles from './auto-alerts.module.css';
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

/** What the platform watches: rules of people and those that came with it, with what each finds now. */
export default function RulesPanel({ newMetric, onEdited }: Props) {
  const { role } = useAccount();
  const mayChange = allows(createAlertRule.access, role);
  const [chosen, setChosen] = useState<Edited | null>(null);
  const [removed, setRemoved] = useState<AlertRuleView | null>(null);
  const rules = useEndpoint(listAlertRules, {}, { refetchSeconds: 30 });
  useChannel('alerts', { onEvent: rules.refresh, onGap: rules.refresh });
  const remove = useAction(deleteAlertRule, changed);
  const edited = chosen ?? (newMetric === undefined || !mayChange ? null : { rule: null, metric: newMetric });
  return (
    <>
      <Panel
        title={texts.title}
        description={texts.description}
        source={rules}
        skeleton={<SkeletonLines lines={8} />}
        actions={
          mayChange ? (
            <Button
              size="xs"
              leftSection={<IconPlus size={15} aria-hidden="true" />}
              onClick={() => setChosen({ rule: null })}
            >
              {texts.add}
            </Button>
          ) : undefined
        }
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
              <li key={rule} className={styles.item}>
                <div className={styles.words}>
                  <span className={styles.name}>{title}</span>
                  <span className={styles.facts}>{condition}</span>
                </div>
              </li>
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
      {removed === null ? null : (
        <ConfirmDialog
          title={texts.removeTitle}
          body={texts.removeBody(removed.title)}
          confirm={texts.remove}
          isDangerous
          onClose={() => setRemoved(null)}
          onConfirm={async () => {
            const outcome = await remove.run({ params: { id: removed.id } }, { offline: 'fail' });
            if (outcome.state === 'failed') return outcome.failure.message;
            notify({ tone: 'success', message: texts.removed });
            return null;
          }}
        />
      )}
    </>
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

function RuleItem({ rule, mayChange, onEdit, onRemove }: ItemProps) {
  const update = useAction(updateAlertRule, changed);
  const create = useAction(createAlertRule, changed);
  const test = useAction(testAlertRule);
  const [told, setTold] = useState<string | null>(null);
  const { title } = rule;
  const gravest = alertTypeNames.findLast((name) => rule.thresholds[name] !== null);
  const failure = update.failure ?? create.failure ?? test.failure;
  const flip = () =>
    update.run(
      { params: { id: rule.id }, body: { version: rule.version, rule: { ...draftOf(rule), enabled: !rule.enabled } } },
      { offline: 'fail' },
    );
  const duplicate = async () => {
    const copy = { ...draftOf(rule), title: texts.copyOf(title).slice(0, 120), enabled: false };
    const outcome = await create.run({ body: copy }, { offline: 'fail' });
    if (outcome.state === 'done') notify({ tone: 'success', message: texts.duplicated });
  };
  const send = async () => {
    setTold(null);
    const outcome = await test.run({ params: { id: rule.id } }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    const { channels } = outcome.data;
    setTold(
      channels.length === 0
        ? texts.testNobody
        : texts.testSent(
            channels.map(({ name, problem }) => (problem === null ? name : `${name} (${problem})`)).join(', '),
          ),
    );
  };
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <span className={styles.name}>
          {title}
          {gravest === undefined ? null : <StatusPill tone={alertTones[gravest]}>{alertTypes[gravest]}</StatusPill>}
          {rule.enabled ? null : <StatusPill tone="unknown">{texts.off}</StatusPill>}
        </span>
        <span className={styles.facts}>
          <span>
            {rule.metricLabel}
            {rule.subject === null ? '' : ` · ${rule.subject}`}
          </span>
          <span>{limitsOf(rule)}</span>
          {rule.forSeconds === 0 ? null : <span>{texts.during(formatDuration(rule.forSeconds))}</span>}
          {rule.schedule === null ? null : <span>{texts.hours(rule.schedule.from, rule.schedule.to)}</span>}
        </span>
        <span className={styles.facts}>
          <span>{rule.isPreset ? texts.preset(rule.version) : texts.version(rule.version, rule.updatedBy)}</span>
          {rule.labels.map((label) => (
            <span key={label}>#{label}</span>
          ))}
          {rule.evaluatedAt === null ? null : (
            <span>
              {texts.evaluated} <RelativeTime at={rule.evaluatedAt} />
            </span>
          )}
        </span>
        {rule.enabled ? <Findings rule={rule} /> : null}
        {told === null ? null : (
          <p className={styles.note} role="status">
            {told}
          </p>
        )}
        {failure === null ? null : (
          <p className={styles.warning} role="alert">
            {failure.message}
          </p>
        )}
      </div>
      {mayChange ? (
        <div className={styles.buttons}>
          <Button variant="default" size="xs" aria-label={texts.editOf(title)} onClick={onEdit}>
            {texts.edit}
          </Button>
          <Button
            variant="default"
            size="xs"
            aria-label={texts.duplicateOf(title)}
            loading={create.isRunning}
            onClick={() => void duplicate()}
          >
            {texts.duplicate}
          </Button>
          <Button
            variant="default"
            size="xs"
            aria-label={texts.testOf(title)}
            loading={test.isRunning}
            onClick={() => void send()}
          >
            {texts.test}
          </Button>
          <Button
            variant="default"
            size="xs"
            aria-label={rule.enabled ? texts.switchOffOf(title) : texts.switchOnOf(title)}
            loading={update.isRunning}
            onClick={() => void flip()}
          >
            {rule.enabled ? texts.switchOff : texts.switchOn}
          </Button>
          {rule.isPreset ? null : (
            <Button variant="default" size="xs" aria-label={texts.removeOf(title)} onClick={onRemove}>
              {texts.remove}
            </Button>
          )}
        </div>
      ) : null}
    </li>
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
