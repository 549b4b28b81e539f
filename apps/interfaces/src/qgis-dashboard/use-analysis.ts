import type { DataOf } from '@kianda/contract';
import { oceanRegions } from '@kianda/contract/sea/ocean/derived.contract';
import {
  analysisLayerFeatures,
  analysisLayerGrid,
  cancelAnalysis,
  createAnalysis,
  getAnalysis,
} from '@kianda/contract/space/spatial/analyses.contract';
import type { AnalysisLayer } from '@kianda/contract/space/spatial/analysis-results';
import { analysisTypes } from '@kianda/contract/space/spatial/analysis-types';
import { useState } from 'react';
import { CallFailure } from '../client/client.ts';
import { useClient, useRead } from '../client/use-read.ts';
import { inputsFor } from './analysis-request.ts';
import type { ChangeQgis, QgisState } from './state.ts';

const everySeconds = 2;
/** Features of a layer that the map draws; all of them are in the files. */
const mostDrawn = 2_000;

export type Analysis = DataOf<typeof getAnalysis>;
const isUuid = (text: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/** The analysis of the address: asked for, followed to its end, cancelled; and one layer of its result. */
export function useAnalysis(state: QgisState, change: ChangeQgis) {
  const client = useClient();
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [layerId, setLayerId] = useState<string | null>(null);
  const [isGoing, setGoing] = useState(true);
  const id = isUuid(state.resultado) ? state.resultado : null;
  const source = useRead(
    getAnalysis,
    id === null ? null : { params: { id } },
    id !== null && isGoing ? everySeconds : undefined,
  );
  const analysis = source.sourced?.value ?? null;
  const going = analysis === null || analysis.status === 'pending' || analysis.status === 'running';
  if (going !== isGoing) setGoing(going);

  const layers = analysis?.results?.layers ?? [];
  const layer = layers.find((one) => one.id === layerId) ?? layers.find(({ count }) => count > 0) ?? null;
  const attempt = async (call: () => Promise<unknown>) => {
    setSending(true);
    setFault(null);
    try {
      await call();
    } catch (thrown) {
      setFault(thrown instanceof CallFailure ? thrown.message : String(thrown));
    } finally {
      setSending(false);
    }
  };
  return {
    ...{ source, analysis, layers, layer, setLayerId, isSending, fault },
    features: useFeatures(id, layer),
    grid: useGrid(id, layer),
    run: () =>
      attempt(async () => {
        const { analise: type, regiao } = state;
        const name = `${analysisTypes[type]}: ${oceanRegions[regiao].label}`;
        const body = { type, parameters: {}, inputs: inputsFor(type, regiao) ?? {}, name };
        const { data } = await client.call(createAnalysis, { body } as Parameters<
          typeof client.call<typeof createAnalysis>
        >[1]);
        setLayerId(null);
        change({ resultado: data.id });
      }),
    cancel: () =>
      attempt(async () => {
        if (id !== null) await client.call(cancelAnalysis, { params: { id } });
        source.refresh();
      }),
  };
}

function useFeatures(id: string | null, layer: AnalysisLayer | null) {
  const isVector = id !== null && layer !== null && layer.kind === 'vector' && layer.count > 0;
  return useRead(
    analysisLayerFeatures,
    isVector ? { params: { id, layer: layer.id }, query: { limit: mostDrawn } } : null,
  );
}

function useGrid(id: string | null, layer: AnalysisLayer | null) {
  const isRaster = id !== null && layer !== null && layer.kind === 'raster' && layer.count > 0;
  return useRead(analysisLayerGrid, isRaster ? { params: { id, layer: layer.id } } : null);
}
