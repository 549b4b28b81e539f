import { Button } from '@mantine/core';
import styles from '../home.module.css';
import { homeTexts } from '../texts.pt.ts';

const texts = homeTexts.shared;

type Props = { readonly text: string; readonly onKeep: () => void; readonly onBack: () => void };

/** Says that the tiles are not the person's own, and how to keep or leave them. */
export function SharedNotice({ text, onKeep, onBack }: Props) {
  return (
    <div className={styles.notice} role="status">
      <p>{text}</p>
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
