import type { LogLevelName, LogLine } from '@kianda/contract/operations/diagnostics/logs.contract';
import { Instant, StatusPill, type StatusTone } from '@kianda/ui';
import styles from './logs.module.css';
import { logLineTexts as texts } from './texts.pt.ts';

const tones: Readonly<Record<LogLevelName, StatusTone>> = {
  fatal: 'attention',
  error: 'bad',
  warn: 'caution',
  info: 'info',
  debug: 'unknown',
  trace: 'unknown',
};

/** Lines of the log, the newest on top; each opens to what it carries. */
export function LogList({ lines }: { readonly lines: readonly LogLine[] }) {
  return (
    <ol className={styles.lines} aria-label={texts.list}>
      {lines.map((line) => (
        <li key={line.id}>
          <Line line={line} />
        </li>
      ))}
    </ol>
  );
}

function Line({ line }: { readonly line: LogLine }) {
  // Every job's lines say the same words: which job it was says more than that it was one.
  const { job } = line.details;
  return (
    <details className={styles.line}>
      <summary>
        <Instant at={line.timestamp} seconds className={styles.time} />
        <StatusPill tone={tones[line.level]}>{texts.levels[line.level]}</StatusPill>
        <span className={styles.module}>{typeof job === 'string' ? job : line.module}</span>
        <span className={styles.message}>{line.message}</span>
      </summary>
      <div className={styles.details}>
        {line.requestId === null ? null : (
          <p>
            {texts.request}: <code>{line.requestId}</code>
          </p>
        )}
        <p>
          {texts.instance}: <code>{line.instance}</code>
        </p>
        <pre>{JSON.stringify(line.details, null, 2)}</pre>
      </div>
    </details>
  );
}
