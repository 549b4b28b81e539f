import { featureCollections } from '@kianda/contract/open/features/features.contract';
import { importLayer, type Layer, listLayers } from '@kianda/contract/open/layers/layers.contract';
import { DialogForm } from '@kianda/ui';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { LayerFileField } from './layer-file-field.tsx';
import { layerTexts as texts } from './layer-texts.pt.ts';
import { TimeColumnField, timeIn } from './time-column-field.tsx';
import { useLayerFile } from './use-layer-file.ts';

const changed = [listLayers, featureCollections] as const;

type Props = {
  readonly layer: Layer;
  readonly kind: 'replace' | 'append';
  readonly maxBytes: number;
  readonly onClose: () => void;
};

/** Replaces the features of a layer by those of a file, or appends them. */
export default function LayerImportForm({ layer, kind, maxBytes, onClose }: Props) {
  const send = useAction(importLayer, changed);
  const state = useLayerFile();
  const [skipFaulty, setSkip] = useState(false);
  const [wanted, setWanted] = useState(layer.timeColumn);
  const columns = state.chosen?.columns ?? [];
  const submit = async () => {
    if (state.file === null) return;
    const time = kind === 'replace' ? { timeColumn: timeIn(columns, wanted) } : {};
    const body = { kind, fileId: state.file.id, table: state.table, skipFaulty, ...time };
    const outcome = await send.run({ params: { id: layer.id }, body }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: texts.started });
    onClose();
  };
  return (
    <DialogForm
      title={texts.updateTitle[kind](layer.title)}
      onClose={onClose}
      onSubmit={submit}
      action={send}
      problem={state.problem}
      confirm={texts[kind]}
      isReady={state.file !== null && state.problem === null && !state.isSending}
      isDangerous={kind === 'replace'}
    >
      <LayerFileField state={state} maxBytes={maxBytes} />
      {kind === 'append' || columns.length === 0 ? null : (
        <TimeColumnField columns={columns} value={wanted} onChange={setWanted} />
      )}
      <Checkbox
        label={texts.skipFaulty}
        description={texts.skipHelp}
        checked={skipFaulty}
        onChange={(event) => setSkip(event.currentTarget.checked)}
      />
    </DialogForm>
  );
}
