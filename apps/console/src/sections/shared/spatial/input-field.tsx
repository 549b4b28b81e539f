import type { DataOf } from '@kianda/contract';
import { fieldVariableSchema } from '@kianda/contract/sea/ocean/ocean.contract';
import { listPlaces } from '@kianda/contract/sea/places/places.contract';
import { placeKinds } from '@kianda/contract/sea/places/places.resource';
import { getAnalysis, listAnalyses, type spatialSources } from '@kianda/contract/space/spatial/analyses.contract';
import {
  type InputKind,
  type InputReference,
  type InputRole,
  inputKinds,
} from '@kianda/contract/space/spatial/analysis-inputs';
import { SkeletonBar } from '@kianda/ui';
import { NativeSelect } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import styles from './analysis.module.css';
import { CollectionField } from './collection-field.tsx';
import { drawingOf, emptySketch, sketchOf } from './drawing.rules.ts';
import { formTexts as texts } from './texts.pt.ts';
import { UploadField } from './upload-field.tsx';

const DrawingField = lazy(() => import('./drawing-field.tsx'));
const drawHeight = 460;

type Sources = DataOf<typeof spatialSources>;
/** An input as it is being chosen: `reference` is null until it is complete. */
export type InputDraft = { readonly kind: InputKind | null; readonly reference: InputReference | null };

export const draftOf = (reference: InputReference | null): InputDraft => ({ kind: reference?.kind ?? null, reference });

/** Whether an input may be sent: chosen altogether, or left out where it may be. */
export const isComplete = ({ kind, reference }: InputDraft, role: InputRole): boolean =>
  kind === null ? role.isOptional : reference !== null;

/** Attributes of the collections among the inputs, which a parameter may name. */
export const attributesOf = (drafts: readonly InputDraft[], sources: Sources | undefined) =>
  (sources?.collections ?? [])
    .filter(({ id }) => drafts.some(({ reference }) => reference?.kind === 'collection' && reference.collection === id))
    .flatMap(({ attributes }) => attributes);

const kindsOf = ({ geometry }: InputRole): readonly InputKind[] => {
  if (geometry === 'raster') return ['raster', 'upload', 'result'];
  return ['collection', 'area', 'drawing', 'upload', 'result'];
};

type Props = {
  readonly role: InputRole;
  readonly draft: InputDraft;
  readonly sources: Sources | undefined;
  readonly onChange: (draft: InputDraft) => void;
};

/** Where an input comes from: a collection, an area, a drawing, a file, a field, or the result of another analysis. */
export function InputField({ role, draft, sources, onChange }: Props) {
  const { kind, reference } = draft;
  const set = (next: InputReference | null) => onChange({ kind, reference: next });
  return (
    <fieldset className={styles.part}>
      <legend>{role.label}</legend>
      <NativeSelect
        aria-label={role.label}
        value={kind ?? ''}
        data={[
          { value: '', label: role.isOptional ? texts.noInput : texts.choose },
          ...kindsOf(role).map((value) => ({ value, label: inputKinds[value] })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const chosen = kindsOf(role).find((one) => one === value) ?? null;
          onChange({ kind: chosen, reference: null });
        }}
      />
      {kind === 'collection' ? (
        <CollectionField
          role={role}
          reference={reference?.kind === 'collection' ? reference : null}
          collections={sources?.collections ?? []}
          onChange={set}
        />
      ) : null}
      {kind === 'area' ? <AreaField reference={reference} onChange={set} /> : null}
      {kind === 'raster' ? <RasterField reference={reference} sources={sources} onChange={set} /> : null}
      {kind === 'result' ? <ResultField role={role} reference={reference} onChange={set} /> : null}
      {kind === 'upload' ? <UploadField isField={role.geometry === 'raster'} onChange={set} /> : null}
      {kind === 'drawing' ? (
        <Suspense fallback={<SkeletonBar height={drawHeight} />}>
          <DrawingField
            sketch={reference?.kind === 'drawing' ? sketchOf(reference.geojson) : emptySketch}
            onChange={(sketch) => {
              const geojson = drawingOf(sketch);
              set(geojson === null ? null : { kind: 'drawing', geojson });
            }}
          />
        </Suspense>
      ) : null}
    </fieldset>
  );
}

type PartProps = {
  readonly reference: InputReference | null;
  readonly onChange: (reference: InputReference | null) => void;
};

const areaKinds = ['zee', 'protected-area', 'fishing-zone', 'watched-area'] as const;
const mostAreas = 100;

function AreaField({ reference, onChange }: PartProps) {
  const places = useEndpoint(
    listPlaces,
    { query: { kinds: areaKinds.join(','), page: 1, pageSize: mostAreas, sort: 'name', order: 'asc' } },
    { refetchSeconds: 0 },
  );
  const list = places.sourced?.value.data ?? [];
  return (
    <NativeSelect
      label={texts.place}
      value={reference?.kind === 'area' ? `${reference.placeKind}/${reference.id}` : ''}
      data={[
        { value: '', label: texts.choose },
        ...list.map(({ kind, id, name }) => ({ value: `${kind}/${id}`, label: `${name} (${placeKinds[kind]})` })),
      ]}
      onChange={({ currentTarget: { value } }) => {
        const chosen = list.find(({ kind, id }) => `${kind}/${id}` === value);
        onChange(chosen === undefined ? null : { kind: 'area', placeKind: chosen.kind, id: chosen.id });
      }}
    />
  );
}

function RasterField({ reference, sources, onChange }: PartProps & Pick<Props, 'sources'>) {
  const fields = (sources?.fields ?? []).filter(({ newest }) => newest !== null);
  return (
    <NativeSelect
      label={texts.field}
      value={reference?.kind === 'raster' ? reference.variable : ''}
      data={[{ value: '', label: texts.choose }, ...fields.map(({ variable, label }) => ({ value: variable, label }))]}
      onChange={({ currentTarget: { value } }) => {
        const parsed = fieldVariableSchema.safeParse(value);
        onChange(parsed.success ? { kind: 'raster', variable: parsed.data } : null);
      }}
    />
  );
}

const mostAnalyses = 100;

/** A layer of the result of an analysis that is done. */
function ResultField({ role, reference, onChange }: PartProps & Pick<Props, 'role'>) {
  const list = useEndpoint(listAnalyses, {
    query: { states: 'completed', page: 1, pageSize: mostAnalyses, sort: 'created', order: 'desc' },
  });
  const chosen = reference?.kind === 'result' ? reference : null;
  const detail = useEndpoint(
    getAnalysis,
    { params: { id: chosen?.analysisId ?? '' } },
    { enabled: chosen !== null, refetchSeconds: 0 },
  );
  const wanted = role.geometry === 'raster' ? 'raster' : 'vector';
  const layers = (detail.sourced?.value.results?.layers ?? []).filter(({ kind }) => kind === wanted);
  return (
    <div className={styles.fields}>
      <NativeSelect
        label={texts.analysis}
        value={chosen?.analysisId ?? ''}
        data={[
          { value: '', label: texts.choose },
          ...(list.sourced?.value.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange(value === '' ? null : { kind: 'result', analysisId: value })
        }
      />
      {chosen === null ? null : (
        <NativeSelect
          label={texts.layer}
          value={chosen.layer ?? ''}
          data={[{ value: '', label: texts.choose }, ...layers.map(({ id, title }) => ({ value: id, label: title }))]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ kind: 'result', analysisId: chosen.analysisId, ...(value === '' ? {} : { layer: value }) })
          }
        />
      )}
    </div>
  );
}
