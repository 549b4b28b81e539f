import type { Provenance } from '@kianda/contract';
import type { ReadSource } from '../client/use-read.ts';
import { overlays } from '../ocean-map/layers.ts';
import type { OceanParts } from '../ocean-map/ocean-page.tsx';
import { mapPageTexts } from '../ocean-map/texts.pt.ts';
import type { Frames } from '../ocean-map/use-frames.ts';
import { debugTexts as texts } from './texts.pt.ts';

/** A layer of the map as it stands. */
export type LayerRow = {
  readonly id: string;
  readonly name: string;
  readonly state: 'off' | 'reading' | 'ready' | 'failed';
  readonly provenance: Provenance | null;
  readonly error: string | null;
};

/** Every layer of the map: its field, its flow, and those over them. */
export function layerRows({ view, fields, sources }: OceanParts): readonly LayerRow[] {
  const baseName = texts.base(mapPageTexts.baseNames[view.base]);
  const flowName = mapPageTexts.overlayNames[view.overlays.wind.on ? 'wind' : 'currents'];
  const over = overlays.flatMap((id): LayerRow[] => {
    if (id === 'currents' || id === 'wind') return [];
    const state = view.overlays[id].on ? stateOf(sources[id]) : 'off';
    const { sourced, error } = sources[id];
    return [
      {
        ...{ id, name: mapPageTexts.overlayNames[id], state },
        provenance: sourced?.provenance ?? null,
        error: state === 'failed' ? (error?.message ?? null) : null,
      },
    ];
  });
  return [
    frameRow('base', baseName, fields.field, view.base !== 'none'),
    frameRow('flow', flowName, fields.flow.frames, fields.flow.base !== null),
    ...over,
  ];
}

function stateOf({ sourced, error }: ReadSource<unknown>): LayerRow['state'] {
  if (error !== null) return 'failed';
  return sourced === undefined ? 'reading' : 'ready';
}

function frameRow(id: string, name: string, { shown, isCurrent, failure }: Frames, isOn: boolean): LayerRow {
  const state = !isOn ? 'off' : failure !== null ? 'failed' : isCurrent ? 'ready' : 'reading';
  return { id, name, state, provenance: isOn ? (shown?.provenance ?? null) : null, error: failure?.message ?? null };
}
