import { formatNumber } from '@kianda/format';
import { Button, NativeSelect } from '@mantine/core';
import styles from '../page.module.css';
import { pageSizes } from '../search.ts';
import { lastPageOf, pageButtons } from './query.ts';
import { vesselTexts as texts } from './texts.pt.ts';

type Props = {
  readonly page: number;
  readonly size: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
  readonly onSize: (size: number) => void;
};
const whole = { maxDecimals: 0 } as const;

/** Page size, where in the list one is, and at most five page buttons. */
export function Pagination({ page, size, total, onPage, onSize }: Props) {
  const last = lastPageOf(total, size);
  const from = total === 0 ? 0 : (page - 1) * size + 1;
  return (
    <nav className={styles.pages} aria-label={texts.pages}>
      <NativeSelect
        aria-label={texts.size}
        title={texts.size}
        size="xs"
        value={String(size)}
        onChange={({ currentTarget }) => onSize(Number(currentTarget.value))}
        data={pageSizes.map(String)}
      />
      <span className={styles.note} role="status">
        {texts.position_of(
          formatNumber(from, whole),
          formatNumber(Math.min(page * size, total), whole),
          formatNumber(total, whole),
        )}
      </span>
      <Button
        size="xs"
        variant="default"
        aria-label={texts.previous}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        ‹
      </Button>
      {pageButtons(page, last).map((one) => (
        <Button
          key={one}
          size="xs"
          variant={one === page ? 'filled' : 'default'}
          aria-label={texts.page(formatNumber(one, whole))}
          {...(one === page ? { 'aria-current': 'page' as const } : {})}
          onClick={() => onPage(one)}
        >
          {formatNumber(one, whole)}
        </Button>
      ))}
      <Button
        size="xs"
        variant="default"
        aria-label={texts.next}
        disabled={page >= last}
        onClick={() => onPage(page + 1)}
      >
        ›
      </Button>
    </nav>
  );
}
