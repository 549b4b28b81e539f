import { listModelMaps, type ModelMap, mapColours, modelMapGrid } from '@kianda/contract/models/maps/maps.contract';
import { type ModelType, modelTypes } from '@kianda/contract/models/registry/models.contract';
import { formatNumber, formatQuantity } from '@kianda/format';
import { type ColourScale, createColourScale } from '@kianda/viz/colour/scale.ts';
import { decodeField, type Field } from '@kianda/viz/field/decode.ts';
import { useMemo } from 'react';
import { useRead } from '../client/use-read.ts';
import { modelMapTexts as texts } from './part-texts.pt.ts';
import type { Hit } from './point-detail.tsx';
import { valueAt } from './readout.tsx';

/** Maps are made anew with a version, or by hand. */
const listEverySeconds = 600;

/** The map of a model's version in use, ready to draw. */
export type ShownModel = {
  readonly map: ModelMap;
  /** Null while it is on its way. */
  readonly field: Field | null;
  readonly scale: ColourScale;
};

export type ModelLayer = {
  /** The maps to choose from: of each model the newest of its version in use. */
  readonly maps: readonly ModelMap[];
  readonly shown: ShownModel | null;
  /** Why there is none to choose, or why the chosen one is not shown. */
  readonly note: string | null;
};

/** Maps of the versions in use, and the chosen one. A page that offers none asks for nothing. */
export function useModelMap(chosen: ModelType | null, isOffered: boolean): ModelLayer {
  const list = useRead(listModelMaps, isOffered ? {} : null, listEverySeconds);
  const maps = useMemo(() => newestInUse(list.sourced?.value.maps ?? []), [list.sourced]);
  const map = maps.find(({ modelType }) => modelType === chosen) ?? null;
  const grid = useRead(modelMapGrid, map === null ? null : { params: { id: map.id }, query: { band: 'value' } });
  const field = useMemo(() => (grid.sourced === undefined ? null : decodeField(grid.sourced.value)), [grid.sourced]);
  const shown = useMemo(
    () => (map === null ? null : { map, field, scale: createColourScale({ ...mapColours(map, 'value'), log: false }) }),
    [map, field],
  );
  const isRead = list.sourced !== undefined;
  const failure = list.sourced === undefined ? list.error : grid.sourced === undefined ? grid.error : null;
  const barred = list.errorStatus === 403 ? texts.noAccess : null;
  const failed = failure === null ? null : texts.failed(failure.message);
  const missing = chosen !== null && isRead && map === null ? texts.gone(modelTypes[chosen]) : null;
  const note = barred ?? failed ?? missing ?? (isRead && maps.length === 0 ? texts.none : null);
  return useMemo(() => ({ maps, shown, note }), [maps, shown, note]);
}

/** The list has the newest first. */
function newestInUse(maps: readonly ModelMap[]): readonly ModelMap[] {
  const byModel = new Map<ModelType, ModelMap>();
  for (const map of maps) {
    if (map.isInUse && !byModel.has(map.modelType)) byModel.set(map.modelType, map);
  }
  return [...byModel.values()];
}

/** Name of a map: its model and version, its month and the inputs that are the same everywhere. */
export function modelMapName({
  modelType,
  version,
  month,
  inputs,
}: Pick<ModelMap, 'modelType' | 'version' | 'month' | 'inputs'>): string {
  const given = Object.values(inputs).map(String);
  const when = month === null ? [] : [texts.month(texts.months[month - 1] ?? '')];
  return [texts.name(modelTypes[modelType], formatNumber(version)), ...given, ...when].join(' · ');
}

/** The map's value at a place, as an element of the layers there. */
export function modelHit(shown: ShownModel | null, position: readonly [number, number]): readonly Hit[] {
  if (shown === null) return [];
  const { map, field } = shown;
  const value = valueAt(field, position);
  const told =
    value === null
      ? texts.noValue
      : map.classes.length > 0
        ? (map.classes[value] ?? texts.noValue)
        : formatQuantity(value, map.unit ?? '', { maxDecimals: 2 });
  return [{ key: 'model', title: modelMapName(map), detail: told }];
}
