import { allows, type DataOf } from '@kianda/contract';
import {
  alertRules,
  alertStates,
  listVesselAlerts,
  stepVesselAlert,
  vesselAlertDetail,
} from '@kianda/contract/fleet/surveillance/alerts.contract';
import { alertEvidence } from '@kianda/contract/fleet/surveillance/evidence.contract';
import { listAreas } from '@kianda/contract/fleet/surveillance/registry.contract';
import { formatCoordinates, formatFlag, formatNumber, UNKNOWN } from '@kianda/format';
import {
  Dialog,
  FactList,
  Instant,
  PanelFailure,
  RelativeTime,
  SkeletonLines,
  useDraft,
  usePreferences,
} from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { useSaveFile } from '../api/use-save-file.ts';
import styles from '../page.module.css';
import { fishingTexts } from '../texts.pt.ts';
import { SeverityBadge, SimulatedMark } from './alert-item.tsx';
import { readDetails } from './event-details.ts';
import { emptyStep, type Step, StepForm, stepPaths } from './step-form.tsx';
import { eventKindTexts, dialogTexts as texts } from './texts.pt.ts';

const CasePanel = lazy(() => import('./case-panel.tsx'));

type Detail = DataOf<typeof vesselAlertDetail>;
const changed = [listVesselAlerts, vesselAlertDetail, listAreas] as const;

type Props = { readonly id: string; readonly onClose: () => void };

/** An alert with its event, its vessels and its steps, and the form that takes it further. */
export default function AlertDialog({ id, onClose }: Props) {
  const { role } = useAccount();
  const detail = useEndpoint(vesselAlertDetail, { params: { id } }, { refetchSeconds: 60 });
  const action = useAction(stepVesselAlert, changed);
  // Above the alert that is shown: every new position refreshes that one, and what is being typed stays.
  const draft = useDraft(emptyStep, action.failure, stepPaths);
  const value = detail.sourced?.value;
  const submit = async (from: Detail['alert']['state'], step: Step): Promise<void> => {
    const outcome = await action.run({ params: { id }, body: { from, ...step } }, { offline: 'fail' });
    if (outcome.state !== 'done') return detail.refresh();
    draft.reset();
    notify({ tone: 'success', message: texts.done });
  };
  return (
    <Dialog onClose={onClose} title={texts.title} size="xl" hasUnsaved={draft.isChanged}>
      {value === undefined ? (
        detail.error === null ? (
          <SkeletonLines lines={10} />
        ) : (
          <PanelFailure error={detail.error} onRetry={detail.refresh} />
        )
      ) : (
        <div className={styles.stack}>
          <AlertHead alert={value.alert} />
          <div className={styles.columns}>
            <AlertFacts detail={value} />
            <EventFacts detail={value} />
          </div>
          <Suspense fallback={<SkeletonLines lines={8} />}>
            <CasePanel alert={value.alert} />
          </Suspense>
          <Steps steps={value.steps} />
          {action.failure === null ? null : (
            <p className={styles.warning} role="alert">
              {action.failure.code === 'conflict' ? texts.conflict : action.failure.message}
            </p>
          )}
          {allows(stepVesselAlert.access, role) ? (
            <StepForm
              alert={value.alert}
              allowed={value.allowed}
              isRunning={action.isRunning}
              draft={draft}
              onSubmit={(step) => submit(value.alert.state, step)}
            />
          ) : (
            <p className={styles.note}>{texts.mayNot}</p>
          )}
        </div>
      )}
    </Dialog>
  );
}

function AlertHead({ alert }: Pick<Detail, 'alert'>) {
  const { role } = useAccount();
  const file = useSaveFile();
  return (
    <>
      <p className={styles.name}>{alert.description}</p>
      <div className={styles.marks}>
        <SeverityBadge severity={alert.severity} />
        <strong data-state={alert.state}>{alertStates[alert.state]}</strong>
        <SimulatedMark simulated={alert.simulated} />
        {allows(alertEvidence.access, role) ? (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconFileTypePdf size={15} aria-hidden="true" />}
            loading={file.isRunning}
            onClick={() =>
              void file.save(alertEvidence, { params: { id: alert.id } }, `dossie-alerta-${alert.id.slice(0, 8)}.pdf`)
            }
          >
            {texts.evidence}
          </Button>
        ) : null}
      </div>
    </>
  );
}

function AlertFacts({ detail: { alert } }: { readonly detail: Detail }) {
  const { coordinates } = usePreferences();
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
            alert.vessels
              .map(({ name, flag }) => `${name ?? fishingTexts.noName} (${flag === null ? UNKNOWN : formatFlag(flag)})`)
              .join(', '),
          ],
          [texts.raised, <Instant key="raised" at={alert.raisedAt} />],
          [texts.assignee, alert.assignee?.name ?? texts.nobody],
          [texts.dueFact, <Instant key="due" at={alert.dueAt} />],
        ]}
      />
    </section>
  );
}

function EventFacts({ detail: { event } }: { readonly detail: Detail }) {
  return (
    <section aria-label={texts.event}>
      <h3 className={styles.subtitle}>{texts.event}</h3>
      {event === null ? (
        <p className={styles.note}>{texts.noEvent}</p>
      ) : (
        <FactList
          items={[
            [texts.event, eventKindTexts[event.kind]],
            [texts.from, <Instant key="from" at={event.start} />],
            [texts.to, event.end === null ? texts.ongoing : <Instant key="to" at={event.end} />],
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
