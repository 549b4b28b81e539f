import { mapCategories } from '@kianda/contract/open/maps/layers';
import type { SavedMap } from '@kianda/contract/open/maps/maps.contract';
import { formatNumber } from '@kianda/format';
import { type Column, named, RelativeTime } from '@kianda/ui';
import { Button, Group } from '@mantine/core';
import { mapsTexts as texts } from './texts.pt.ts';

type MapActions = Readonly<Record<'onOpen' | 'onEdit' | 'onCopy' | 'onRemove', (map: SavedMap) => void>>;

export const columnsOf = ({ onOpen, onEdit, onCopy, onRemove }: MapActions): readonly Column<SavedMap>[] => [
  { id: 'name', label: texts.name, value: ({ name }) => name },
  { id: 'category', label: texts.category, value: ({ category }) => mapCategories[category], width: '200px' },
  { id: 'access', label: texts.access, value: ({ access }) => texts.accesses[access], width: '150px' },
  { id: 'owner', label: texts.owner, value: ({ ownerName }) => ownerName, width: '160px' },
  {
    id: 'opens',
    label: texts.opens,
    value: ({ opens }) => opens,
    render: ({ opens }) => formatNumber(opens, { maxDecimals: 0 }),
    align: 'end',
    width: '90px',
  },
  {
    id: 'updated',
    label: texts.updated,
    value: ({ updatedAt }) => updatedAt,
    render: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    width: '140px',
  },
  {
    id: 'actions',
    label: texts.actions,
    render: (map) => (
      <Group gap={6} wrap="nowrap">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={named(texts.open, map.name)}
          onClick={() => onOpen(map)}
        >
          {texts.open}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={named(texts.copy, map.name)}
          onClick={() => onCopy(map)}
        >
          {texts.copy}
        </Button>
        {map.isMine ? (
          <>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={named(texts.edit, map.name)}
              onClick={() => onEdit(map)}
            >
              {texts.edit}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={named(texts.remove, map.name)}
              onClick={() => onRemove(map)}
            >
              {texts.remove}
            </Button>
          </>
        ) : null}
      </Group>
    ),
    width: '330px',
  },
];
