import { allows, type DataOf } from '@kianda/contract';
import { discardFailures, replayFailures } from '@kianda/contract/operations/tasks/dead-letters.contract';
import { taskFailures } from '@kianda/contract/operations/tasks/monitor.contract';
import { formatCount, formatNumber } from '@kianda/format';
import { EmptyState, Panel, RelativeTime } from '@kianda/ui';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import list from '../../../shared/item-list.module.css';
import { taskAnswers } from '../../../shared/tasks/use-tasks.ts';
import styles from './monitor.module.css';
import { monitorTexts } from './texts.pt.ts';

const texts = monitorTexts.failures;
const refreshed = [taskFailures, ...taskAnswers] as const;
const mostCauses = 200;
const reasonLength = 10;

type Cause = DataOf<typeof taskFailures>['causes'][number];
type Asked = { readonly cause: Cause; readonly act: 'replay' | 'discard' };

const failuresOf = (count: number) => formatCount(count, ...texts.failures);
const tasksOf = (count: number) => formatCount(count, ...texts.tasks);

/** Failures that wait for a person, by cause: begun again or given up together. */
export function Failures({ onOpen }: { readonly onOpen: (task: string) => void }) {
  const { role } = useAccount();
  const [asked, setAsked] = useState<Asked | null>(null);
  const failures = useEndpoint(taskFailures, { query: { limit: mostCauses } }, { refetchSeconds: 30 });
  const mayAct = allows(replayFailures.access, role);
  const close = () => setAsked(null);
  return (
    <Panel
      id="falhas"
      title={texts.title}
      description={texts.note}
      source={failures}
      isEmpty={({ causes }) => causes.length === 0}
      empty={<EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>}
    >
      {(value) => (
        <>
          <p role="status">
            <strong>
              {texts.summary(failuresOf(value.failures), formatCount(value.causes.length, ...texts.causes))}
            </strong>
          </p>
          <ul className={list.list}>
            {value.causes.map((cause) => (
              <li key={`${cause.name} ${cause.pattern}`} className={list.item}>
                <div className={styles.words}>
                  <strong>{`${failuresOf(cause.failures)} · ${cause.label}`}</strong>
                  <span className={styles.pattern}>{cause.pattern === '' ? cause.lastError : cause.pattern}</span>
                  <span className={styles.note}>
                    {texts.last} <RelativeTime at={cause.lastFailedAt} />
                  </span>
                </div>
                <Group gap="xs">
                  <Button size="compact-sm" variant="subtle" onClick={() => onOpen(cause.lastRunId)}>
                    {texts.open}
                  </Button>
                  {mayAct ? (
                    <>
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={texts.replayOf(cause.pattern)}
                        onClick={() => setAsked({ cause, act: 'replay' })}
                      >
                        {texts.replay}
                      </Button>
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={texts.discardOf(cause.pattern)}
                        onClick={() => setAsked({ cause, act: 'discard' })}
                      >
                        {texts.discard}
                      </Button>
                    </>
                  ) : null}
                </Group>
              </li>
            ))}
          </ul>
          {asked?.act === 'replay' ? <Replay cause={asked.cause} onClose={close} /> : null}
          {asked?.act === 'discard' ? <Discard cause={asked.cause} onClose={close} /> : null}
        </>
      )}
    </Panel>
  );
}

type DialogProps = { readonly cause: Cause; readonly onClose: () => void };

function Replay({ cause: { name, pattern, failures }, onClose }: DialogProps) {
  const { run } = useAction(replayFailures, refreshed);
  const replay = async () => {
    const outcome = await run({ body: { name, pattern } }, { offline: 'fail', timeoutSeconds: 60 });
    if (outcome.state === 'failed') return outcome.failure.message;
    if (outcome.state !== 'done') return null;
    const { queued, settled, alreadyRunning, refused } = outcome.data;
    const skipped = alreadyRunning + refused;
    notify({
      tone: skipped === 0 ? 'info' : 'warning',
      title: texts.replayed(tasksOf(queued), failuresOf(settled)),
      message: skipped === 0 ? '' : texts.skipped(formatNumber(alreadyRunning), formatNumber(refused)),
    });
    return null;
  };
  return (
    <ConfirmDialog
      title={texts.replayTitle}
      body={texts.replayBody(failuresOf(failures))}
      confirm={texts.replay}
      onConfirm={replay}
      onClose={onClose}
    />
  );
}

function Discard({ cause: { name, pattern, failures }, onClose }: DialogProps) {
  const { run } = useAction(discardFailures, refreshed);
  const discard = async (reason: string) => {
    const outcome = await run({ body: { name, pattern, reason } }, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    if (outcome.state === 'done') {
      notify({ tone: 'info', message: texts.discarded(failuresOf(outcome.data.discarded)) });
    }
    return null;
  };
  return (
    <ConfirmDialog
      title={texts.discardTitle}
      body={texts.discardBody(failuresOf(failures))}
      confirm={texts.discard}
      reasonLength={reasonLength}
      isDangerous
      onConfirm={discard}
      onClose={onClose}
    />
  );
}
