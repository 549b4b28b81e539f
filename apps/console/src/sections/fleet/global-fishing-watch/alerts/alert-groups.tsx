import type { AlertGroup } from '@kianda/contract/fleet/surveillance/alerts.resource';
import { formatCount } from '@kianda/format';
import { RelativeTime } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconList } from '@tabler/icons-react';
import styles from '../page.module.css';
import { SeverityBadge, SimulatedMark } from './alert-item.tsx';
import { alertTexts as texts } from './texts.pt.ts';

const nameOf = ({ vessel }: AlertGroup): string =>
  vessel === null ? texts.noVessel : (vessel.name ?? String(vessel.id));

type Props = {
  readonly groups: readonly AlertGroup[];
  /** Shows the alerts of a group. */
  readonly onOpen: (group: AlertGroup) => void;
};

/** Vessels with alerts: how many, how grave, and the way to them. */
export function AlertGroups({ groups, onOpen }: Props) {
  return (
    <ul className={styles.list} aria-label={texts.groups}>
      {groups.map((group) => (
        <GroupItem key={group.vessel?.id ?? 0} group={group} onOpen={onOpen} />
      ))}
    </ul>
  );
}

function GroupItem({ group, onOpen }: Pick<Props, 'onOpen'> & { readonly group: AlertGroup }) {
  return (
    <li className={styles.item}>
      <div className={styles.main}>
        <p className={styles.name}>{nameOf(group)}</p>
        <div className={styles.marks}>
          <SeverityBadge severity={group.severity} />
          <SimulatedMark simulated={group.simulated} />
        </div>
        <div className={styles.facts}>
          <span>{formatCount(group.alerts, texts.oneAlert, texts.manyAlerts)}</span>
          <span>
            {texts.lastRaised} <RelativeTime at={group.lastRaisedAt} />
          </span>
        </div>
      </div>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconList size={15} aria-hidden="true" />}
        onClick={() => onOpen(group)}
      >
        {texts.openGroup(nameOf(group))}
      </Button>
    </li>
  );
}
