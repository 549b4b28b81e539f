import { reportTemplates } from '@kianda/contract/operations/reports/report-types';
import {
  deleteReportSchedule,
  type ReportSchedule,
  reportSchedules,
  reportsList,
  runReportSchedule,
} from '@kianda/contract/operations/reports/reports.contract';
import { formatInstant } from '@kianda/format';
import { FactList, Panel, usePreferences } from '@kianda/ui';
import { Button, Group } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import list from '../../../shared/item-list.module.css';
import { reportTexts as texts } from '../texts.pt.ts';
import type { Offer } from './form-fields.tsx';

const ScheduleDialog = lazy(() => import('./schedule-dialog.tsx'));

type Asked =
  | { readonly act: 'new' }
  | { readonly act: 'edit'; readonly schedule: ReportSchedule }
  | { readonly act: 'remove'; readonly schedule: ReportSchedule };

const afterRun = [reportsList, reportSchedules];
const afterRemoval = [reportSchedules];

/** Reports that make themselves: when, for whom, and what became of the last one. */
export default function SchedulesPanel({
  offer,
  mayWrite,
}: {
  readonly offer: Offer | undefined;
  readonly mayWrite: boolean;
}) {
  const schedules = useEndpoint(reportSchedules, {}, { refetchSeconds: 60 });
  const [asked, setAsked] = useState<Asked | null>(null);
  const runNow = useAction(runReportSchedule, afterRun);
  const removal = useAction(deleteReportSchedule, afterRemoval);
  const close = () => setAsked(null);
  const run = async (schedule: ReportSchedule) => {
    const outcome = await runNow.run({ params: { id: schedule.id } }, { offline: 'fail' });
    if (outcome.state === 'done') notify({ tone: 'info', message: texts.started(outcome.data.name) });
    if (outcome.state === 'failed') notify({ tone: 'error', message: outcome.failure.message });
  };
  return (
    <Panel
      title={texts.schedules}
      description={texts.schedulesNote}
      source={schedules}
      isEmpty={(value) => value.schedules.length === 0}
      empty={<p>{texts.schedulesEmpty}</p>}
      actions={
        mayWrite ? (
          <Button disabled={offer === undefined} onClick={() => setAsked({ act: 'new' })}>
            {texts.schedule}
          </Button>
        ) : null
      }
    >
      {(value) => (
        <>
          <ul className={list.list}>
            {value.schedules.map((schedule) => (
              <li key={schedule.id} className={list.item}>
                <ScheduleWords schedule={schedule} />
                {mayWrite ? (
                  <Group gap={4}>
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={texts.runNowOf(schedule.name)}
                      onClick={() => void run(schedule)}
                    >
                      {texts.runNow}
                    </Button>
                    <Button
                      variant="default"
                      size="compact-sm"
                      disabled={offer === undefined}
                      aria-label={texts.editOf(schedule.name)}
                      onClick={() => setAsked({ act: 'edit', schedule })}
                    >
                      {texts.edit}
                    </Button>
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      aria-label={texts.removeOf(schedule.name)}
                      onClick={() => setAsked({ act: 'remove', schedule })}
                    >
                      {texts.remove}
                    </Button>
                  </Group>
                ) : null}
              </li>
            ))}
          </ul>
          {asked?.act === 'remove' ? (
            <ConfirmDialog
              title={texts.removeScheduleTitle(asked.schedule.name)}
              body={texts.removeScheduleBody}
              confirm={texts.remove}
              isDangerous
              onConfirm={async () => {
                const outcome = await removal.run({ params: { id: asked.schedule.id } }, { offline: 'fail' });
                return outcome.state === 'failed' ? outcome.failure.message : null;
              }}
              onClose={close}
            />
          ) : null}
          {offer !== undefined && (asked?.act === 'new' || asked?.act === 'edit') ? (
            <Suspense>
              <ScheduleDialog offer={offer} schedule={asked.act === 'edit' ? asked.schedule : null} onClose={close} />
            </Suspense>
          ) : null}
        </>
      )}
    </Panel>
  );
}

function ScheduleWords({ schedule }: { readonly schedule: ReportSchedule }) {
  const { timeZone } = usePreferences();
  const { name, template, cron, config, recipients, nextRuns, lastRunAt, owner, enabled, problem } = schedule;
  const presets: Readonly<Record<string, string>> = texts.presets;
  return (
    <div style={{ flex: '1 1 20rem', minWidth: 0 }}>
      <p style={{ fontWeight: 600 }}>{name}</p>
      <p>
        {reportTemplates[template].label} · {config.format.toUpperCase()} · {presets[cron] ?? cron}
      </p>
      <FactList
        items={[
          [texts.next, enabled ? nextRuns.map((run) => formatInstant(run, timeZone)).join(' · ') : texts.off],
          [texts.lastRun, lastRunAt === null ? texts.never : formatInstant(lastRunAt, timeZone)],
          [texts.owner, owner],
          [texts.sends, recipients.length === 0 ? texts.sendsToNobody : texts.sendsTo(recipients.length)],
        ]}
      />
      {problem === null ? null : <p role="alert">{problem}</p>}
    </div>
  );
}
