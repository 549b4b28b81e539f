import type { ReactNode } from 'react';
import { uiTexts } from '../texts.pt.ts';
import styles from './example.module.css';

type Props = {
  /** A sample of the specification; nothing is drawn without one. */
  readonly of: unknown;
  readonly children: (sample: number | string) => ReactNode;
};

/** Small and hatched beside an unknown value: how it would look. The word comes first, for the ear as for the eye. */
export function Example({ of: sample, children }: Props) {
  if (typeof sample !== 'number' && typeof sample !== 'string') return null;
  return (
    <small className={styles.example} data-example>
      {uiTexts.tile.example} {children(sample)}
    </small>
  );
}
