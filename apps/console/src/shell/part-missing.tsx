import { EmptyState } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useConnection } from '../client/use-connection.ts';
import styles from '../sections/placeholder/placeholder.module.css';
import { shellTexts } from './texts.pt.ts';

/** Whether an error is a part of the console that did not arrive: no network, or a release that replaced it. */
export function isMissingPart(error: Error): boolean {
  return /dynamically imported module|importing a module script|preload CSS/i.test(error.message);
}

/** Whether a reload may bring a part that did not arrive: without a network it brings the same page. */
export function useMayReload(): boolean {
  return useConnection() !== 'offline';
}

/** Why a part did not arrive, and what to do. */
export function PartMissingText() {
  return useMayReload() ? shellTexts.partMissingBody : shellTexts.partNotKept;
}

/**
 * Shown in place of a section whose code did not load. The browser remembers the failure until the page is reloaded.
 */
export function PartMissing() {
  const mayReload = useMayReload();
  return (
    <div className={styles.card} role="alert">
      <EmptyState
        icon={<IconPlugConnectedX size={22} />}
        title={shellTexts.partMissingTitle}
        action={mayReload ? <Button onClick={() => window.location.reload()}>{shellTexts.reload}</Button> : undefined}
      >
        <PartMissingText />
      </EmptyState>
    </div>
  );
}
