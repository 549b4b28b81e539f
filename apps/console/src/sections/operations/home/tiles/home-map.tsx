import type { DataOf } from '@kianda/contract';
import type { VesselAlert } from '@kianda/contract/fleet/surveillance/alerts.contract';
import type { presenceCells } from '@kianda/contract/fleet/vessels/vessels.contract';
import type { zeeBoundary } from '@kianda/contract/sea/geography/geography.contract';
import { type FieldGrid, fieldVariables } from '@kianda/contract/sea/ocean/ocean.contract';
import { angolaBbox, gridIndex, gridNearest } from '@kianda/geo';
import { createColourScale } from '@kianda/viz/colour/scale.ts';
import { decodeField, type Field } from '@kianda/viz/field/decode.ts';
import { Legend } from '@kianda/viz/map/controls/legend.tsx';
import { MapCorners } from '@kianda/viz/map/controls/map-corners.tsx';
import { GeoLayer, type GeoLayerSpec } from '@kianda/viz/map/geo-layer.tsx';
import { FieldLayer } from '@kianda/viz/map/layers/field/field-layer.tsx';
import { PresenceLayer } from '@kianda/viz/map/layers/presence/presence-layer.tsx';
import { presenceScale } from '@kianda/viz/map/layers/presence/presence-scale.ts';
import { ZeeLayer } from '@kianda/viz/map/layers/zee/zee-layer.tsx';
import { type MapPick, MapView } from '@kianda/viz/map/map-view.tsx';
import { useComputedColorScheme } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { useOpenSection } from '../../../../shell/use-section.ts';
import styles from '../home.module.css';
import { homeTexts } from '../texts.pt.ts';

const texts = homeTexts.map;
const padding = { top: 16, right: 16, bottom: 16, left: 16 };
const alertsHitLayer = 'inicio-alertas';
/** Coral tells what needs a person now, on the map too. */
const alertLayers: readonly GeoLayerSpec[] = [
  {
    id: alertsHitLayer,
    type: 'circle',
    paint: {
      'circle-radius': 6,
      'circle-color': '#e2583a',
      'circle-stroke-color': '#ffffff',
      'circle-stroke-width': 2,
    },
  },
];

type Props = {
  readonly grid: FieldGrid;
  readonly when: ReactNode;
  readonly boundary: DataOf<typeof zeeBoundary>['boundary'] | undefined;
  readonly presence: DataOf<typeof presenceCells> | undefined;
  readonly alerts: readonly VesselAlert[];
};

/** The sea in the colours of its temperature, with the ZEE's limit, where vessels were, and open alerts that open. */
export default function HomeMap({ grid, when, boundary, presence, alerts }: Props) {
  const scheme = useComputedColorScheme('light');
  const open = useOpenSection();
  const [pointed, setPointed] = useState<readonly [number, number] | null>(null);
  const description = fieldVariables[grid.slice.variable];
  const field = useMemo(() => decodeField(grid), [grid]);
  const scale = useMemo(() => createColourScale(description), [description]);
  const marks = useMemo(() => marksOf(alerts), [alerts]);
  const onPick = ({ position, features }: MapPick) => {
    const id = features.find(({ layer }) => layer === alertsHitLayer)?.properties.id;
    if (typeof id === 'string') open('global-fishing-watch', { tab: 'alerts', alert: id });
    else setPointed(position);
  };
  return (
    <div className={styles.mapFrame}>
      <div className={styles.stage}>
        <MapView
          label={texts.label}
          scheme={scheme}
          camera={null}
          bounds={angolaBbox}
          padding={padding}
          onPick={onPick}
          onPointer={setPointed}
        >
          <FieldLayer field={field} scale={scale} opacity={1} />
          {presence === undefined ? null : (
            <PresenceLayer cells={presence.cells} cellDegrees={presence.cellDegrees} opacity={0.8} />
          )}
          {boundary === undefined ? null : <ZeeLayer data={boundary} />}
          <GeoLayer id="inicio-alertas-fonte" slot="points" data={marks} layers={alertLayers} interactive={hits} />
          <MapCorners bounds={angolaBbox} padding={padding} />
        </MapView>
      </div>
      <div className={styles.legends}>
        <Legend
          title={description.label}
          unit={description.unit}
          scale={scale}
          when={when}
          pointed={pointed === null ? null : valueAt(field, pointed)}
          hasGaps
        />
        {presence === undefined ? null : (
          <Legend title={texts.presenceTitle} unit={texts.presenceUnit} scale={presenceScale} />
        )}
      </div>
    </div>
  );
}

const hits = [alertsHitLayer];

function marksOf(alerts: readonly VesselAlert[]): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: alerts.flatMap(({ id, location }) =>
      location === null
        ? []
        : [
            {
              type: 'Feature' as const,
              geometry: { type: 'Point' as const, coordinates: [location.lon, location.lat] },
              properties: { id },
            },
          ],
    ),
  };
}

/** Value of the cell at a place; null where it is missing or outside. */
function valueAt(field: Field, position: readonly [number, number]): number | null {
  const cell = gridNearest(field.grid, position);
  const index = cell === null ? null : gridIndex(field.grid, cell.column, cell.row);
  const value = index === null ? undefined : field.values[index];
  return value === undefined || Number.isNaN(value) ? null : value;
}
