import {
  listModelMaps,
  type MapRun,
  type ModelMap,
  modelMapDifference,
  modelMapFile,
} from '@kianda/contract/models/maps/maps.contract';
import type { ModelType } from '@kianda/contract/models/registry/models.contract';
import { useState } from 'react';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { useFileDownload } from '../../shared/intake/use-file-download.ts';

const usualSeconds = 60;
/** While a map is made, its progress is asked for this often. */
const makingSeconds = 2;

type Making = MapRun & { readonly state: 'queued' | 'running' };

export const isMaking = (run: MapRun): run is Making => run.state === 'queued' || run.state === 'running';

/** Maps of a model, and those being made. */
export function useModelMaps(type: ModelType) {
  const [isBusy, setBusy] = useState(false);
  const maps = useEndpoint(
    listModelMaps,
    { query: { type } },
    { refetchSeconds: isBusy ? makingSeconds : usualSeconds },
  );
  const now = maps.sourced?.value.runs.some(isMaking) ?? false;
  if (now !== isBusy) setBusy(now);
  return maps;
}

/** Saves the difference of two maps. */
export function useMapDifference() {
  const download = useFileDownload();
  return (map: ModelMap, other: ModelMap) =>
    download(
      modelMapDifference,
      { params: { id: map.id }, query: { minus: other.id } },
      `${map.modelType}-v${map.version}-menos-v${other.version}.tif`,
    );
}

/** Saves the file of a map in a format. */
export function useMapFile() {
  const download = useFileDownload();
  return ({ id, modelType, version }: ModelMap, format: 'tif' | 'csv' | 'parquet') =>
    download(modelMapFile, { params: { id }, query: { format } }, `${modelType}-v${version}.${format}`);
}
