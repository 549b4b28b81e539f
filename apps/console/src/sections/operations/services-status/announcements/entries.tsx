import { allows } from '@kianda/contract';
import {
  type Incident,
  incidentSeverities,
  incidentStates,
  type Maintenance,
  statusServices,
} from '@kianda/contract/operations/services/announcements.contract';

import { Instant, StatusPill, type StatusTone } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import styles from './announcements.module.css';
import { IncidentForm, UpdateForm } from './incident-forms.tsx';
import { MaintenanceForm } from './maintenance-form.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { announcementTexts as texts } from './texts.pt.ts';

type Act = 'update' | 'edit' | 'remove';
const tones = {
  investigating: 'bad',
  identified: 'caution',
  monitoring: 'info',
  resolved: 'good',
} as const satisfies Record<Incident['state'], StatusTone>;

/** An incident with its updates, newest first, and what staff may do with it. */
export function IncidentEntry({ incident }: { readonly incident: Incident }) {
  const [act, setAct] = useState<Act | null>(null);
  const { id, title, severity, services, state, startedAt, updates } = incident;
  const close = () => setAct(null);
  return (
    <li className={styles.entry} aria-labelledby={`incidente-${id}`}>
      <div className={styles.head}>
        <h3 id={`incidente-${id}`} className={styles.title}>
          {title}
        </h3>
        <StatusPill tone={tones[state]}>{incidentStates[state]}</StatusPill>
      </div>
      <p className={styles.note}>
        {`${texts.severityIs(incidentSeverities[severity])} · ${texts.affected}: ${namesOf(services)} · ${texts.began} `}
        <Instant at={startedAt} />
      </p>
      <ol className={styles.updates} aria-label={texts.history} reversed>
        {updates.map(({ id: updateId, at, by, state: then, text }) => (
          <li key={updateId}>
            <p className={styles.note}>
              <strong>{incidentStates[then]}</strong>
              {' · '}
              <Instant at={at} />
              {` · ${texts.by(by)}`}
            </p>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ol>
      <Acts
        title={title}
        acts={[
          ['update', texts.act.update],
          ['edit', texts.act.edit],
          ['remove', texts.act.remove],
        ]}
        onAct={setAct}
      />
      {act === 'update' ? <UpdateForm incident={incident} onClose={close} /> : null}
      {act === 'edit' ? <IncidentForm incident={incident} onClose={close} /> : null}
      {act === 'remove' ? <RemoveDialog kind="incident" id={id} title={title} onClose={close} /> : null}
    </li>
  );
}

/** A maintenance, and what staff may do with it. */
export function MaintenanceEntry({ maintenance, now }: { readonly maintenance: Maintenance; readonly now: number }) {
  const [act, setAct] = useState<Act | null>(null);
  const { id, title, text, services, from, to, by } = maintenance;
  const phase = Date.parse(from) > now ? 'planned' : Date.parse(to) > now ? 'underWay' : 'over';
  const close = () => setAct(null);
  return (
    <li className={styles.entry} aria-labelledby={`manutencao-${id}`}>
      <div className={styles.head}>
        <h3 id={`manutencao-${id}`} className={styles.title}>
          {texts.maintenanceOf(title)}
        </h3>
        <StatusPill tone={phase === 'underWay' ? 'info' : 'unknown'}>{texts.phases[phase]}</StatusPill>
      </div>
      <p className={styles.note}>
        {texts.from} <Instant at={from} /> {texts.to} <Instant at={to} />
        {` · ${texts.affected}: ${namesOf(services)} · ${texts.by(by)}`}
      </p>
      <p className={styles.text}>{text}</p>
      <Acts
        title={title}
        acts={[
          ['edit', texts.act.change],
          ['remove', texts.act.remove],
        ]}
        onAct={setAct}
      />
      {act === 'edit' ? <MaintenanceForm maintenance={maintenance} onClose={close} /> : null}
      {act === 'remove' ? <RemoveDialog kind="maintenance" id={id} title={title} onClose={close} /> : null}
    </li>
  );
}

type ActsProps = {
  readonly title: string;
  readonly acts: readonly (readonly [Act, string])[];
  readonly onAct: (act: Act) => void;
};

function Acts({ title, acts, onAct }: ActsProps) {
  const { role } = useAccount();
  if (!allows('services:announce', role)) return null;
  return (
    <div className={styles.actions}>
      {acts.map(([act, label]) => (
        <Button
          key={act}
          variant={act === 'update' ? 'default' : 'subtle'}
          size="compact-sm"
          {...(act === 'remove' ? { color: 'red' } : {})}
          aria-label={texts.act.of(label, title)}
          onClick={() => onAct(act)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

function namesOf(services: readonly string[]): string {
  const names: Readonly<Record<string, string>> = statusServices;
  return services.map((id) => names[id] ?? id).join(', ');
}
