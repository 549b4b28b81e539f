import { alertRules, alertStates, type VesselAlert } from '@kianda/contract/fleet/surveillance/alerts.contract';
import { formatCoordinates, formatCount } from '@kianda/format';
import { RelativeTime, StatusPill, type StatusTone, usePreferences } from '@kianda/ui';
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

export function SimulatedMark({ simulated }: { readonly simulated: boolean }) {
  return simulated ? (
    <Badge variant="outline" color="gray" size="sm" tt="none">
      {fishingTexts.simulated}
    </Badge>
  ) : null;
}

type Props = { readonly alert: VesselAlert; readonly children?: ReactNode };

/** One alert of a list: what, how bad, where, how many and when. */
export function AlertItem({ alert, children }: Props) {
  const { coordinates } = usePreferences();
  const { location, assignee } = alert;
  return (
    <li className={styles.item} data-alert={alert.id}>
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
          <RelativeTime at={alert.timestamp} />
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
