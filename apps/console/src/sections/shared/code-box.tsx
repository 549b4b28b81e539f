import styles from './code-box.module.css';

type Props = { readonly label: string; readonly text: string };

const mostLines = 14;
const columns = 72;

/** Text of a machine, to read, scroll and copy by keyboard too: that is why it is a field. */
export function CodeBox({ label, text }: Props) {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), 0);
  return (
    <textarea
      readOnly
      className={styles.code}
      aria-label={label}
      value={text}
      rows={Math.min(mostLines, lines)}
      spellCheck={false}
    />
  );
}
