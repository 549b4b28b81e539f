import { allows } from '@kianda/contract';
import { analysisTypes } from '@kianda/contract/space/spatial/analysis-types';
import {
  changeSpatialSchedule,
  listSpatialSchedules,
  removeSpatialSchedule,
  runSpatialSchedule,
  type SpatialSchedule,
  scheduleOutcomes,
} from '@kianda/contract/space/spatial/schedules.contract';
import { FactList, Instant, named, Panel } from '@kianda/ui';
import { Anchor, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import type { ActionOutcome } from '../../../../client/use-action.ts';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import list from '../../../shared/item-list.module.css';
import { analysisAnswers } from '../../../shared/spatial/use-analyses.ts';
import { whenText } from '../../../shared/when-fields.tsx';
import styles from '../page.module.css';
import { schedulesTexts as texts } from '../texts.pt.ts';

const refreshed = [listSpatialSchedules] as const;
const afterRun = [listSpatialSchedules, ...analysisAnswers] as const;

type Props = { readonly onOpen: (id: string, kind?: 'chain') => void };

/** Analyses that run by themselves, and what became of their last runs. */
export function SchedulesPanel({ onOpen }: Props) {
  const schedules = useEndpoint(listSpatialSchedules, {}, { refetchSeconds: 60 });
  const { role } = useAccount();
  const [removed, setRemoved] = useState<SpatialSchedule | null>(null);
  const mayRun = allows(runSpatialSchedule.access, role);
  return (
    <Panel
      id="agendas"
      title={texts.title}
      description={texts.text}
      source={schedules}
      isEmpty={(value) => value.length === 0}
      empty={<p>{texts.empty}</p>}
    >
      {(value) => (
        <>
          <ul className={list.list}>
            {value.map((schedule) => (
              <li key={schedule.id} className={list.item}>
                <Words schedule={schedule} onOpen={onOpen} />
                {mayRun && schedule.isManageable ? (
                  <Acts schedule={schedule} onRemove={() => setRemoved(schedule)} />
                ) : null}
              </li>
            ))}
          </ul>
          {removed === null ? null : <Remove schedule={removed} onClose={() => setRemoved(null)} />}
        </>
      )}
    </Panel>
  );
}

function Words({ schedule, onOpen }: Props & { readonly schedule: SpatialSchedule }) {
  const { name, type, chainId, cron, enabled, nextRuns, runs, ownerName } = schedule;
  const [next] = nextRuns;
  return (
    <div className={styles.stack}>
      <strong>{name}</strong>
      <FactList
        items={[
          [texts.what, type === null ? texts.chain : analysisTypes[type]],
          [texts.when, whenText(cron)],
          [texts.next, enabled && next !== undefined ? <Instant key="next" at={next} /> : texts.off],
          [texts.owner, ownerName],
        ]}
      />
      {chainId === null ? null : (
        <Anchor component="button" type="button" ta="start" onClick={() => onOpen(chainId, 'chain')}>
          {texts.openChain}
        </Anchor>
      )}
      {runs.length === 0 ? <p className={styles.quiet}>{texts.never}</p> : null}
      <ul aria-label={named(texts.runs, name)}>
        {runs.map(({ at, outcome, reason, analysis }) => (
          <li key={at}>
            <Instant at={at} /> · {scheduleOutcomes[outcome]}
            {reason === null ? null : ` · ${reason}`}
            {analysis === null ? null : (
              <>
                {' · '}
                <Anchor
                  component="button"
                  type="button"
                  aria-label={named(texts.open, at)}
                  onClick={() => onOpen(analysis.id)}
                >
                  {texts.open}
                </Anchor>
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Acts({ schedule, onRemove }: { readonly schedule: SpatialSchedule; readonly onRemove: () => void }) {
  const { id, name, enabled } = schedule;
  const change = useAction(changeSpatialSchedule, refreshed);
  const runNow = useAction(runSpatialSchedule, afterRun);
  const tell = (outcome: ActionOutcome<unknown>, message: string) => {
    if (outcome.state === 'done') notify({ tone: 'info', message });
    if (outcome.state === 'failed') notify({ tone: 'error', message: outcome.failure.message });
  };
  const run = async () => tell(await runNow.run({ params: { id } }, { offline: 'fail' }), texts.started);
  const turn = async () => {
    const outcome = await change.run({ params: { id }, body: { enabled: !enabled } }, { offline: 'fail' });
    tell(outcome, enabled ? texts.turnedOff : texts.turnedOn);
  };
  const turnText = enabled ? texts.turnOff : texts.turnOn;
  return (
    <Group gap={4}>
      <Button
        size="compact-sm"
        variant="default"
        loading={runNow.isRunning}
        aria-label={named(texts.runNow, name)}
        onClick={() => void run()}
      >
        {texts.runNow}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        loading={change.isRunning}
        aria-label={named(turnText, name)}
        onClick={() => void turn()}
      >
        {turnText}
      </Button>
      <Button size="compact-sm" variant="subtle" aria-label={named(texts.remove, name)} onClick={onRemove}>
        {texts.remove}
      </Button>
    </Group>
  );
}

function Remove({
  schedule: { id, name },
  onClose,
}: {
  readonly schedule: SpatialSchedule;
  readonly onClose: () => void;
}) {
  const { run } = useAction(removeSpatialSchedule, refreshed);
  return (
    <ConfirmDialog
      title={texts.removeTitle(name)}
      body={texts.removeBody}
      confirm={texts.remove}
      isDangerous
      onClose={onClose}
      onConfirm={async () => {
        const outcome = await run({ params: { id } }, { offline: 'fail' });
        return outcome.state === 'failed' ? outcome.failure.message : null;
      }}
    />
  );
}
