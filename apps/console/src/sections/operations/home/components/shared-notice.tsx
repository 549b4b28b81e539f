import { Button } from '@mantine/core';
import styles from '../home.module.css';
import { homeTexts } from '../texts.pt.ts';

const texts = homeTexts.shared;

/** Says that the tiles are someone else's, and how to keep or leave them. */
export function SharedNotice({ onKeep, onBack }: { readonly onKeep: () => void; readonly onBack: () => void }) {
  return (
    <div className={styles.notice} role="status">
      <p>{texts.text}</p>
      <div className={styles.noticeActions}>
        <Button size="sm" onClick={onKeep}>
          {texts.keep}
        </Button>
        <Button size="sm" variant="default" onClick={onBack}>
          {texts.back}
        </Button>
      </div>
    </div>
  );
}
