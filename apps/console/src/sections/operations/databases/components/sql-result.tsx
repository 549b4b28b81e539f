import { sqlLimits } from '@kianda/contract/operations/databases/databases.contract';
import { formatCount, formatMilliseconds, formatNumber } from '@kianda/format';
import { DataTable, Dialog, downloadText, EmptyState, Panel, type PanelSource } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { type ResultRow, resultColumns, resultJson } from '../api/result-table.ts';
import type { Answered } from '../api/use-sql.ts';
import styles from '../page.module.css';
import { databaseTexts, sqlTexts as texts } from '../texts.pt.ts';

const drawCell = (cell: string | null) =>
  cell === null ? <span className={styles.muted}>{texts.null}</span> : <span className={styles.cell}>{cell}</span>;

/** Result of the last query, with a note above it on the rows left out. */
export function SqlResultPanel({ source }: { readonly source: PanelSource<Answered> }) {
  return (
    <Panel id="resultado" title={texts.result} source={source} flush>
      {({ query, result }) => <Result key={result.id} query={query} result={result} />}
    </Panel>
  );
}

function Result({ query, result }: Answered) {
  const [opened, setOpened] = useState<ResultRow | null>(null);
  const columns = useMemo(() => resultColumns(result, drawCell), [result]);
  const rows = useMemo(() => result.rows.map((cells, index) => ({ index, cells })), [result]);
  const count = formatCount(rows.length, ...databaseTexts.rows);
  return (
    <>
      <div className={styles.notes} role="status">
        <p>{texts.summary(count, formatMilliseconds(result.durationMs))}</p>
        {result.truncated === null ? null : <p>{texts.truncated[result.truncated](count)}</p>}
        {result.shortenedCells === 0 ? null : (
          <p>
            {texts.shortened(
              formatCount(result.shortenedCells, ...texts.cells),
              formatNumber(sqlLimits.cellCharacters, { maxDecimals: 0 }),
            )}
          </p>
        )}
      </div>
      {rows.length === 0 ? (
        <EmptyState title={texts.resultEmptyTitle}>{texts.resultEmpty}</EmptyState>
      ) : (
        <DataTable
          id="resultado-sql"
          label={texts.result}
          columns={columns}
          rows={rows}
          rowId={({ index }) => String(index)}
          height="480px"
          onOpenRow={setOpened}
          actions={
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              title={texts.jsonTitle}
              leftSection={<IconBraces size={15} aria-hidden="true" />}
              onClick={() => downloadText('resultado-sql.json', 'application/json', resultJson(query, result))}
            >
              {texts.json}
            </Button>
          }
        />
      )}
      {opened === null ? null : (
        <Dialog onClose={() => setOpened(null)} title={texts.cell} size="xl">
          <dl>
            {columns.map(({ id, label }, position) => (
              <div key={id}>
                <dt className={styles.muted}>{label}</dt>
                <dd className={styles.stack}>{opened.cells[position] ?? texts.null}</dd>
              </div>
            ))}
          </dl>
        </Dialog>
      )}
    </>
  );
}
