import { deliverySeverities } from '@kianda/contract/people/delivery/scale';
import { readNotifications } from '@kianda/contract/people/notifications/bell.contract';
import { exportNotices, listNotices } from '@kianda/contract/people/notifications/notices.contract';
import { noticeResource } from '@kianda/contract/people/notifications/notices.resource';
import { formatCount } from '@kianda/format';
import { EmptyState, StatusPill } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../client/use-action.ts';
import { useListState } from '../../sections/shared/resource/list-state.ts';
import { ResourceList } from '../../sections/shared/resource/resource-list.tsx';
import { noticeTexts } from '../notice-texts.pt.ts';
import { noticeTones } from '../notice-tones.ts';
import { afterRead, useOpenNotice } from '../use-open-notice.ts';

const texts = noticeTexts.history;

/** Every notice of this person, with the way to its page, and to mark several as read. */
export default function NoticeHistory({ onLeave }: { readonly onLeave: () => void }) {
  const state = useListState();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const read = useAction(readNotifications, afterRead);
  const { open } = useOpenNotice(onLeave);
  const readSelected = async () => {
    const outcome = await read.run({ body: { ids: [...selected].map(Number) } });
    if (outcome.state !== 'failed') setSelected(new Set());
  };
  return (
    <ResourceList
      id="notificacoes"
      list={noticeResource}
      endpoint={listNotices}
      file={exportNotices}
      state={state}
      title={texts.list}
      description={({ total }) => formatCount(total, texts.one, texts.many)}
      rowId={({ id }) => String(id)}
      cells={{
        severity: ({ severity }) => (
          <StatusPill tone={noticeTones[severity]}>{deliverySeverities[severity]}</StatusPill>
        ),
      }}
      onOpenRow={open}
      selection={{
        selected,
        onChange: setSelected,
        countOf: (rows) => formatCount(rows, texts.chosenOne, texts.chosenMany),
        labelOf: ({ title }) => texts.choose(title),
        actions: (
          <Button size="xs" loading={read.isRunning} onClick={() => void readSelected()}>
            {texts.read}
          </Button>
        ),
      }}
      notes={() => (read.failure === null ? null : <p role="alert">{read.failure.message}</p>)}
      empty={<EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>}
    />
  );
}
