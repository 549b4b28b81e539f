import { Dialog } from '@kianda/ui';
import { Button, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { useSession } from '../shared/session-context.ts';
import styles from './page-frame.module.css';
import { frameTexts as texts } from './texts.pt.ts';

type Props = { readonly title: string; readonly fragment: string; readonly onClose: () => void };

/** Link to the present view, and the code that shows it in another page of the platform's address. */
export function SharePane({ title, fragment, onClose }: Props) {
  const link = useSession().linkTo(fragment);
  return (
    <Dialog title={texts.share} onClose={onClose} hasUnsaved={false}>
      <div className={styles.pane}>
        <Copied label={texts.link} note={texts.linkNote} value={link} />
        <Copied label={texts.embed} note={texts.embedNote} value={embedCode(title, link)} />
      </div>
    </Dialog>
  );
}

/** HTML of a frame with the view, 800 px high, as wide as its place. */
export function embedCode(title: string, link: string): string {
  const address = new URL(link);
  address.searchParams.set('view', 'full');
  return `<iframe src="${attribute(address.href)}" title="${attribute(title)}" width="100%" height="800" loading="lazy"></iframe>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const attribute = (text: string) => text.replaceAll(/[&"<>]/g, (sign) => entities[sign] ?? sign);

type CopiedProps = { readonly label: string; readonly note: string; readonly value: string };

function Copied({ label, note, value }: CopiedProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [state, setState] = useState<'idle' | 'copied' | 'by-hand'>('idle');
  const copy = () => {
    // A frame may write to the clipboard only where the page around it lets it.
    navigator.clipboard.writeText(value).then(
      () => setState('copied'),
      () => {
        field.current?.select();
        setState('by-hand');
      },
    );
  };
  return (
    <div className={styles.copied}>
      <Textarea ref={field} label={label} description={note} readOnly rows={3} value={value} />
      <div className={styles.copyRow}>
        <Button variant="default" onClick={copy} aria-label={`${texts.copy}: ${label}`}>
          {texts.copy}
        </Button>
        <span role="status">{state === 'idle' ? '' : state === 'copied' ? texts.copied : texts.copyByHand}</span>
      </div>
    </div>
  );
}
