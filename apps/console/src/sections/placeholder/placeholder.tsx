import { EmptyState } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconTools } from '@tabler/icons-react';
import { findSection } from '../sections.ts';
import styles from './placeholder.module.css';
import { placeholderTexts } from './texts.pt.ts';

type Props = { readonly sectionId: string; readonly onHome: () => void };

/** Page of a section that does not exist yet. */
export function Placeholder({ sectionId, onHome }: Props) {
  const name = findSection(sectionId)?.title ?? sectionId;
  return (
    <div className={styles.card}>
      <EmptyState
        icon={<IconTools size={22} />}
        title={placeholderTexts.title}
        action={
          <Button variant="default" onClick={onHome}>
            {placeholderTexts.action}
          </Button>
        }
      >
        {placeholderTexts.body(name)}
      </EmptyState>
    </div>
  );
}
