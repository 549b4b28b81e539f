import type { FieldRow } from '@kianda/contract/ingestion/field/field.resource';
import { ElementsLayer } from '@kianda/viz/map/layers/elements/elements-layer.tsx';
import { elementHitLayers } from '@kianda/viz/map/layers/elements/elements-style.ts';
import type { MapPick } from '@kianda/viz/map/map-view.tsx';
import { useMemo } from 'react';
import { ZeeFrame } from '../../../shared/map/zee-frame.tsx';
import { fieldTexts as texts } from './field-texts.pt.ts';

type Props = {
  readonly rows: readonly FieldRow[];
  readonly chosen: string | null;
  readonly onOpen: (id: string) => void;
};

/** The records of the list's page that have a place. */
export default function FieldMap({ rows, chosen, onOpen }: Props) {
  const data = useMemo((): GeoJSON.FeatureCollection => {
    const placed = rows.flatMap(({ id, lon, lat }) => (lon === null || lat === null ? [] : [{ id, at: [lon, lat] }]));
    return {
      type: 'FeatureCollection',
      features: placed.map(({ id, at }) => ({
        type: 'Feature',
        properties: { id },
        geometry: { type: 'Point', coordinates: at },
      })),
    };
  }, [rows]);
  const onPick = ({ features }: MapPick) => {
    const hit = features.find(({ layer }) => elementHitLayers.some((known) => known === layer));
    if (typeof hit?.properties.id === 'string') onOpen(hit.properties.id);
  };
  return (
    <ZeeFrame label={texts.mapLabel} onPick={onPick} onPointer={() => undefined}>
      <ElementsLayer data={data} chosen={chosen} />
    </ZeeFrame>
  );
}
