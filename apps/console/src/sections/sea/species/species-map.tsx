import type { DataOf } from '@kianda/contract';
import type { speciesProfile } from '@kianda/contract/sea/biodiversity/species.contract';
import { formatCoordinates, formatCount } from '@kianda/format';
import { usePreferences } from '@kianda/ui';
import { createColourScale } from '@kianda/viz/colour/scale.ts';
import { Legend } from '@kianda/viz/map/controls/legend.tsx';
import { CountCellsLayer } from '@kianda/viz/map/layers/count-cells/count-cells-layer.tsx';
import { useMemo, useState } from 'react';
import { ZeeFrame } from '../../shared/map/zee-frame.tsx';
import styles from './species.module.css';
import { speciesTexts } from './texts.pt.ts';

const texts = speciesTexts.map;

type Profile = Pick<DataOf<typeof speciesProfile>, 'cells' | 'cellDegrees'>;

/** Cells with records of a species, coloured by how many. */
export default function SpeciesMap({ cells, cellDegrees }: Profile) {
  const { coordinates } = usePreferences();
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
      <ZeeFrame label={texts.label} onPick={({ position }) => setPlace(position)} onPointer={setPlace}>
        <CountCellsLayer cells={counts} cellDegrees={cellDegrees} scale={scale} />
      </ZeeFrame>
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
