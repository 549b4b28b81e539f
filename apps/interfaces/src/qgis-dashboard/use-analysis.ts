import type { DataOf } from '@kianda/contract';
import { oceanRegions } from '@kianda/contract/sea/ocean/derived.contract';
import type { getAnalysis } from '@kianda/contract/space/spatial/analyses.contract';
import type { AnalysisLayer } from '@kianda/contract/space/spatial/analysis-results';
import { analysisTypes } from '@kianda/contract/space/spatial/analysis-types';
import { useEffect, useState } from 'react';
import { CallFailure } from '../client/client.ts';
import { useClient, useRead } from '../client/use-read.ts';
import type { ChangeQgis, QgisState } from './state.ts';
import { qgisTexts as texts } from './texts.pt.ts';

// Schemas of every kind of result: they come with the first analysis that is run or shown.
const loadCalls = () =>
  import('./analysis-calls.ts').catch((cause: unknown) => {
    throw new CallFailure(texts.notLoaded, null, undefined, cause);
  });
type Calls = Awaited<ReturnType<typeof loadCalls>>;

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
  const { calls, failure, again } = useCalls(id !== null);
  const read = useRead(
    calls?.getAnalysis ?? null,
    id === null ? null : { params: { id } },
    id !== null && isGoing ? everySeconds : undefined,
  );
  const source = failure === null ? read : { ...read, error: failure, errorStatus: null, refresh: again };
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
    features: useFeatures(calls, id, layer),
    grid: useGrid(calls, id, layer),
    run: () =>
      attempt(async () => {
        const { createAnalysis, inputsFor } = await loadCalls();
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
        const { cancelAnalysis } = await loadCalls();
        if (id !== null) await client.call(cancelAnalysis, { params: { id } });
        source.refresh();
      }),
  };
}

/** The calls of the analysis, once they are wanted and have come; or why they have not. */
function useCalls(isWanted: boolean) {
  const [calls, setCalls] = useState<Calls | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn tries once more
  useEffect(() => {
    if (!isWanted || calls !== null) return undefined;
    let isShown = true;
    setFailure(null);
    loadCalls().then(
      (module) => (isShown ? setCalls(module) : undefined),
      (thrown: CallFailure) => (isShown ? setFailure(thrown) : undefined),
    );
    return () => {
      isShown = false;
    };
  }, [isWanted, calls, turn]);
  return { calls, failure, again: () => setTurn((value) => value + 1) };
}

function useFeatures(calls: Calls | null, id: string | null, layer: AnalysisLayer | null) {
  const isVector = id !== null && layer !== null && layer.kind === 'vector' && layer.count > 0;
  return useRead(
    calls?.analysisLayerFeatures ?? null,
    isVector ? { params: { id, layer: layer.id }, query: { limit: mostDrawn } } : null,
  );
}

function useGrid(calls: Calls | null, id: string | null, layer: AnalysisLayer | null) {
  const isRaster = id !== null && layer !== null && layer.kind === 'raster' && layer.count > 0;
  return useRead(calls?.analysisLayerGrid ?? null, isRaster ? { params: { id, layer: layer.id } } : null);
}
