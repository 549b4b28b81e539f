import { formatClock } from '@kianda/format';
import { type Column, cx, DataTable, downloadText, useClock, usePreferences } from '@kianda/ui';
import { Button, SegmentedControl } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { exportNote, exportNoteText } from '../../../../shared/connectors/export-note.ts';
import type { Connector } from '../../../../shared/connectors/fallback.ts';
import styles from '../detail.module.css';
import { detailTexts } from '../texts.pt.ts';
import type { RunAnswer } from './run-answer.ts';
import logStyles from './run-log.module.css';

const texts = detailTexts.run;
const levels = ['all', 'info', 'warn', 'error'] as const;
type Level = (typeof levels)[number];
type Entry = RunAnswer['log'][number];

type Props = { readonly run: RunAnswer['run']; readonly log: readonly Entry[]; readonly connector: Connector };

/** Lines of one run, by level, and as a file with licence and citation. */
export function RunLog({ run, log, connector }: Props) {
  const clock = useClock();
  const { timeZone } = usePreferences();
  const [level, setLevel] = useState<Level>('all');
  const shown = log.filter((entry) => level === 'all' || entry.level === level);
  const columns = useMemo<readonly Column<Entry>[]>(
    () => [
      {
        id: 'at',
        label: texts.at,
        value: (entry) => entry.at,
        render: (entry) => <span className="k-mono">{formatClock(entry.at, timeZone)}</span>,
        width: '90px',
      },
      {
        id: 'level',
        label: texts.level,
        value: (entry) => texts.levelWord[entry.level],
        render: (entry) => <span className={logStyles[entry.level]}>{texts.levelWord[entry.level]}</span>,
        width: '100px',
      },
      { id: 'message', label: texts.message, value: (entry) => entry.message },
      {
        id: 'fields',
        label: texts.fields,
        value: fieldsText,
        render: (entry) => <span className="k-mono">{fieldsText(entry)}</span>,
      },
    ],
    [timeZone],
  );
  const download = () =>
    downloadText(
      `${connector.id}-${run.stream}-${run.id}.log`,
      'text/plain',
      `${exportNoteText(connector, clock())}\n${shown.map(asLine).join('\n')}\n`,
    );
  return (
    <section aria-label={texts.log}>
      <div className={styles.between}>
        <h3 className={styles.subtitle}>{texts.log}</h3>
        <SegmentedControl<Level>
          size="xs"
          aria-label={texts.level}
          data={levels.map((one) => ({ value: one, label: texts.levels[one] }))}
          value={level}
          onChange={setLevel}
        />
      </div>
      <div className={styles.wide}>
        <DataTable
          id={`${connector.id}-${run.id}-registo`}
          label={texts.log}
          columns={columns}
          rows={shown}
          rowId={(entry) => String(entry.seq)}
          height="340px"
          csvNotes={() => exportNote(connector, clock())}
          empty={
            <p className={cx(styles.note, logStyles.empty)}>{log.length === 0 ? texts.logNone : texts.logEmpty}</p>
          }
          actions={
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              leftSection={<IconFileText size={15} aria-hidden="true" />}
              onClick={download}
            >
              {texts.download}
            </Button>
          }
        />
      </div>
    </section>
  );
}

function fieldsText({ fields }: Entry): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
}

function asLine(entry: Entry): string {
  return `${entry.at} ${entry.level.toUpperCase()} ${entry.message} ${fieldsText(entry)}`.trimEnd();
}
