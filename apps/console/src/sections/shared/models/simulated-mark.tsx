import { Tooltip } from '@mantine/core';
import styles from './models.module.css';
import { modelTexts as texts } from './texts.pt.ts';

/** Says that a version learned from rows of the simulator. */
export function SimulatedMark({ isSimulated }: { readonly isSimulated: boolean }) {
  if (!isSimulated) return null;
  return (
    <Tooltip label={texts.simulatedWhy} w={260}>
      <span className={styles.simulated}>{texts.simulated}</span>
    </Tooltip>
  );
}
