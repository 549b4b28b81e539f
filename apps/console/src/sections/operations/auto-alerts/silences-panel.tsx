import { allows } from '@kianda/contract';
import { alertDetail } from '@kianda/contract/operations/alerts/casework.contract';
import {
  type AlertSilence,
  createAlertSilence,
  endAlertSilence,
  listAlertSilences,
} from '@kianda/contract/operations/alerts/rules.contract';
import { EmptyState, Instant, Panel, SkeletonLines, StatusPill } from '@kianda/ui';
import { lazy, Suspense, useState } from 'react';
import { useAccount } from '../../../client/context.tsx';
import { useAction } from '../../../client/use-action.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { notify } from '../../../platform/notices.ts';
import styles from './auto-alerts.module.css';
import { AddButton, Entry, Facts } from './entry.tsx';
import { silenceTexts as texts } from './rule-texts.pt.ts';

const SilenceForm = lazy(() => import('./silence-form.tsx'));
const changed = [listAlertSilences, alertDetail] as const;

/** Silences: the rules that they mute, until when and why. */
export default function SilencesPanel() {
  const { role } = useAccount();
  const mayChange = allows(createAlertSilence.access, role);
  const [isAdding, setAdding] = useState(false);
  const silences = useEndpoint(listAlertSilences, {}, { refetchSeconds: 60 });
  return (
    <>
      <Panel
        title={texts.title}
        description={texts.description}
        source={silences}
        skeleton={<SkeletonLines lines={4} />}
        isEmpty={(value) => value.silences.length === 0}
        empty={<EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>}
        actions={mayChange ? <AddButton label={texts.add} onClick={() => setAdding(true)} /> : undefined}
      >
        {(value) => (
          <ul className={styles.list} aria-label={texts.list}>
            {value.silences.map((silence) => (
              <SilenceItem key={silence.id} silence={silence} mayChange={mayChange} />
            ))}
          </ul>
        )}
      </Panel>
      {isAdding ? (
        <Suspense fallback={null}>
          <SilenceForm onClose={() => setAdding(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function SilenceItem({ silence, mayChange }: { readonly silence: AlertSilence; readonly mayChange: boolean }) {
  const end = useAction(endAlertSilence, changed);
  const name = silence.ruleTitle ?? silence.ruleId ?? texts.everyRule;
  const stop = async () => {
    const outcome = await end.run({ params: { id: silence.id } }, { offline: 'fail' });
    if (outcome.state === 'done') notify({ tone: 'success', message: texts.ended });
  };
  return (
    <Entry
      name={
        <>
          {name}
          {silence.subject === null ? null : <span className="k-mono">{silence.subject}</span>}
          <StatusPill tone={silence.isActive ? 'info' : 'unknown'}>
            {silence.isActive ? texts.active : texts.over}
          </StatusPill>
        </>
      }
      failure={end.failure?.message ?? null}
      buttons={
        mayChange && silence.isActive
          ? [{ label: texts.end, full: texts.endOf(name), isRunning: end.isRunning, act: () => void stop() }]
          : []
      }
    >
      <Facts>
        <span>{silence.reason}</span>
        <span>{texts.by(silence.createdBy)}</span>
        <span>
          <Instant at={silence.startsAt} /> {texts.until} <Instant at={silence.endsAt} />
        </span>
      </Facts>
    </Entry>
  );
}
