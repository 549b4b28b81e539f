import { allows } from '@kianda/contract';
import {
  type AlertDetail,
  alertDetail,
  alertHistory,
  alertStepKinds,
  assignAlert,
  commentAlert,
  investigateAlert,
  resolveAlert,
} from '@kianda/contract/operations/alerts/casework.contract';
import { alertTypes } from '@kianda/contract/operations/alerts/rules.contract';
import {
  acknowledgeAlert,
  alertHandling,
  listAlerts,
  systemHealth,
} from '@kianda/contract/operations/health/health.contract';
import { deliveryStates } from '@kianda/contract/people/delivery/delivery.contract';
import { formatQuantity } from '@kianda/format';
import { Dialog, Instant, Panel, StatusPill } from '@kianda/ui';
import { Button, NativeSelect, Textarea } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useAccount } from '../../../client/context.tsx';
import { useAction } from '../../../client/use-action.ts';
import { useChannel } from '../../../client/use-channel.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { notify } from '../../../platform/notices.ts';
import { handlingTones } from '../../shared/alert-tones.ts';
import { useAssignees } from '../../shared/use-assignees.ts';
import styles from './auto-alerts.module.css';
import { detailTexts as texts } from './rule-texts.pt.ts';
import { alertTones } from './tones.ts';

const SilenceForm = lazy(() => import('./silence-form.tsx'));

const changed = [alertDetail, listAlerts, alertHistory, systemHealth] as const;

/** One alert: what happened and who did what, who was told, and what can be done with it. */
export default function AlertDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const detail = useEndpoint(alertDetail, { params: { id } }, { refetchSeconds: 30 });
  useChannel('alerts', { onEvent: detail.refresh, onGap: detail.refresh });
  return (
    <Dialog onClose={onClose} title={texts.title}>
      <Panel title={detail.sourced?.value.title ?? texts.title} source={detail}>
        {(alert) => <Body alert={alert} />}
      </Panel>
    </Dialog>
  );
}

function Body({ alert }: { readonly alert: AlertDetail }) {
  const { role } = useAccount();
  const isOpen = alert.resolvedAt === null;
  return (
    <div className={styles.stack}>
      <p className={styles.name}>
        <StatusPill tone={alertTones[alert.type]}>{alertTypes[alert.type]}</StatusPill>
        <StatusPill tone={handlingTones[alert.state]}>{alertHandling[alert.state]}</StatusPill>
        {alert.isSilenced && isOpen ? <StatusPill tone="unknown">{texts.silenced}</StatusPill> : null}
        {alert.assignee === null ? null : <span>{texts.assigneeOf(alert.assignee.name)}</span>}
        {alert.acknowledgedBy === null ? null : <span>{texts.acknowledged(alert.acknowledgedBy)}</span>}
      </p>
      <p>{alert.message}</p>
      <Timeline alert={alert} />
      <section>
        <h3 className={styles.subtitle}>{texts.deliveries}</h3>
        {alert.deliveries.length === 0 ? (
          <p className={styles.note}>{texts.noDeliveries}</p>
        ) : (
          <ul className={styles.episodes}>
            {alert.deliveries.map((delivery) => (
              <li key={delivery.id}>
                {delivery.channelName}: {deliveryStates[delivery.state]} · {texts.attempts(delivery.attempts)}
                {delivery.lastError === null ? null : <span className={styles.warning}> {delivery.lastError}</span>}
              </li>
            ))}
          </ul>
        )}
      </section>
      {allows(acknowledgeAlert.access, role) ? <Actions alert={alert} isOpen={isOpen} /> : null}
    </div>
  );
}

