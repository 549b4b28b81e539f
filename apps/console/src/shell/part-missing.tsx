import { EmptyState } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import styles from '../sections/placeholder/placeholder.module.css';
import { shellTexts } from './texts.pt.ts';

/** Whether an error is a part of the console that did not arrive: no network, or a release that replaced it. */
export function isMissingPart(error: Error): boolean {
  return /dynamically imported module|importing a module script|preload CSS/i.test(error.message);
}

/**
 * Shown in place of a section whose code did not load. The browser remembers the failure until the page is reloaded.
 */
export function PartMissing() {
  return (
    <div className={styles.card} role="alert">
      <EmptyState
        icon={<IconPlugConnectedX size={22} />}
        title={shellTexts.partMissingTitle}
        action={<Button onClick={() => window.location.reload()}>{shellTexts.reload}</Button>}
      >
        {shellTexts.partMissingBody}
      </EmptyState>
    </div>
  );
}
