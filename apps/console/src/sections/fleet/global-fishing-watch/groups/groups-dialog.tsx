import { deleteVesselGroup, type VesselGroup } from '@kianda/contract/fleet/surveillance/groups.contract';
import { formatCount } from '@kianda/format';
import { Dialog, EmptyState, Panel, SkeletonLines } from '@kianda/ui';
import { Badge, Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import styles from '../page.module.css';
import { GroupForm } from './group-form.tsx';
import { GroupMembers } from './group-members.tsx';
import { groupTexts as texts } from './texts.pt.ts';
import { groupAnswers, useGroups } from './use-groups.ts';

type View =
  | { readonly kind: 'list' }
  | { readonly kind: 'form'; readonly group: VesselGroup | null }
  | { readonly kind: 'members'; readonly group: VesselGroup };

type Props = {
  /** Narrows the list of vessels to a group. */
  readonly onUse: (groupId: string) => void;
  readonly onClose: () => void;
};

/** Groups and watch lists: made, changed, emptied and deleted. */
export default function GroupsDialog({ onUse, onClose }: Props) {
  const { groups, mayKeep, mayWatch } = useGroups();
  const [view, setView] = useState<View>({ kind: 'list' });
  const [removing, setRemoving] = useState<VesselGroup | null>(null);
  const remove = useAction(deleteVesselGroup, groupAnswers);
  const toList = () => setView({ kind: 'list' });
  return (
    <Dialog onClose={onClose} title={texts.title}>
      {view.kind === 'form' ? <GroupForm group={view.group} mayWatch={mayWatch} onDone={toList} /> : null}
      {view.kind === 'members' ? (
        <div className={styles.stack}>
          <GroupMembers group={view.group} />
          <div>
            <Button variant="default" onClick={toList}>
              {texts.back}
            </Button>
          </div>
        </div>
      ) : null}
      {view.kind === 'list' ? (
        <Panel
          title={texts.list}
          description={texts.help}
          source={groups}
          skeleton={<SkeletonLines lines={6} />}
          actions={
            mayKeep ? (
              <Button
                size="xs"
                leftSection={<IconPlus size={15} aria-hidden="true" />}
                onClick={() => setView({ kind: 'form', group: null })}
              >
                {texts.create}
              </Button>
            ) : undefined
          }
        >
          {(value) =>
            value.groups.length === 0 ? (
              <EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>
            ) : (
              <ul className={styles.list} aria-label={texts.list}>
                {value.groups.map((group) => (
                  <GroupItem
                    key={group.id}
                    group={group}
                    mayKeep={mayKeep}
                    onUse={onUse}
                    onView={setView}
                    onRemove={setRemoving}
                  />
                ))}
              </ul>
            )
          }
        </Panel>
      ) : null}
      {removing === null ? null : (
        <ConfirmDialog
          title={texts.removeTitle}
          body={texts.removeBody(removing.name)}
          confirm={texts.remove}
          isDangerous
          onClose={() => setRemoving(null)}
          onConfirm={async () => {
            const outcome = await remove.run({ params: { id: removing.id } }, { offline: 'fail' });
            if (outcome.state === 'failed') return outcome.failure.message;
            notify({ tone: 'success', message: texts.deleted });
            return null;
          }}
        />
      )}
    </Dialog>
  );
}

type ItemProps = {
  readonly group: VesselGroup;
  readonly mayKeep: boolean;
  readonly onUse: (groupId: string) => void;
  readonly onView: (view: View) => void;
  readonly onRemove: (group: VesselGroup) => void;
};

function GroupItem({ group, mayKeep, onUse, onView, onRemove }: ItemProps) {
  const { id, name, description, isShared, isWatched, ownerName, members, mayChange } = group;
  return (
    <li className={styles.item}>
      <div className={styles.main}>
        <span className={styles.name}>{name}</span>
        <span className={styles.facts}>
          {isWatched ? <Badge variant="light">{texts.watchedMark}</Badge> : null}
          <span>{isShared ? texts.sharedMark : texts.ownMark}</span>
          <span>{texts.owner(ownerName)}</span>
          <span>{formatCount(members, texts.vessel, texts.vessels)}</span>
        </span>
        {description === '' ? null : <span className={styles.note}>{description}</span>}
      </div>
      <Group gap="xs">
        <Button variant="default" size="xs" aria-label={texts.useOf(name)} onClick={() => onUse(id)}>
          {texts.use}
        </Button>
        <Button
          variant="default"
          size="xs"
          aria-label={texts.openOf(name)}
          onClick={() => onView({ kind: 'members', group })}
        >
          {texts.open}
        </Button>
        {mayChange && mayKeep ? (
          <>
            <Button
              variant="default"
              size="xs"
              aria-label={texts.editOf(name)}
              onClick={() => onView({ kind: 'form', group })}
            >
              {texts.edit}
            </Button>
            <Button variant="default" size="xs" aria-label={texts.removeOf(name)} onClick={() => onRemove(group)}>
              {texts.remove}
            </Button>
          </>
        ) : null}
      </Group>
    </li>
  );
}
