import type { DataOf } from '@kianda/contract';
import { listModelMaps, makeModelMap } from '@kianda/contract/models/maps/maps.contract';
import { type getModel, getModelVersion, type ModelFeature } from '@kianda/contract/models/registry/models.contract';
import { formatNumber } from '@kianda/format';
import { DialogForm, useNow } from '@kianda/ui';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { mapTexts as texts } from '../maps.texts.pt.ts';
import { versionTexts } from '../texts.pt.ts';

const usualSize = '0.1';
const nowSeconds = 3_600;
type Inputs = Readonly<Record<string, string>>;
type Props = { readonly detail: DataOf<typeof getModel>; readonly onClose: () => void };

/** Asks for the map of a version: its cells, its month, and the categories that have no value of their own at sea. */
export function MapForm({ detail: { model, versions }, onClose }: Props) {
  const { type } = model;
  const first = versions.find(({ state }) => state === 'deployed') ?? versions[0];
  const [version, setVersion] = useState(first?.version ?? 1);
  const [size, setSize] = useState(usualSize);
  const [month, setMonth] = useState(new Date(useNow(nowSeconds)).getUTCMonth() + 1);
  const [inputs, setInputs] = useState<Inputs>({});
  const detail = useEndpoint(getModelVersion, { params: { type, version } }, { refetchSeconds: 0 });
  const action = useAction(makeModelMap, [listModelMaps]);
  const features = detail.sourced?.value.features ?? [];
  const categories = features.filter((feature) => feature.categories !== null);
  const hasMonth = features.some(({ name }) => name === 'month');
  const submit = async () => {
    const body = { type, version, cellDegrees: Number(size), ...(hasMonth ? { month } : {}), inputs };
    const outcome = await action.run({ body }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: texts.asked });
    onClose();
  };
  return (
    <DialogForm
      title={texts.makeTitle}
      confirm={texts.make}
      action={action}
      onSubmit={submit}
      onClose={onClose}
      isReady={detail.sourced !== undefined && categories.every(({ name }) => (inputs[name] ?? '') !== '')}
    >
      <NativeSelect
        label={texts.version}
        value={String(version)}
        data={versions.map((one) => ({
          value: String(one.version),
          label: texts.versions(formatNumber(one.version), versionTexts.states[one.state]),
        }))}
        onChange={({ currentTarget }) => setVersion(Number(currentTarget.value))}
      />
      <NativeSelect
        label={texts.cells}
        value={size}
        data={Object.entries(texts.sizes).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget }) => setSize(currentTarget.value)}
      />
      {hasMonth ? (
        <NativeSelect
          label={texts.month}
          value={String(month)}
          data={texts.months.map((label, place) => ({ value: String(place + 1), label }))}
          onChange={({ currentTarget }) => setMonth(Number(currentTarget.value))}
        />
      ) : null}
      <CategoryFields features={categories} inputs={inputs} onChange={setInputs} />
    </DialogForm>
  );
}

type CategoryProps = {
  readonly features: readonly ModelFeature[];
  readonly inputs: Inputs;
  readonly onChange: (inputs: Inputs) => void;
};

function CategoryFields({ features, inputs, onChange }: CategoryProps) {
  return features.map(({ name, label, categories }) => (
    <NativeSelect
      key={name}
      label={label}
      required
      value={inputs[name] ?? ''}
      data={[{ value: '', label: texts.choose }, ...(categories ?? [])]}
      onChange={({ currentTarget }) => onChange({ ...inputs, [name]: currentTarget.value })}
    />
  ));
}
