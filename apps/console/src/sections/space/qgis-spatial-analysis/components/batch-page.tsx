import { allows } from '@kianda/contract';
import { analysisStates } from '@kianda/contract/space/spatial/analysis-results';
import { analysisTypes } from '@kianda/contract/space/spatial/analysis-types';
import {
  batchTable,
  cancelBatch,
  getBatch,
  listBatches,
  removeBatch,
  type SpatialBatch,
} from '@kianda/contract/space/spatial/batches.contract';
import { formatNumber, formatQuantity, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, named, PanelFrame, StatusPill } from '@kianda/ui';
import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { useFileDownload } from '../../../shared/intake/use-file-download.ts';
import { NameConfirmDialog } from '../../../shared/name-confirm-dialog.tsx';
import { fileNameOf } from '../../../shared/spatial/file-name.ts';
import { stateTones } from '../../../shared/spatial/state-tones.ts';
import { batchTexts as texts } from '../texts.pt.ts';
import { BatchState, isBusy } from './batches-panel.tsx';
import { LoadedCard } from './loaded-card.tsx';

const refreshed = [getBatch, listBatches] as const;
/** While one of its analyses runs, a batch is asked for this often. */
const [runningSeconds, usualSeconds] = [3, 60];

type Props = { readonly id: string; readonly onOpen: (id: string) => void; readonly onBack: () => void };

/** One analysis for several areas: how far it is, and the figures of each area. */
export default function BatchPage({ id, onOpen, onBack }: Props) {
  const [isRunning, setRunning] = useState(true);
  const source = useEndpoint(
    getBatch,
    { params: { id } },
    { refetchSeconds: isRunning ? runningSeconds : usualSeconds },
  );
  const batch = source.sourced?.value;
  const now = batch === undefined || isBusy(batch);
  if (now !== isRunning) setRunning(now);
  return (
    <LoadedCard
      source={source}
      texts={texts}
      onBack={onBack}
      actions={(batch) => <Acts batch={batch} onGone={onBack} />}
    >
      {(batch) => (
        <>
          <PanelFrame id="lote" title={batch.name} description={analysisTypes[batch.type]}>
            <BatchState batch={batch} />
          </PanelFrame>
          <PanelFrame id="areas" title={texts.table} description={texts.tableText}>
            <DataTable
              id="areas-do-lote"
              label={texts.table}
              columns={columnsOf(batch, onOpen)}
              rows={batch.rows}
              rowId={({ analysisId }) => analysisId}
            />
          </PanelFrame>
        </>
      )}
    </LoadedCard>
  );
}

type Row = SpatialBatch['rows'][number];

function columnsOf({ columns }: SpatialBatch, onOpen: Props['onOpen']): readonly Column<Row>[] {
  return [
    {
      id: 'area',
      label: texts.area,
      value: ({ area }) => area,
      render: ({ area, place, analysisId }) => (
        <Anchor
          component="button"
          type="button"
          ta="start"
          aria-label={named(area, String(place))}
          onClick={() => onOpen(analysisId)}
        >
          {area}
        </Anchor>
      ),
    },
    {
      id: 'status',
      label: texts.state,
      value: ({ status }) => analysisStates[status],
      render: ({ status, error, isReused }) => (
        <abbr title={error ?? (isReused ? texts.reused : analysisStates[status])}>
          <StatusPill tone={stateTones[status]}>{analysisStates[status]}</StatusPill>
        </abbr>
      ),
    },
    ...columns.map(
      ({ id, label, unit }): Column<Row> => ({
        id,
        label: unit === null ? label : `${label} (${unit})`,
        value: ({ values }) => values[id] ?? null,
        render: ({ values, error }) => figure(values[id] ?? null, unit, error),
        align: 'end',
      }),
    ),
  ];
}

function figure(value: number | string | null, unit: string | null, error: string | null) {
  if (value === null) return <abbr title={error ?? texts.noValue}>{UNKNOWN}</abbr>;
  if (typeof value === 'string') return value;
  const decimals = { maxDecimals: 3 } as const;
  return unit === null ? formatNumber(value, decimals) : formatQuantity(value, unit, decimals);
}

function Acts({ batch, onGone }: { readonly batch: SpatialBatch; readonly onGone: () => void }) {
  const { id, name, isManageable } = batch;
  const { role } = useAccount();
  const download = useFileDownload();
  const cancel = useAction(cancelBatch, refreshed);
  const [isRemoving, setRemoving] = useState(false);
  const mayAct = isManageable && allows(cancelBatch.access, role);
  const stop = async () => {
    const outcome = await cancel.run({ params: { id } }, { offline: 'fail' });
    if (outcome.state === 'done') notify({ tone: 'info', message: texts.cancelled });
    if (outcome.state === 'failed') notify({ tone: 'error', message: outcome.failure.message });
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        onClick={() => download(batchTable, { params: { id } }, fileNameOf(name, 'csv'))}
      >
        {texts.csv}
      </Button>
      {mayAct && isBusy(batch) ? (
        <Button size="xs" variant="default" loading={cancel.isRunning} onClick={() => void stop()}>
          {texts.cancelAll}
        </Button>
      ) : null}
      {mayAct && !isBusy(batch) ? (
        <Button size="xs" variant="default" onClick={() => setRemoving(true)}>
          {texts.remove}
        </Button>
      ) : null}
      {isRemoving ? <Remove batch={batch} onClose={() => setRemoving(false)} onGone={onGone} /> : null}
    </>
  );
}

type RemoveProps = { readonly batch: SpatialBatch; readonly onClose: () => void; readonly onGone: () => void };

function Remove({ batch: { id, name }, onClose, onGone }: RemoveProps) {
  const { run } = useAction(removeBatch, refreshed);
  return (
    <NameConfirmDialog
      title={texts.removeTitle}
      body={texts.removeBody}
      confirm={texts.remove}
      label={texts.removeConfirm(name)}
      name={name}
      onClose={onClose}
      onConfirm={async (typed) => {
        const outcome = await run({ params: { id }, query: { confirm: typed } }, { offline: 'fail' });
        if (outcome.state === 'failed') return outcome.failure.message;
        notify({ tone: 'success', message: texts.removed });
        onGone();
        return null;
      }}
    />
  );
}
