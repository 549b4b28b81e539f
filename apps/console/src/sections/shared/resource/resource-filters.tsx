import type { Filter } from '@kianda/contract/core/filters';
import { filtersOf, ordersOf, type Resource } from '@kianda/contract/core/resource';
import { Button, NativeSelect } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { createContext, type ReactNode, use, useId, useState } from 'react';
import { phoneQuery, useMedia } from '../../../platform/use-media.ts';
import { sharedTexts } from '../texts.pt.ts';
import { ChoiceBoxes, ChosenValues, PeriodFields, ValueSelect } from './choice-filters.tsx';
import { chipsOf, type FilterChip, FilterChips } from './filter-chips.tsx';
import { BoxRanges, BoxSwitch, RangeFields } from './range-filters.tsx';
import styles from './resource-filters.module.css';
import { SearchBox, SwitchFilter } from './text-filters.tsx';
import type { Address, FilterProps, Offers } from './types.ts';

const texts = sharedTexts.resource;

type Props = {
  readonly list: Resource<never>;
  readonly address: Address;
  /** Values of the data or of the screen, by parameter of the address. */
  readonly offers?: Offers;
  /** Changes some parameters; the caller goes back to the first page. */
  readonly onFilter: (part: Address) => void;
  /** Choices of the place, with the filters; and how each that is made is said and taken back. */
  readonly more?: ReactNode;
  readonly moreChips?: readonly FilterChip[] | undefined;
};

/** Whether lists stand in a narrow place of a wide screen: their filters are then folded as on a phone. */
export const NarrowPlaceContext = createContext(false);

/** Filter bar of a listed thing: every filter of its resource, its order, and the way to clear them. */
export function ResourceFilters(props: Props) {
  const { list, address, offers = {}, onFilter, more = null, moreChips = [] } = props;
  const isPhone = useMedia(phoneQuery);
  const isNarrow = use(NarrowPlaceContext) || isPhone;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const filters = filtersOf(list);
  const chips = isNarrow ? [...chipsOf(list, address, offers, onFilter), ...moreChips] : [];
  const clear = (
    <Button
      variant="subtle"
      size="xs"
      onClick={() =>
        onFilter(Object.fromEntries(filters.flatMap((filter) => filter.address.map((name) => [name, undefined]))))
      }
    >
      {texts.clear}
    </Button>
  );
  return (
    <section className={styles.stack} aria-label={texts.filters}>
      {isNarrow ? (
        <div className={styles.folded}>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconFilter size={16} aria-hidden="true" />}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {texts.folded(chips.length)}
          </Button>
          {/* Open, the controls themselves say what is chosen. */}
          {isOpen ? null : <FilterChips chips={chips} />}
          {isOpen || chips.length > 0 ? clear : null}
        </div>
      ) : null}
      {/* The folded controls stay in the page: a text that is still being written is not lost with them. */}
      <div id={id} className={styles.stack} hidden={isNarrow && !isOpen}>
        <Controls {...props} clear={isNarrow ? null : clear} />
        {more}
      </div>
    </section>
  );
}

function Controls({ list, address, offers = {}, onFilter, clear }: Props & { readonly clear: ReactNode }) {
  const filters = filtersOf(list);
  const of = (...kinds: readonly Filter['kind'][]) => filters.filter(({ kind }) => kinds.includes(kind));
  const propsOf = (filter: Filter): FilterProps => ({
    filter,
    address,
    offers: offers[filter.address[0] ?? ''] ?? [],
    onFilter,
  });
  return (
    <>
      <div className={styles.fields}>
        {of('search').map((filter) => (
          <SearchBox {...propsOf(filter)} key={filter.label} />
        ))}
        {of('values', 'value', 'choice').map((filter) => (
          <ValueSelect {...propsOf(filter)} key={filter.label} />
        ))}
        {of('period').map((filter) => (
          <PeriodFields {...propsOf(filter)} key={filter.label} />
        ))}
        {of('range').map((filter) => (
          <RangeFields {...propsOf(filter)} key={filter.label} />
        ))}
        <OrderSelects list={list} address={address} onFilter={onFilter} />
      </div>
      {of('values').map((filter) => (
        <ChosenValues {...propsOf(filter)} key={filter.label} />
      ))}
      {of('choices').map((filter) => (
        <ChoiceBoxes {...propsOf(filter)} key={filter.label} />
      ))}
      <div className={styles.switches}>
        {of('switch').map((filter) => (
          <SwitchFilter {...propsOf(filter)} key={filter.label} />
        ))}
        {of('box').map((filter) => (
          <BoxSwitch {...propsOf(filter)} key={filter.label} />
        ))}
        {clear}
      </div>
      {of('box').map((filter) => (
        <BoxRanges {...propsOf(filter)} key={filter.label} />
      ))}
    </>
  );
}

function OrderSelects({ list, address, onFilter }: Pick<Props, 'list' | 'address' | 'onFilter'>) {
  return (
    <>
      <NativeSelect
        label={texts.sort}
        value={address.sort ?? list.initial.sort}
        onChange={({ currentTarget }) => onFilter({ sort: currentTarget.value })}
        data={ordersOf(list).map(({ sort, label }) => ({ value: sort, label }))}
      />
      <NativeSelect
        label={texts.order}
        value={address.order ?? list.initial.order}
        onChange={({ currentTarget }) => onFilter({ order: currentTarget.value === 'asc' ? 'asc' : 'desc' })}
        data={Object.entries(texts.orders).map(([value, label]) => ({ value, label }))}
      />
    </>
  );
}
