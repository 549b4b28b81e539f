import { allows } from '@kianda/contract';
import { featureCollections } from '@kianda/contract/open/features/features.contract';
import { type Layer, listLayers, removeLayer } from '@kianda/contract/open/layers/layers.contract';
import { formatCount, formatNumber, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, EmptyState, named, Panel, StatusPill } from '@kianda/ui';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useMaybeAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { NameConfirmDialog } from '../../../shared/name-confirm-dialog.tsx';
import { featureTexts } from '../texts.pt.ts';
import LayerForm from './layer-form.tsx';
import LayerImportForm from './layer-import-form.tsx';
import { layerTexts as texts } from './layer-texts.pt.ts';

type Act = 'add' | 'edit' | 'replace' | 'append' | 'remove';
type Opened = { readonly act: Act; readonly layer: Layer | null };

/** Layers that people brought in as files: their state, and what may be done with each. */
export function LayersView({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const role = useMaybeAccount()?.role ?? null;
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isBusy, setBusy] = useState(false);
  // An import goes on by itself: its progress is asked for often while there is one.
  const layers = useEndpoint(listLayers, {}, { refetchSeconds: isBusy || opened !== null ? 2 : 10 });
  const hasOpen = layers.sourced?.value.layers.some(isGoingOn) ?? false;
  if (hasOpen !== isBusy) setBusy(hasOpen);
  return (
    <>
      <Panel
        title={texts.title}
        source={layers}
        isEmpty={(value) => value.layers.length === 0}
        empty={<EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>}
        actions={
          allows('layers:write', role) ? (
            <Button onClick={() => setOpened({ act: 'add', layer: null })}>{texts.add}</Button>
          ) : null
        }
      >
        {(value) => (
          <DataTable
            id="camadas"
            label={texts.title}
            columns={[...columns, actionColumn(role !== null && allows('layers:write', role), onOpen, setOpened)]}
            rows={value.layers}
            rowId={({ id }) => id}
          />
        )}
      </Panel>
      <OpenedDialog
        opened={opened}
        maxBytes={layers.sourced?.value.maxFileBytes ?? 0}
        onClose={() => setOpened(null)}
      />
    </>
  );
}

const isGoingOn = ({ lastImport }: Layer): boolean =>
  lastImport?.state === 'waiting' || lastImport?.state === 'running';

const columns: readonly Column<Layer>[] = [
  { id: 'title', label: texts.name, value: ({ title }) => title },
  { id: 'id', label: texts.id, value: ({ id }) => id },
  { id: 'features', label: texts.features, value: ({ features }) => features, align: 'end', width: '110px' },
  { id: 'readers', label: texts.readers, value: ({ readers }) => texts.readersOf[readers] },
  { id: 'owner', label: texts.owner, value: ({ ownerName }) => ownerName },
  { id: 'source', label: texts.source, value: ({ source }) => source?.fileName ?? UNKNOWN },
  {
    id: 'state',
    label: texts.state,
    value: ({ lastImport }) => (lastImport === null ? UNKNOWN : texts.states[lastImport.state]),
    render: (layer) => <LayerState layer={layer} />,
  },
];

const tones = { waiting: 'info', running: 'info', done: 'good', failed: 'bad' } as const;

/** How the last import went, with the rows that were left out or doubtful. */
function LayerState({ layer: { lastImport } }: { readonly layer: Layer }) {
  if (lastImport === null) return <abbr title={texts.notYet}>{UNKNOWN}</abbr>;
  const { state, rowsRead, rowsRefused, rowsDoubtful, error, refused, doubtful } = lastImport;
  const faults = [...refused, ...doubtful];
  return (
    <div>
      <StatusPill tone={tones[state]}>{texts.states[state]}</StatusPill>{' '}
      {state === 'running' ? texts.rowsRead(formatNumber(rowsRead)) : null}
      {error === null ? null : <p>{error}</p>}
      {faults.length === 0 ? null : (
        <details>
          <summary>
            {[
              ...(rowsRefused === 0 ? [] : [texts.refused(formatNumber(rowsRefused))]),
              ...(rowsDoubtful === 0 ? [] : [texts.doubtful(formatNumber(rowsDoubtful))]),
            ].join(', ')}
          </summary>
          <ul aria-label={texts.details}>
            {faults.map(({ row, reason }) => (
              <li key={`${row} ${reason}`}>{texts.row(row, reason)}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function actionColumn(mayWrite: boolean, onOpen: (id: string) => void, onAct: (opened: Opened) => void): Column<Layer> {
  return {
    id: 'actions',
    label: texts.actions,
    value: () => '',
    width: '330px',
    render: (layer) => (
      <Group gap={4} role="group" aria-label={texts.actionsOf(layer.title)}>
        {layer.features === null || !layer.isReadable ? null : (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={named(texts.open, layer.title)}
            onClick={() => onOpen(layer.id)}
          >
            {texts.open}
          </Button>
        )}
        {mayWrite && layer.isManageable
          ? (['edit', 'replace', 'append', 'remove'] as const).map((act) => (
              <Button
                key={act}
                size="compact-sm"
                variant="subtle"
                aria-label={named(texts[act], layer.title)}
                disabled={(act === 'append' && layer.features === null) || (act !== 'edit' && isGoingOn(layer))}
                onClick={() => onAct({ act, layer })}
              >
                {texts[act]}
              </Button>
            ))
          : null}
      </Group>
    ),
  };
}

type DialogProps = { readonly opened: Opened | null; readonly maxBytes: number; readonly onClose: () => void };

function OpenedDialog({ opened, maxBytes, onClose }: DialogProps) {
  if (opened === null) return null;
  const { act, layer } = opened;
  if (act === 'add' || layer === null) return <LayerForm layer={null} maxBytes={maxBytes} onClose={onClose} />;
  if (act === 'edit') return <LayerForm layer={layer} maxBytes={maxBytes} onClose={onClose} />;
  if (act === 'remove') return <RemoveDialog layer={layer} onClose={onClose} />;
  return <LayerImportForm layer={layer} kind={act} maxBytes={maxBytes} onClose={onClose} />;
}

const changed = [listLayers, featureCollections] as const;

function RemoveDialog({ layer, onClose }: { readonly layer: Layer; readonly onClose: () => void }) {
  const remove = useAction(removeLayer, changed);
  const confirm = async (typed: string) => {
    const input = { params: { id: layer.id }, query: { confirm: typed } };
    const outcome = await remove.run(input, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    notify({ tone: 'success', message: texts.removed });
    return null;
  };
  return (
    <NameConfirmDialog
      title={texts.removeTitle(layer.title)}
      body={texts.removeBody(formatCount(layer.features ?? 0, ...featureTexts.elements))}
      confirm={texts.remove}
      onConfirm={confirm}
      onClose={onClose}
      label={texts.removeConfirm(layer.id)}
      name={layer.id}
    />
  );
}
