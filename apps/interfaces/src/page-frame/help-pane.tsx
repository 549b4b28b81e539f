import { Dialog } from '@kianda/ui';
import styles from './page-frame.module.css';
import type { Shortcut } from './shortcuts.ts';
import { frameTexts as texts } from './texts.pt.ts';

type HelpProps = {
  readonly title: string;
  readonly help: readonly [string, string, string];
  readonly shortcuts: readonly Shortcut[];
  readonly onClose: () => void;
};

/** How to use a page, and its keys. */
export function HelpPane({ title, help, shortcuts, onClose }: HelpProps) {
  return (
    <Dialog title={`${texts.help}: ${title}`} onClose={onClose} hasUnsaved={false}>
      <div className={styles.pane}>
        <p>{help.join(' ')}</p>
        <h3 className={styles.paneTitle}>{texts.shortcuts}</h3>
        <dl className={styles.keys}>
          {shortcuts.map(({ key, label }) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{label}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  );
}
