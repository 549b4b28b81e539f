import { allows } from '@kianda/contract';
import {
  exportArchivedDays,
  listArchivedDays,
  restoreArchivedDay,
} from '@kianda/contract/fleet/vessels/archive.contract';
import { type ArchivedDay, archiveResource } from '@kianda/contract/fleet/vessels/archive.resource';
import { formatBytes, formatCount } from '@kianda/format';
import { type Column, EmptyState } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { useListState } from '../../../shared/resource/list-state.ts';
import { ResourceList } from '../../../shared/resource/resource-list.tsx';
import { archiveTexts as texts } from '../archive-texts.pt.ts';

/** Days of positions that lie in files: how many, how large, and bringing one back. */
export default function PositionArchive() {
  const list = useListState();
  const mayRestore = allows('storage:manage', useAccount().role);
  const [asked, setAsked] = useState<string | null>(null);
  const { run } = useAction(restoreArchivedDay, [listArchivedDays]);
  const restore = async () => {
    if (asked === null) return null;
    const outcome = await run({ params: { day: asked }, body: { keepDays: 30 } }, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    notify({ tone: 'info', message: texts.asked });
    return null;
  };
  const actions: Column<ArchivedDay> = {
    id: 'actions',
    label: texts.actions,
    render: ({ day }) => (
      <Button size="compact-sm" variant="default" aria-label={texts.restoreOf(day)} onClick={() => setAsked(day)}>
        {texts.restore}
      </Button>
    ),
  };
  return (
    <>
      <ResourceList
        id="arquivo-de-posicoes"
        list={archiveResource}
        endpoint={listArchivedDays}
        file={exportArchivedDays}
        state={list}
        title={texts.title}
        description={({ archiveDays, positionDays, totalPositions, totalBytes }) =>
          [
            archiveDays === 0 ? texts.off : texts.on(formatCount(archiveDays, ...texts.days)),
            texts.kept(formatCount(positionDays, ...texts.days)),
            texts.total(formatCount(totalPositions, ...texts.positions), formatBytes(totalBytes)),
          ].join(' ')
        }
        rowId={({ day }) => day}
        columns={mayRestore ? [actions] : []}
        empty={<EmptyState title={texts.none}>{texts.noneText}</EmptyState>}
      />
      {asked === null ? null : (
        <ConfirmDialog
          title={texts.restoreTitle(asked)}
          body={texts.restoreBody}
          confirm={texts.restore}
          onConfirm={restore}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
