import type { Filter } from '@kianda/contract/core/filters';
import { filtersOf, type Resource } from '@kianda/contract/core/resource';
import { formatDate } from '@kianda/format';
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { sharedTexts } from '../texts.pt.ts';
import type { Address, Offers } from './types.ts';

const texts = sharedTexts.resource;

/** A choice that narrows a list, in few words, and the way to take it back. */
export type FilterChip = { readonly key: string; readonly text: string; readonly onRemove: () => void };

/** Chosen filters, each of which one press takes away. */
export function FilterChips({ chips }: { readonly chips: readonly FilterChip[] }) {
  return chips.map(({ key, text, onRemove }) => (
    <Button
      key={key}
      size="compact-sm"
      variant="light"
      radius="xl"
      rightSection={<IconX size={13} aria-hidden="true" />}
      aria-label={texts.takeFilter(text)}
      onClick={onRemove}
    >
      {text}
    </Button>
  ));
}

/** The chips of the filters that an address sets. */
export function chipsOf(
  list: Resource<never>,
  address: Address,
  offers: Offers,
  onFilter: (part: Address) => void,
): readonly FilterChip[] {
  return filtersOf(list).flatMap((filter) => {
    if (Object.keys(filter.read(address)).length === 0) return [];
    const onRemove = () => onFilter(Object.fromEntries(filter.address.map((name) => [name, undefined])));
    return [{ key: filter.address.join(), text: wordsOf(filter, address, offers), onRemove }];
  });
}

function wordsOf(filter: Filter, address: Address, offers: Offers): string {
  const values = filter.address.map((name) => String(address[name] ?? ''));
  const [first = '', second = ''] = values;
  if (filter.kind === 'search') return `«${first}»`;
  if (filter.kind === 'period') {
    const [from, to] = [first, second].map((day) => (day === '' ? '…' : formatDate(day.slice(0, 10), 'UTC')));
    return `${filter.label}: ${from} – ${to}`;
  }
  if (filter.kind === 'switch' || filter.kind === 'range' || filter.kind === 'box') return filter.label;
  const offered = offers[filter.address[0] ?? ''] ?? [];
  const nameOf = (value: string) =>
    filter.choices?.[value] ?? offered.find((offer) => offer.value === value)?.label ?? value;
  return `${filter.label}: ${first.split(',').map(nameOf).join(', ')}`;
}
