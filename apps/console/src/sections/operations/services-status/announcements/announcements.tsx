import { allows } from '@kianda/contract';
import {
  type Incident,
  listAnnouncements,
  type Maintenance,
} from '@kianda/contract/operations/services/announcements.contract';
import { formatCount } from '@kianda/format';
import { EmptyState, Panel, useNow } from '@kianda/ui';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import styles from './announcements.module.css';
import { IncidentEntry, MaintenanceEntry } from './entries.tsx';
import { IncidentForm } from './incident-forms.tsx';
import { MaintenanceForm } from './maintenance-form.tsx';
import { announcementTexts as texts } from './texts.pt.ts';

/** Announcements of operators about their services: incidents and maintenance, present and past. */
export function Announcements() {
  const { role } = useAccount();
  const announcements = useEndpoint(listAnnouncements, {});
  const now = useNow(30);
  const [writing, setWriting] = useState<'incident' | 'maintenance' | null>(null);
  const close = () => setWriting(null);
  return (
    <>
      <Panel title={texts.title} source={announcements}>
        {({ incidents, maintenances }) => {
          const isOver = ({ to }: Maintenance) => Date.parse(to) <= now;
          const current = incidents.filter(({ resolvedAt }) => resolvedAt === null);
          const next = maintenances.filter((maintenance) => !isOver(maintenance));
          const resolved = incidents.filter(({ resolvedAt }) => resolvedAt !== null);
          const over = maintenances.filter(isOver);
          const past = resolved.length + over.length;
          return (
            <>
              {allows('services:announce', role) ? (
                <Group gap="xs" mb="sm">
                  <Button variant="default" onClick={() => setWriting('incident')}>
                    {texts.newIncident}
                  </Button>
                  <Button variant="default" onClick={() => setWriting('maintenance')}>
                    {texts.newMaintenance}
                  </Button>
                </Group>
              ) : null}
              {current.length + next.length === 0 ? (
                <EmptyState title={texts.empty}>{past === 0 ? texts.emptyPast : null}</EmptyState>
              ) : (
                <Entries label={texts.open} incidents={current} maintenances={next} now={now} />
              )}
              {past === 0 ? null : (
                <details className={styles.past}>
                  <summary>{texts.past(formatCount(past, 'entrada', 'entradas'))}</summary>
                  <Entries label={texts.title} incidents={resolved} maintenances={over} now={now} />
                </details>
              )}
            </>
          );
        }}
      </Panel>
      {writing === 'incident' ? <IncidentForm onClose={close} /> : null}
      {writing === 'maintenance' ? <MaintenanceForm onClose={close} /> : null}
    </>
  );
}

type EntriesProps = {
  readonly label: string;
  readonly incidents: readonly Incident[];
  readonly maintenances: readonly Maintenance[];
  readonly now: number;
};

function Entries({ label, incidents, maintenances, now }: EntriesProps) {
  return (
    <ul className={styles.list} aria-label={label}>
      {incidents.map((incident) => (
        <IncidentEntry key={incident.id} incident={incident} />
      ))}
      {maintenances.map((maintenance) => (
        <MaintenanceEntry key={maintenance.id} maintenance={maintenance} now={now} />
      ))}
    </ul>
  );
}
