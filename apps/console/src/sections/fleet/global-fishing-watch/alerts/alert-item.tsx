import { alertRules, alertStates, type VesselAlert } from '@kianda/contract/fleet/surveillance/alerts.contract';
import { formatCoordinates, formatCount } from '@kianda/format';
import { RelativeTime, StatusPill, type StatusTone, useDiffersFromPage, usePreferences } from '@kianda/ui';
import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from '../page.module.css';
import { fishingTexts, severityTexts } from '../texts.pt.ts';
import { alertTexts as texts } from './texts.pt.ts';

const severityTones = { high: 'bad', medium: 'caution', low: 'info' } as const satisfies Record<string, StatusTone>;

export function SeverityBadge({ severity }: Pick<VesselAlert, 'severity'>) {
  return (
    <StatusPill tone={severityTones[severity]}>
      <span className="k-visually-hidden">{texts.severity} </span>
      {severityTexts[severity]}
    </StatusPill>
  );
}

/** Says whether an alert or a vessel is simulated, where that differs from what the page's mark says of all. */
export function SimulatedMark({ simulated }: { readonly simulated: boolean }) {
  const differs = useDiffersFromPage(simulated);
  if (differs)
    return (
      <Badge variant="outline" color="gray" size="sm" tt="none">
        {simulated ? fishingTexts.simulated : fishingTexts.real}
      </Badge>
    );
  return simulated ? <span className="k-visually-hidden">{fishingTexts.simulated}</span> : null;
}

/** A silence that goes on: how long it is grows while the alert is looked at. */
const isSilent = ({ rule, endedAt, state }: VesselAlert): boolean =>
  rule === 'gap' && endedAt === null && state !== 'annulled' && state !== 'closed';

type Props = { readonly alert: VesselAlert; readonly mark?: ReactNode; readonly children?: ReactNode };

/** One alert of a list: what, how bad, where, how many and when. */
export function AlertItem({ alert, mark = null, children }: Props) {
  const { coordinates } = usePreferences();
  const { location, assignee } = alert;
  return (
    <li className={styles.item} data-alert={alert.id}>
      {mark}
      <div className={styles.main}>
        <p className={styles.name}>{alert.description}</p>
        <div className={styles.marks}>
          <SeverityBadge severity={alert.severity} />
          <span>{alertStates[alert.state]}</span>
          <SimulatedMark simulated={alert.simulated} />
        </div>
        <div className={styles.facts}>
          <span>{alertRules[alert.rule]}</span>
          <span className={location === null ? undefined : 'k-mono'}>
            {location === null ? fishingTexts.noLocation : formatCoordinates([location.lon, location.lat], coordinates)}
          </span>
          <span>{formatCount(alert.vesselCount, texts.vessel, texts.vessels)}</span>
          <span>
            {texts.raised} <RelativeTime at={alert.raisedAt} />
          </span>
          <span>
            {texts.begun} <RelativeTime at={alert.timestamp} />
          </span>
          {isSilent(alert) ? (
            <span>
              {texts.silent} <RelativeTime at={alert.timestamp} />
            </span>
          ) : null}
          {assignee === null ? null : <span>{texts.assigned(assignee.name)}</span>}
          {alert.dueAt === null ? null : (
            <span>
              {texts.due}: <RelativeTime at={alert.dueAt} />
            </span>
          )}
          {alert.snoozedUntil === null ? null : (
            <span>
              {texts.snoozed} <RelativeTime at={alert.snoozedUntil} />
            </span>
          )}
        </div>
      </div>
      {children}
    </li>
  );
}
