import { type Backup, backupList, exportBackups } from '@kianda/contract/operations/backups/backups.contract';
import { backupResource } from '@kianda/contract/operations/backups/backups.resource';
import { EmptyState, RelativeTime, StatusPill, type StatusTone } from '@kianda/ui';
import type { ListState } from '../../../shared/resource/list-state.ts';
import { ResourceList } from '../../../shared/resource/resource-list.tsx';
import styles from '../page.module.css';
import { backupTexts as texts } from '../texts.pt.ts';
import { CopyDetail } from './copy-detail.tsx';

const stateTones: Readonly<Record<Backup['status'], StatusTone>> = {
  completed: 'good',
  running: 'info',
  failed: 'bad',
};

const cells = {
  name: ({ name }: Backup) => <span className={styles.name}>{name}</span>,
  state: ({ status }: Backup) => <StatusPill tone={stateTones[status]}>{texts.states[status]}</StatusPill>,
  verified: ({ verifiedAt, verifyError }: Backup) =>
    verifyError !== null ? (
      <StatusPill tone="bad">{texts.corrupt}</StatusPill>
    ) : verifiedAt === null ? (
      texts.notVerified
    ) : (
      <RelativeTime at={verifiedAt} />
    ),
  drilled: ({ drilledAt, drillPassed }: Backup) =>
    drilledAt === null ? (
      texts.notDrilled
    ) : drillPassed === false ? (
      <StatusPill tone="bad">{texts.drillFailed}</StatusPill>
    ) : (
      <RelativeTime at={drilledAt} />
    ),
};

type Props = {
  readonly state: ListState;
  readonly chosen: string | undefined;
  readonly onChoose: (name: string | undefined) => void;
};

/** Every backup there is; one opens with what can be done with it. */
export function Copies({ state, chosen, onChoose }: Props) {
  return (
    <>
      <ResourceList
        id="copias"
        list={backupResource}
        endpoint={backupList}
        file={exportBackups}
        state={state}
        refetchSeconds={5}
        title={texts.copies}
        rowId={({ name }) => name}
        cells={cells}
        onOpenRow={({ name }) => onChoose(name)}
        empty={<EmptyState title={texts.noCopies}>{texts.noCopiesText}</EmptyState>}
      />
      {chosen === undefined ? null : <CopyDetail name={chosen} onClose={() => onChoose(undefined)} />}
    </>
  );
}
