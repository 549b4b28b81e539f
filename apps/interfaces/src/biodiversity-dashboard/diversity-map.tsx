import type { DataOf } from '@kianda/contract';
import type { biodiversityDiversity } from '@kianda/contract/sea/biodiversity/diversity.contract';
import { zeeBoundary } from '@kianda/contract/sea/geography/geography.contract';
import { formatNumber } from '@kianda/format';
import { createColourScale } from '@kianda/viz/colour/scale.ts';
import { Legend } from '@kianda/viz/map/controls/legend.tsx';
import { CountCellsLayer } from '@kianda/viz/map/layers/count-cells/count-cells-layer.tsx';
import { ZeeLayer } from '@kianda/viz/map/layers/zee/zee-layer.tsx';
import { useMemo, useState } from 'react';
import { useRead } from '../client/use-read.ts';
import MapBox from '../page-frame/map-box.tsx';
import type { ChangeDiversity, DiversityState } from './state.ts';
import { diversityTexts as texts } from './texts.pt.ts';

type Diversity = DataOf<typeof biodiversityDiversity>;
type Props = {
  readonly state: DiversityState;
  readonly change: ChangeDiversity;
  readonly diversity: Diversity;
  readonly source: string;
};

/** Cells with species or records, and what the picked one holds. */
export default function DiversityMap({ state, change, diversity, source }: Props) {
  const zee = useRead(zeeBoundary, {});
  const { cells, mapCellDegrees: side } = diversity;
  const [picked, setPicked] = useState<readonly [number, number] | null>(null);
  const shown = state.mostra;
  const most = Math.max(2, ...cells.map((cell) => cell[shown]));
  const scale = useMemo(() => createColourScale({ ramp: 'matter', range: [1, most], log: true }), [most]);
  const counted = useMemo(
    () => cells.map((cell) => ({ lon: cell.lon, lat: cell.lat, count: cell[shown] })),
    [cells, shown],
  );
  const own =
    picked === null
      ? undefined
      : cells.find(
          ({ lon, lat }) => Math.floor(picked[0] / side) * side === lon && Math.floor(picked[1] / side) * side === lat,
        );
  return (
    <MapBox
      label={texts.mapLabel}
      camera={state.mapa}
      caption={{ title: texts.map, detail: texts.shows[shown], source, legend: { scale, unit: texts.perCell } }}
      onCamera={(mapa) => change({ mapa })}
      onPick={({ position }) => setPicked(position)}
      legend={
        <>
          <Legend title={texts.shows[shown]} unit={texts.perCell} scale={scale} />
          <p role="status">
            {own === undefined ? texts.pickCell : texts.cell(formatNumber(own.species), formatNumber(own.records))}
          </p>
        </>
      }
    >
      <CountCellsLayer cells={counted} cellDegrees={side} scale={scale} />
      {zee.sourced === undefined ? null : <ZeeLayer data={zee.sourced.value.boundary} />}
    </MapBox>
  );
}
