import { interfaces } from '@kianda/contract/open/interfaces/manifest';
import { cx, StatusMark, type StatusTone } from '@kianda/ui';
import { useMediaQuery } from '@mantine/hooks';
import { type CheckId, checkIds } from './check-ids.ts';
import styles from './diagnostics.module.css';
import { diagnosticsTexts as texts } from './texts.pt.ts';

type Props = {
  readonly current: CheckId;
  /** Results known so far. */
  readonly states: Readonly<Partial<Record<CheckId, StatusTone>>>;
  readonly onChoose: (check: CheckId) => void;
  readonly isOpen?: boolean;
};

export function nameOfCheck(id: CheckId): string {
  return interfaces.find((entry) => entry.id === id)?.name ?? id;
}

/** The twelve checks: a list beside the result, a fold above it on a telephone. */
export function CheckMenu({ current, states, onChoose, isOpen }: Props) {
  const isWide = useMediaQuery('(min-width: 761px)', true, { getInitialValueInEffect: false });
  return (
    <nav aria-label={texts.menu} className={styles.menu}>
      <details open={isOpen ?? isWide}>
        <summary>{texts.menu}</summary>
        <ul>
          {checkIds.map((id) => (
            <li key={id}>
              <a
                href={`#ensaio=${id}`}
                className={cx(styles.entry, id === current && styles.current)}
                aria-current={id === current ? 'page' : undefined}
                onClick={(event) => {
                  event.preventDefault();
                  onChoose(id);
                }}
              >
                <StatusMark tone={states[id] ?? 'unknown'} />
                {nameOfCheck(id)}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}
