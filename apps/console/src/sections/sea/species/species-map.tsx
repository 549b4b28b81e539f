import type { DataOf } from '@kianda/contract';
import type { speciesProfile } from '@kianda/contract/sea/biodiversity/species.contract';
import { zeeBoundary } from '@kianda/contract/sea/geography/geography.contract';
import { formatCoordinates, formatCount } from '@kianda/format';
import { angolaBbox } from '@kianda/geo';
import { usePreferences } from '@kianda/ui';
import { createColourScale } from '@kianda/viz/colour/scale.ts';
import { Legend } from '@kianda/viz/map/controls/legend.tsx';
import { ScaleBar, ZoomButtons } from '@kianda/viz/map/controls/map-controls.tsx';
import { CountCellsLayer } from '@kianda/viz/map/layers/count-cells/count-cells-layer.tsx';
import { ZeeLayer } from '@kianda/viz/map/layers/zee/zee-layer.tsx';
import { MapView } from '@kianda/viz/map/map-view.tsx';
import { useComputedColorScheme } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import styles from './species.module.css';
import { speciesTexts } from './texts.pt.ts';

const texts = speciesTexts.map;
const padding = { top: 16, right: 16, bottom: 16, left: 16 };

type Profile = Pick<DataOf<typeof speciesProfile>, 'cells' | 'cellDegrees'>;

/** Cells with records of a species, coloured by how many. */
export default function SpeciesMap({ cells, cellDegrees }: Profile) {
  const colourScheme = useComputedColorScheme('light');
  const { coordinates } = usePreferences();
  const boundary = useEndpoint(zeeBoundary, {}, { refetchSeconds: 0 }).sourced?.value.boundary;
  const [place, setPlace] = useState<readonly [number, number] | null>(null);
  const counts = useMemo(() => cells.map(({ lon, lat, occurrences }) => ({ lon, lat, count: occurrences })), [cells]);
  const scale = useMemo(
    () =>
      createColourScale({ ramp: 'matter', range: [1, Math.max(2, ...counts.map(({ count }) => count))], log: true }),
    [counts],
  );
  const pointed =
    place === null
      ? undefined
      : counts.find(
          ({ lon, lat }) =>
            place[0] >= lon && place[0] < lon + cellDegrees && place[1] >= lat && place[1] < lat + cellDegrees,
        );
  return (
    <>
      <div className={styles.stage}>
        <MapView
          label={texts.label}
          scheme={colourScheme}
          camera={null}
          bounds={angolaBbox}
          padding={padding}
          onPick={({ position }) => setPlace(position)}
          onPointer={setPlace}
        >
          <CountCellsLayer cells={counts} cellDegrees={cellDegrees} scale={scale} />
          {boundary === undefined ? null : <ZeeLayer data={boundary} />}
          <div className={styles.zoom}>
            <ZoomButtons bounds={angolaBbox} padding={padding} />
          </div>
          <div className={styles.scale}>
            <ScaleBar />
          </div>
        </MapView>
      </div>
      <div className={styles.legend}>
        <Legend
          title={speciesTexts.facts.records}
          unit={speciesTexts.records}
          scale={scale}
          pointed={pointed?.count ?? null}
        />
      </div>
      <p className={styles.readout} role="status">
        {place === null
          ? texts.hint
          : `${formatCoordinates(place, coordinates)} · ${
              pointed === undefined
                ? texts.empty
                : formatCount(pointed.count, speciesTexts.record, speciesTexts.records)
            }`}
      </p>
    </>
  );
}
