import { formatNumber } from '@kianda/format';
import { Button, NativeSelect } from '@mantine/core';
import { uiTexts } from '../texts.pt.ts';
import styles from './data-table.module.css';
import { lastPageOf, pageButtons, pageButtonsWithLast } from './pages.ts';

const texts = uiTexts.table.pages;
const wholeNumber = { maxDecimals: 0 } as const;

type PaginationProps = {
  readonly page: number;
  readonly size: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
  /** Sizes that a person may choose; the size is fixed without them. */
  readonly sizes?: readonly number[];
  readonly onSize?: (size: number) => void;
  /** A button of the last page besides the five. */
  readonly hasLast?: boolean;
};

/** Page size, position in the list, and at most five page buttons, with that of the last page where it is asked for. */
export function Pagination({ page, size, total, onPage, sizes, onSize, hasLast = false }: PaginationProps) {
  const last = lastPageOf(total, size);
  const from = total === 0 ? 0 : (page - 1) * size + 1;
  return (
    <nav className={styles.pages} aria-label={texts.label}>
      {sizes === undefined ? null : (
        <NativeSelect
          aria-label={texts.size}
          title={texts.size}
          size="xs"
          value={String(size)}
          onChange={({ currentTarget }) => onSize?.(Number(currentTarget.value))}
          data={sizes.map(String)}
        />
      )}
      <span className={styles.position} role="status">
        {texts.position(
          formatNumber(from, wholeNumber),
          formatNumber(Math.min(page * size, total), wholeNumber),
          formatNumber(total, wholeNumber),
        )}
      </span>
      <StepButton label={texts.previous} sign="‹" isOff={page <= 1} onClick={() => onPage(page - 1)} />
      {(hasLast ? pageButtonsWithLast : pageButtons)(page, last).map((number) => (
        <Button
          key={number}
          size="xs"
          variant={number === page ? 'filled' : 'default'}
          aria-label={texts.page(formatNumber(number, wholeNumber))}
          {...(number === page ? { 'aria-current': 'page' as const } : {})}
          onClick={() => onPage(number)}
        >
          {formatNumber(number, wholeNumber)}
        </Button>
      ))}
      <StepButton label={texts.next} sign="›" isOff={page >= last} onClick={() => onPage(page + 1)} />
    </nav>
  );
}

type StepProps = {
  readonly label: string;
  readonly sign: string;
  readonly isOff: boolean;
  readonly onClick: () => void;
};

function StepButton({ label, sign, isOff, onClick }: StepProps) {
  return (
    <Button size="xs" variant="default" aria-label={label} disabled={isOff} onClick={onClick}>
      {sign}
    </Button>
  );
}

type CursorPagesProps = {
  readonly isFirst: boolean;
  readonly hasNext: boolean;
  readonly onFirst: () => void;
  readonly onNext: () => void;
  /** Labels of the two buttons, for lists by time that need more precise ones. */
  readonly first?: string;
  readonly next?: string;
};

/** Pages of a list that is read by a cursor: back to the first, on to the next. Renders nothing for a single page. */
export function CursorPages({ isFirst, hasNext, onFirst, onNext, ...words }: CursorPagesProps) {
  if (isFirst && !hasNext) return null;
  return (
    <nav className={styles.pages} aria-label={texts.label}>
      {isFirst ? null : (
        <Button size="xs" variant="default" onClick={onFirst}>
          {words.first ?? texts.first}
        </Button>
      )}
      {hasNext ? (
        <Button size="xs" variant="default" onClick={onNext}>
          {words.next ?? texts.next}
        </Button>
      ) : null}
    </nav>
  );
}
