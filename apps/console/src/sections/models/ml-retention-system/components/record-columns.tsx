import {
  dataTypes,
  type RetainedRecord,
  recordStates,
  retainedTables,
} from '@kianda/contract/models/retention/retention.contract';
import { formatNumber } from '@kianda/format';
import { type Column, named, RelativeTime, StatusPill, type StatusTone } from '@kianda/ui';
import { ActionIcon, Anchor, Menu } from '@mantine/core';
import { IconDots, IconLock } from '@tabler/icons-react';
import { percentText, shareTone, sizeText } from '../api/words.ts';
import { viewerTexts as texts } from '../texts.pt.ts';

const stateTones: Readonly<Record<RetainedRecord['status'], StatusTone>> = {
  active: 'good',
  archived: 'info',
  expired: 'unknown',
};
const shownDigits = 8;

export type RecordActs = 'archive' | 'restore' | 'expire';
type Wish = {
  readonly mayManage: boolean;
  readonly onOpen: (id: string) => void;
  readonly act: (act: RecordActs, record: RetainedRecord) => void;
};

/** Columns of the records; the last is the menu of a row. */
export function columnsOf({ mayManage, onOpen, act }: Wish): readonly Column<RetainedRecord>[] {
  const of = texts.columns;
  return [
    {
      id: 'id',
      label: of.id,
      value: ({ id }) => id,
      render: ({ id, is_pinned }) => (
        <Anchor component="button" type="button" className="k-mono" title={id} onClick={() => onOpen(id)}>
          {id.slice(0, shownDigits)}
          {is_pinned ? <IconLock size={12} aria-label={texts.pinned} /> : null}
        </Anchor>
      ),
    },
    { id: 'label', label: of.label, value: ({ label }) => label, width: '260px' },
    {
      id: 'table_name',
      label: of.table_name,
      value: ({ table_name }) => table_name,
      render: ({ table_name }) => <abbr title={table_name}>{retainedTables[table_name]}</abbr>,
    },
    { id: 'data_type', label: of.data_type, value: ({ data_type }) => dataTypes[data_type] },
    {
      id: 'created_at',
      label: of.created_at,
      value: ({ created_at }) => created_at,
      render: ({ created_at }) => <RelativeTime at={created_at} />,
    },
    {
      id: 'last_accessed',
      label: of.last_accessed,
      value: ({ last_accessed }) => last_accessed,
      render: ({ last_accessed }) => <RelativeTime at={last_accessed} />,
    },
    {
      id: 'access_count',
      label: of.access_count,
      align: 'end',
      value: ({ access_count }) => access_count,
      render: ({ access_count }) => formatNumber(access_count, { maxDecimals: 0 }),
    },
    {
      id: 'size_mb',
      label: of.size_mb,
      align: 'end',
      value: ({ size_mb }) => size_mb,
      render: ({ size_mb }) => sizeText(size_mb),
    },
    {
      id: 'quality_score',
      label: of.quality_score,
      value: ({ quality_score }) => quality_score,
      render: ({ quality_score }) => (
        <StatusPill tone={shareTone(quality_score)}>{percentText(quality_score)}</StatusPill>
      ),
    },
    {
      id: 'status',
      label: of.status,
      value: ({ status }) => recordStates[status],
      render: ({ status }) => <StatusPill tone={stateTones[status]}>{recordStates[status]}</StatusPill>,
    },
    {
      id: 'act',
      label: of.act,
      render: (record) => <RowMenu record={record} mayManage={mayManage} onOpen={onOpen} act={act} />,
    },
  ];
}

function RowMenu({ record, mayManage, onOpen, act }: Wish & { readonly record: RetainedRecord }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={named(texts.columns.act, record.id)}>
          <IconDots size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onOpen(record.id)}>{texts.details}</Menu.Item>
        {mayManage && record.status === 'active' ? (
          <Menu.Item onClick={() => act('archive', record)}>{texts.archive}</Menu.Item>
        ) : null}
        {mayManage && record.status !== 'active' ? (
          <Menu.Item onClick={() => act('restore', record)}>{texts.restore}</Menu.Item>
        ) : null}
        {mayManage && record.status !== 'expired' && !record.is_pinned ? (
          <Menu.Item color="red" onClick={() => act('expire', record)}>
            {texts.remove}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
