import { featureCollections } from '@kianda/contract/open/features/features.contract';
import {
  addLayer,
  changeLayer,
  defaultLayerStyle,
  type Layer,
  layerReaders,
  listLayers,
} from '@kianda/contract/open/layers/layers.contract';
import { foldText } from '@kianda/format';
import { DialogForm, type Draft, useDraft } from '@kianda/ui';
import { Checkbox, ColorInput, Group, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { LayerFileField } from './layer-file-field.tsx';
import { layerTexts as texts } from './layer-texts.pt.ts';
import { TimeColumnField, timeIn } from './time-column-field.tsx';
import { useLayerFile } from './use-layer-file.ts';

const changed = [listLayers, featureCollections] as const;
const paths = {
  colour: 'style.colour',
  widthPixels: 'style.widthPixels',
  fillOpacity: 'style.fillOpacity',
  radiusPixels: 'style.radiusPixels',
};

function fieldsOf(layer: Layer | null) {
  const { id, title, description, licence, citation, readers, timeColumn, style } = layer ?? {
    ...{ id: '', title: '', description: '', licence: '', citation: '', timeColumn: null },
    ...{ readers: 'private' as const, style: defaultLayerStyle },
  };
  const numbers: Readonly<Record<'widthPixels' | 'fillOpacity' | 'radiusPixels', number | ''>> = style;
  return {
    ...{ id, title, description, licence, citation, readers, timeColumn },
    ...{ colour: style.colour, ...numbers, skipFaulty: false },
  };
}
type Fields = ReturnType<typeof fieldsOf>;

const bodyOf = ({ title, description, licence, citation, readers, ...style }: Fields) => ({
  ...{ title, description, licence, citation, readers },
  style: {
    colour: style.colour,
    widthPixels: Number(style.widthPixels),
    fillOpacity: Number(style.fillOpacity),
    radiusPixels: Number(style.radiusPixels),
  },
});

/** Id and title after the name of a file: `Bóias do Lobito.shp.zip` is `boias-do-lobito`, «Bóias do Lobito». */
function namesAfter(fileName: string): Pick<Fields, 'id' | 'title'> {
  const stem = fileName.replace(/(?:\.[a-z\d]{2,9})+$/i, '');
  const id = foldText(stem)
    .replaceAll(/[^a-z\d_-]+/g, '-')
    .slice(0, 80)
    .replaceAll(/^[-_]+|[-_]+$/g, '');
  return { id, title: stem.replaceAll(/[-_]+/g, ' ').trim() };
}

type Props = {
  /** The layer that is changed; null for a new one, which asks for a file. */
  readonly layer: Layer | null;
  readonly maxBytes: number;
  readonly onClose: () => void;
};

/** Adds a layer from a file, or changes how one is described, read and drawn. */
export default function LayerForm({ layer, maxBytes, onClose }: Props) {
  const add = useAction(addLayer, changed);
  const change = useAction(changeLayer, changed);
  const draft = useDraft<Fields>(fieldsOf(layer), add.failure ?? change.failure, paths);
  const sent = useLayerFile();
  const [isAsked, setAsked] = useState(false);
  const columns = (layer === null ? sent.chosen : layer)?.columns ?? [];

  const nameAfter = (fileName: string) => {
    const { id, title } = namesAfter(fileName);
    // A name that a person wrote stays.
    draft.set({ id: draft.values.id || id, title: draft.values.title || title });
  };
  const submit = async () => {
    setAsked(true);
    const { id, skipFaulty } = draft.values;
    // Before its first import has ended a layer has no columns to choose from.
    const time = columns.length === 0 ? {} : { timeColumn: timeIn(columns, draft.values.timeColumn) };
    const body = { ...bodyOf(draft.values), ...time };
    if (layer === null && (sent.file === null || sent.problem !== null)) return;
    const outcome =
      layer === null
        ? await add.run(
            { body: { ...body, id: id.trim(), skipFaulty, fileId: sent.file?.id ?? '', table: sent.table } },
            { offline: 'fail' },
          )
        : await change.run({ params: { id: layer.id }, body }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: layer === null ? texts.started : texts.saved });
    onClose();
  };
  const noFile = isAsked && layer === null && sent.file === null ? texts.noFile : null;
  return (
    <DialogForm
      title={layer === null ? texts.add : texts.editTitle(layer.title)}
      size="xl"
      onClose={onClose}
      onSubmit={submit}
      action={[add, change]}
      draft={draft}
      problem={layer === null ? (sent.problem ?? noFile) : null}
      isReady={!sent.isSending}
      {...(layer === null ? { confirm: texts.add } : {})}
    >
      {layer === null ? (
        <>
          <LayerFileField state={sent} maxBytes={maxBytes} onChosen={nameAfter} />
          <TextInput label={texts.id} description={texts.idHelp} required maxLength={80} {...draft.text('id')} />
        </>
      ) : null}
      <DescribedFields draft={draft} />
      {columns.length === 0 ? null : (
        <TimeColumnField
          columns={columns}
          value={draft.values.timeColumn}
          error={draft.errorOf('timeColumn')}
          onChange={(timeColumn) => draft.set({ timeColumn })}
        />
      )}
      <StyleFields draft={draft} />
      {layer === null ? (
        <Checkbox label={texts.skipFaulty} description={texts.skipHelp} {...draft.check('skipFaulty')} />
      ) : null}
    </DialogForm>
  );
}

function DescribedFields({ draft }: { readonly draft: Draft<Fields> }) {
  return (
    <>
      <TextInput label={texts.name} required minLength={3} maxLength={120} {...draft.text('title')} />
      <Textarea label={texts.description} rows={2} maxLength={2_000} {...draft.text('description')} />
      <Group grow align="start">
        <TextInput
          label={texts.licence}
          description={texts.licenceHelp}
          required
          maxLength={200}
          {...draft.text('licence')}
        />
        <NativeSelect
          label={texts.readers}
          {...draft.text('readers')}
          data={layerReaders.map((value) => ({ value, label: texts.readersOf[value] }))}
        />
      </Group>
      <TextInput
        label={texts.citation}
        description={texts.citationHelp}
        required
        maxLength={500}
        {...draft.text('citation')}
      />
    </>
  );
}

function StyleFields({ draft }: { readonly draft: Draft<Fields> }) {
  return (
    <fieldset>
      <legend>{texts.style}</legend>
      <Group align="end">
        <ColorInput
          label={texts.colour}
          format="hex"
          value={draft.values.colour}
          error={draft.errorOf('colour')}
          onChange={(colour) => draft.set({ colour })}
        />
        <NumberInput label={texts.width} min={0.5} max={20} decimalSeparator="," {...draft.number('widthPixels')} />
        <NumberInput
          label={texts.fill}
          min={0}
          max={1}
          step={0.05}
          decimalSeparator=","
          {...draft.number('fillOpacity')}
        />
        <NumberInput label={texts.radius} min={1} max={30} decimalSeparator="," {...draft.number('radiusPixels')} />
      </Group>
    </fieldset>
  );
}