function Timeline({ alert }: { readonly alert: AlertDetail }) {
  const unit = typeof alert.metadata.unit === 'string' ? alert.metadata.unit : '';
  return (
    <section>
      <h3 className={styles.subtitle}>{texts.timeline}</h3>
      <ol className={styles.timeline}>
        {alert.steps.map((step) => (
          <li key={`${step.at} ${step.kind} ${step.note ?? ''}`}>
            <span className={styles.facts}>
              <Instant at={step.at} seconds />
              <strong>{alertStepKinds[step.kind]}</strong>
              {step.type === null ? null : <span>{alertTypes[step.type]}</span>}
              <span>{step.actor ?? texts.platform}</span>
              {step.value === null ? null : (
                <span>{texts.value(formatQuantity(step.value, unit), formatQuantity(step.threshold, unit))}</span>
              )}
            </span>
            {step.note === null ? null : <p>{step.note}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The account that investigates the alert. Accounts that may not list others assign themselves by «Investigar». */
function Assignee({ alert }: { readonly alert: AlertDetail }) {
  const people = useAssignees(assignAlert.access);
  const assign = useAction(assignAlert, changed);
  if (people === null) return null;
  const chosen = alert.assignee;
  const change = async (id: string) => {
    const body = { accountId: id === '' ? null : id };
    const outcome = await assign.run({ params: { id: alert.id }, body }, { offline: 'fail' });
    if (outcome.state === 'done') notify({ tone: 'success', message: texts.done.assign });
  };
  const isListed = chosen === null || people.some(({ id }) => id === chosen.id);
  return (
    <NativeSelect
      label={texts.assignee}
      value={chosen?.id ?? ''}
      disabled={assign.isRunning}
      error={assign.failure?.message}
      data={[
        { value: '', label: texts.nobody },
        ...(isListed ? [] : [{ value: chosen.id, label: texts.keepAssignee(chosen.name) }]),
        ...people.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={({ currentTarget }) => void change(currentTarget.value)}
    />
  );
}

function Actions({ alert, isOpen }: { readonly alert: AlertDetail; readonly isOpen: boolean }) {
  const acknowledge = useAction(acknowledgeAlert, changed);
  const comment = useAction(commentAlert, changed);
  const investigate = useAction(investigateAlert, changed);
  const resolve = useAction(resolveAlert, changed);
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isSilencing, setSilencing] = useState(false);
  const failed = [acknowledge, comment, investigate, resolve].find((action) => action.failure !== null);
  const failure = problem ?? failed?.failure?.message ?? null;
  const text = note.trim();
  const params = { id: alert.id };

  async function act(what: 'acknowledge' | 'comment' | 'investigate' | 'resolve', needed: number) {
    const isShort = text.length < needed;
    setProblem(isShort ? texts.needsNote : null);
    if (isShort) return;
    const outcome =
      what === 'acknowledge' || what === 'investigate'
        ? await (what === 'acknowledge' ? acknowledge : investigate).run(
            { params, body: text === '' ? {} : { note: text } },
            { offline: 'fail' },
          )
        : what === 'comment'
          ? await comment.run({ params, body: { note: text } }, { offline: 'fail' })
          : await resolve.run({ params, body: { note: text } }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    setNote('');
    notify({ tone: 'success', message: texts.done[what] });
  }

  return (
    <section className={styles.stack}>
      {isOpen ? <Assignee alert={alert} /> : null}
      <Textarea
        label={texts.note}
        description={isOpen ? `${texts.noteHelp} ${texts.resolveHelp}` : texts.noteHelp}
        value={note}
        rows={2}
        maxLength={2_000}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {failure === null ? null : (
        <p className={styles.warning} role="alert">
          {failure}
        </p>
      )}
      <div className={styles.buttons}>
        {isOpen && !alert.acknowledged ? (
          <Button loading={acknowledge.isRunning} onClick={() => void act('acknowledge', 0)}>
            {texts.acknowledge}
          </Button>
        ) : null}
        {isOpen && alert.state !== 'investigating' ? (
          <Button variant="default" loading={investigate.isRunning} onClick={() => void act('investigate', 0)}>
            {texts.investigate}
          </Button>
        ) : null}
        <Button variant="default" loading={comment.isRunning} onClick={() => void act('comment', 3)}>
          {texts.comment}
        </Button>
        {isOpen ? (
          <>
            <Button variant="default" loading={resolve.isRunning} onClick={() => void act('resolve', 3)}>
              {texts.resolve}
            </Button>
            <Button variant="default" onClick={() => setSilencing(true)}>
              {texts.silence}
            </Button>
          </>
        ) : null}
      </div>
      {isSilencing ? (
        <Suspense fallback={null}>
          <SilenceForm ruleId={alert.rule} subject={alert.subject} onClose={() => setSilencing(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}
