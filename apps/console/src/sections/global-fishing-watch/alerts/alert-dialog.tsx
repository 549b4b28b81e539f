import { allows, type DataOf } from '@kianda/contract';
import {
  alertRules,
  alertStates,
  listVesselAlerts,
  stepVesselAlert,
  vesselAlertDetail,
} from '@kianda/contract/surveillance/alerts.contract';
import { alertEvidence } from '@kianda/contract/surveillance/evidence.contract';
import { listAreas } from '@kianda/contract/surveillance/registry.contract';
import {
  FactList,
  formatCoordinates,
  formatInstant,
  formatNumber,
  PanelFailure,
  RelativeTime,
  SkeletonLines,
  UNKNOWN,
  usePreferences,
} from '@kianda/ui';
import { Button, Modal } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useAccount } from '../../../client/context.tsx';
import { useAction } from '../../../client/use-action.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { notify } from '../../../platform/notices.ts';
import { useSaveFile } from '../api/use-save-file.ts';
import styles from '../page.module.css';
import { fishingTexts } from '../texts.pt.ts';
import { SeverityBadge, SimulatedMark } from './alert-item.tsx';
import { readDetails } from './event-details.ts';
import { type Step, StepForm } from './step-form.tsx';
import { eventKindTexts, dialogTexts as texts } from './texts.pt.ts';

type Detail = DataOf<typeof vesselAlertDetail>;
const changed = [listVesselAlerts, vesselAlertDetail, listAreas] as const;

type Props = { readonly id: string; readonly onClose: () => void };

/** An alert with its event, its vessels and its steps, and the form that takes it further. */
export default function AlertDialog({ id, onClose }: Props) {
  const { role } = useAccount();
  const detail = useEndpoint(vesselAlertDetail, { params: { id } }, { refetchSeconds: 60 });
  const action = useAction(stepVesselAlert, changed);
  const file = useSaveFile();
  const mayAct = allows(stepVesselAlert.access, role);
  const value = detail.sourced?.value;
  const isConflict = action.failure?.code === 'conflict';
  const submit = async (from: Detail['alert']['state'], step: Step): Promise<boolean> => {
    const outcome = await action.run({ params: { id }, body: { from, ...step } }, { offline: 'fail' });
    if (outcome.state === 'done') notify({ tone: 'success', message: texts.done });
    else detail.refresh();
    return outcome.state === 'done';
  };
  return (
    <Modal opened onClose={onClose} title={texts.title} size="xl">
      {value === undefined ? (
        detail.error === null ? (
          <SkeletonLines lines={10} />
        ) : (
          <PanelFailure error={detail.error} onRetry={detail.refresh} />
        )
      ) : (
        <div className={styles.stack}>
          <p className={styles.name}>{value.alert.description}</p>
          <div className={styles.marks}>
            <SeverityBadge severity={value.alert.severity} />
            <strong data-state={value.alert.state}>{alertStates[value.alert.state]}</strong>
            <SimulatedMark simulated={value.alert.simulated} />
            {allows(alertEvidence.access, role) ? (
              <Button
                variant="default"
                size="xs"
                leftSection={<IconFileTypePdf size={15} aria-hidden="true" />}
                loading={file.isRunning}
                onClick={() => void file.save(alertEvidence, { params: { id } }, `dossie-alerta-${id.slice(0, 8)}.pdf`)}
              >
                {texts.evidence}
              </Button>
            ) : null}
          </div>
          <div className={styles.columns}>
            <AlertFacts detail={value} />
            <EventFacts detail={value} />
          </div>
          <Steps steps={value.steps} />
          {action.failure === null ? null : (
            <p className={styles.warning} role="alert">
              {isConflict ? texts.conflict : action.failure.message}
            </p>
          )}
          {mayAct ? (
            <StepForm
              key={value.alert.updatedAt}
              alert={value.alert}
              allowed={value.allowed}
              isRunning={action.isRunning}
              onSubmit={(step) => submit(value.alert.state, step)}
            />
          ) : (
            <p className={styles.note}>{texts.mayNot}</p>
          )}
        </div>
      )}
    </Modal>
  );
}

function AlertFacts({ detail: { alert } }: { readonly detail: Detail }) {
  const { coordinates, timeZone } = usePreferences();
  const { location } = alert;
  return (
    <section aria-label={texts.facts}>
      <h3 className={styles.subtitle}>{texts.facts}</h3>
      <FactList
        items={[
          [texts.rule, alertRules[alert.rule]],
          [
            texts.position,
            location === null ? fishingTexts.noLocation : formatCoordinates([location.lon, location.lat], coordinates),
          ],
          [texts.area, alert.area?.name ?? texts.noArea],
          [
            texts.vessels,
            alert.vessels.map(({ name, flag }) => `${name ?? fishingTexts.noName} (${flag ?? UNKNOWN})`).join(', '),
          ],
          [texts.raised, formatInstant(alert.raisedAt, timeZone)],
          [texts.assignee, alert.assignee?.name ?? texts.nobody],
          [texts.dueFact, alert.dueAt === null ? UNKNOWN : formatInstant(alert.dueAt, timeZone)],
        ]}
      />
    </section>
  );
}

function EventFacts({ detail: { event } }: { readonly detail: Detail }) {
  const { timeZone } = usePreferences();
  return (
    <section aria-label={texts.event}>
      <h3 className={styles.subtitle}>{texts.event}</h3>
      {event === null ? (
        <p className={styles.note}>{texts.noEvent}</p>
      ) : (
        <FactList
          items={[
            [texts.event, eventKindTexts[event.kind]],
            [texts.from, formatInstant(event.start, timeZone)],
            [texts.to, event.end === null ? texts.ongoing : formatInstant(event.end, timeZone)],
            [texts.preset, event.preset],
            [texts.revision, formatNumber(event.revision)],
            ...readDetails(event.details),
          ]}
        />
      )}
    </section>
  );
}

function Steps({ steps }: Pick<Detail, 'steps'>) {
  return (
    <section aria-label={texts.steps}>
      <h3 className={styles.subtitle}>{texts.steps}</h3>
      <ol className={styles.steps}>
        {steps.map(({ seq, at, actor, from, to, note }) => (
          <li key={seq}>
            <strong>{actor}</strong>{' '}
            {to === null
              ? null
              : from === null
                ? `· ${alertStates[to]}`
                : `· ${alertStates[from]} → ${alertStates[to]}`}{' '}
            <span className={styles.note}>
              <RelativeTime at={at} />
            </span>
            {note === '' ? null : <p>{note}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
