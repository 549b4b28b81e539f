import { listAnimalTracks } from '@kianda/contract/sea/biodiversity/tracks.contract';
import { listPorts, zeeBoundary } from '@kianda/contract/sea/geography/geography.contract';
import { fieldGrid } from '@kianda/contract/sea/ocean/ocean.contract';
import { formatNumber } from '@kianda/format';
import { type ReadSource, useRead } from '../client/use-read.ts';
import type { LayerId, QgisState } from './state.ts';
import { qgisTexts as texts } from './texts.pt.ts';

export type Layers = ReturnType<typeof useLayers>;

/** Data of the layers that are on; a layer that is off asks for nothing. */
export function useLayers({ camadas }: QgisState, from: string) {
  const when = <T>(id: LayerId, input: T) => (camadas.includes(id) ? input : null);
  return {
    zee: useRead(zeeBoundary, when('zee', {})),
    ports: useRead(listPorts, when('infraestrutura', {})),
    tracks: useRead(listAnimalTracks, when('rotas', { query: { from } })),
    bathymetry: useRead(fieldGrid, when('batimetria', { params: { variable: 'seabedDepth' as const } })),
  };
}

/** Beside the layer's name: how many elements it has, that it is on its way, or that it could not be read. */
export function layerNote(layers: Layers, id: LayerId): string {
  if (id === 'infraestrutura') return noteOf(layers.ports, ({ features }) => features.length);
  if (id === 'rotas') return noteOf(layers.tracks, ({ features }) => features.length);
  if (id === 'zee') return noteOf(layers.zee, () => null);
  return id === 'batimetria' ? noteOf(layers.bathymetry, () => null) : '';
}

function noteOf<T>(source: ReadSource<T>, countOf: (value: T) => number | null): string {
  if (source.sourced === undefined)
    return source.error !== null ? texts.layerFailed : source.isLoading ? texts.layerLoading : '';
  const count = countOf(source.sourced.value);
  return count === 0 ? texts.layerEmpty : count === null ? '' : texts.layerCount(formatNumber(count));
}
