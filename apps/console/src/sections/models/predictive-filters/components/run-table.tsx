import { type FilterRun, runStates } from '@kianda/contract/models/filters/filters.contract';
import { formatInstant, formatNumber, formatQuantity, type TimeZone, UNKNOWN } from '@kianda/format';
import {
  type Column,
  DataTable,
  EmptyState,
  named,
  PanelFrame,
  StatusPill,
  type StatusTone,
  usePreferences,
} from '@kianda/ui';
import { Button } from '@mantine/core';
import { runTexts as texts } from '../texts.pt.ts';

const tones: Readonly<Record<FilterRun['state'], StatusTone>> = {
  queued: 'unknown',
  running: 'info',
  succeeded: 'good',
  failed: 'bad',
  cancelled: 'unknown',
};

type Props = {
  readonly runs: readonly FilterRun[];
  readonly onCompare: (from: string, to: string) => void;
};

/** Runs of a filter: what each found, why it failed, and the button that compares it with the last result. */
export function RunTable({ runs, onCompare }: Props) {
  const { timeZone } = usePreferences();
  const last = runs.find(({ summary }) => summary !== null)?.id;
  return (
    <PanelFrame id="execucoes" title={texts.title} description={texts.text} flush>
      {runs.length === 0 ? (
        <EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>
      ) : (
        <DataTable
          id="execucoes"
          label={texts.title}
          columns={columnsOf(timeZone, last, onCompare)}
          rows={runs}
          rowId={({ id }) => id}
          initialSort="-requested"
        />
      )}
    </PanelFrame>
  );
}

function columnsOf(
  timeZone: TimeZone,
  last: string | undefined,
  onCompare: Props['onCompare'],
): readonly Column<FilterRun>[] {
  const none = <abbr title={texts.noResult}>{UNKNOWN}</abbr>;
  return [
    {
      ...{ id: 'requested', label: texts.columns.requestedAt, value: ({ requestedAt }) => requestedAt },
      render: ({ requestedAt }) => formatInstant(requestedAt, timeZone),
    },
    { id: 'by', label: texts.columns.requestedBy, value: ({ requestedBy }) => requestedBy },
    {
      ...{ id: 'state', label: texts.columns.state, value: ({ state }) => runStates[state] },
      render: ({ state }) => <StatusPill tone={tones[state]}>{runStates[state]}</StatusPill>,
    },
    { id: 'revision', label: texts.columns.revision, value: ({ revision }) => revision },
    {
      ...{
        id: 'confidence',
        label: texts.columns.confidence,
        value: ({ summary }) => summary?.confidence.value ?? null,
      },
      render: ({ summary }) =>
        summary === null ? none : formatQuantity(summary.confidence.value * 100, '%', { decimals: 1 }),
    },
    {
      ...{ id: 'area', label: texts.columns.area, value: ({ summary }) => summary?.areaKm2 ?? null },
      render: ({ summary }) => (summary === null ? none : formatQuantity(summary.areaKm2, 'km²', { maxDecimals: 0 })),
    },
    {
      ...{ id: 'points', label: texts.columns.points, value: ({ summary }) => summary?.points ?? null },
      render: ({ summary }) => (summary === null ? none : formatNumber(summary.points)),
    },
    {
      ...{ id: 'note', label: texts.columns.note, value: ({ error, message }) => error ?? message },
      render: ({ error, message }) => error ?? message ?? '',
    },
    {
      ...{ id: 'act', label: texts.columns.act },
      render: (run) =>
        run.summary === null || last === undefined || run.id === last ? null : (
          <Button
            size="xs"
            variant="default"
            aria-label={named(texts.compare, formatInstant(run.requestedAt, timeZone))}
            onClick={() => onCompare(run.id, last)}
          >
            {texts.compare}
          </Button>
        ),
    },
  ];
}
