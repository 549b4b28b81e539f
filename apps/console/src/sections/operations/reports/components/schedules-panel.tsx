import { reportTemplates } from '@kianda/contract/operations/reports/report-types';
import {
  deleteReportSchedule,
  type ReportSchedule,
  reportSchedules,
  reportsList,
  runReportSchedule,
} from '@kianda/contract/operations/reports/reports.contract';

import { FactList, Instant, Panel } from '@kianda/ui';
import { Button, Group } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import list from '../../../shared/item-list.module.css';
import { whenText } from '../../../shared/when-fields.tsx';
import { reportTexts as texts } from '../texts.pt.ts';
import type { Offer } from './form-fields.tsx';

const ScheduleDialog = lazy(() => import('./schedule-dialog.tsx'));

type Chosen =
  | { readonly act: 'new' }
  | { readonly act: 'edit'; readonly schedule: ReportSchedule }
  | { readonly act: 'remove'; readonly schedule: ReportSchedule };

const afterRun = [reportsList, reportSchedules];
const afterRemoval = [reportSchedules];

/** Scheduled reports: when, for whom, and how the last one ended. */
export default function SchedulesPanel({
  offer,
  mayWrite,
}: {
  readonly offer: Offer | undefined;
  readonly mayWrite: boolean;
}) {
  const schedules = useEndpoint(reportSchedules, {}, { refetchSeconds: 60 });
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const close = () => setChosen(null);
  return (
    <Panel
      title={texts.schedules}
      description={texts.schedulesNote}
      source={schedules}
      isEmpty={(value) => value.schedules.length === 0}
      empty={<p>{texts.schedulesEmpty}</p>}
      actions={
        mayWrite ? (
          <Button disabled={offer === undefined} onClick={() => setChosen({ act: 'new' })}>
            {texts.schedule}
          </Button>
        ) : null
      }
    >
      {(value) => (
        <>
          <ul className={list.list}>
            {value.schedules.map((schedule) => (
              <ScheduleItem
                key={schedule.id}
                schedule={schedule}
                mayWrite={mayWrite}
                mayEdit={offer !== undefined}
                onAct={(act) => setChosen({ act, schedule })}
              />
            ))}
          </ul>
          {chosen?.act === 'remove' ? <RemoveSchedule schedule={chosen.schedule} onClose={close} /> : null}
          {offer !== undefined && (chosen?.act === 'new' || chosen?.act === 'edit') ? (
            <Suspense>
              <ScheduleDialog offer={offer} schedule={chosen.act === 'edit' ? chosen.schedule : null} onClose={close} />
            </Suspense>
          ) : null}
        </>
      )}
    </Panel>
  );
}

type ItemProps = {
  readonly schedule: ReportSchedule;
  readonly mayWrite: boolean;
  readonly mayEdit: boolean;
  readonly onAct: (act: 'edit' | 'remove') => void;
};

function ScheduleItem({ schedule, mayWrite, mayEdit, onAct }: ItemProps) {
  const runNow = useAction(runReportSchedule, afterRun);
  const run = async () => {
    const outcome = await runNow.run({ params: { id: schedule.id } }, { offline: 'fail' });
    if (outcome.state === 'done') notify({ tone: 'info', message: texts.started(outcome.data.name) });
    if (outcome.state === 'failed') notify({ tone: 'error', message: outcome.failure.message });
  };
  return (
    <li className={list.item}>
      <ScheduleWords schedule={schedule} />
      {mayWrite && schedule.editable ? (
        <Group gap={4}>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={texts.runNowOf(schedule.name)}
            onClick={() => void run()}
          >
            {texts.runNow}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            disabled={!mayEdit}
            aria-label={texts.editOf(schedule.name)}
            onClick={() => onAct('edit')}
          >
            {texts.edit}
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={texts.removeOf(schedule.name)}
            onClick={() => onAct('remove')}
          >
            {texts.remove}
          </Button>
        </Group>
      ) : null}
    </li>
  );
}

function RemoveSchedule({ schedule, onClose }: { readonly schedule: ReportSchedule; readonly onClose: () => void }) {
  const removal = useAction(deleteReportSchedule, afterRemoval);
  return (
    <ConfirmDialog
      title={texts.removeScheduleTitle(schedule.name)}
      body={texts.removeScheduleBody}
      confirm={texts.remove}
      isDangerous
      onConfirm={async () => {
        const outcome = await removal.run({ params: { id: schedule.id } }, { offline: 'fail' });
        return outcome.state === 'failed' ? outcome.failure.message : null;
      }}
      onClose={onClose}
    />
  );
}

function ScheduleWords({ schedule }: { readonly schedule: ReportSchedule }) {
  const { name, template, cron, config, recipients, editable, nextRuns, lastRunAt, owner, enabled, problem } = schedule;
  return (
    <div style={{ flex: '1 1 20rem', minWidth: 0 }}>
      <p style={{ fontWeight: 600 }}>{name}</p>
      <p>
        {reportTemplates[template].label} · {config.format.toUpperCase()} · {whenText(cron)}
      </p>
      <FactList
        items={[
          [
            texts.next,
            enabled
              ? nextRuns.map((run, index) => (
                  <Instant key={run} at={run} words={(at) => (index === 0 ? at : ` · ${at}`)} />
                ))
              : texts.off,
          ],
          [texts.lastRun, lastRunAt === null ? texts.never : <Instant key="last" at={lastRunAt} />],
          [texts.owner, owner],
          ...(editable
            ? ([
                [texts.sends, recipients.length === 0 ? texts.sendsToNobody : texts.sendsTo(recipients.length)],
              ] as const)
            : []),
        ]}
      />
      {problem === null ? null : <p role="alert">{problem}</p>}
    </div>
  );
}
