import type { Position } from '@kianda/geo';
import styles from '../field.module.css';
import type { Chart } from '../queue/phone-store.ts';
import { fieldTexts } from '../texts.pt.ts';

const { charts: texts } = fieldTexts;
/** Width of the drawing in its own units. */
const width = 320;

type Place = { readonly lon: number; readonly lat: number };

/** One that was kept from an earlier release has a line of coast in place of land. */
type OldChart = Omit<Chart, 'land'> & { readonly land?: Chart['land']; readonly coast?: readonly Position[] };

function landOf({ land, coast = [], bbox: [, south, east, north] }: OldChart): readonly (readonly Position[])[] {
  return land ?? [[...coast, [east, north], [east, south]]];
}

/** Whole degrees between two. */
const degreesIn = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, Math.floor(to) - Math.ceil(from) + 1) }, (_, index) => Math.ceil(from) + index);

/** A chart in lines: degrees of longitude shortened by the cosine of its middle latitude. */
export default function ChartDrawing({ chart, here }: { readonly chart: Chart; readonly here: Place | null }) {
  const [west, south, east, north] = chart.bbox;
  const perDegree = width / (east - west);
  const stretch = 1 / Math.cos((((south + north) / 2) * Math.PI) / 180);
  const height = (north - south) * perDegree * stretch;
  const at = ([lon, lat]: readonly [number, number]) =>
    `${((lon - west) * perDegree).toFixed(1)},${((north - lat) * perDegree * stretch).toFixed(1)}`;
  const path = (line: readonly Position[]) => `M${line.map(at).join('L')}`;
  const outline = ({ geometry }: Pick<Chart['areas'][number], 'geometry'>) =>
    (geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat())
      .map((ring) => `${path(ring)}Z`)
      .join('');
  const isInside = here !== null && here.lon >= west && here.lon <= east && here.lat >= south && here.lat <= north;
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${width} ${height.toFixed(0)}`}
      role="img"
      aria-label={texts.drawing(chart.name)}
    >
      <path
        className={styles.chartGrid}
        d={[
          ...degreesIn(south, north).map((lat) =>
            path([
              [west, lat],
              [east, lat],
            ]),
          ),
          ...degreesIn(west, east).map((lon) =>
            path([
              [lon, south],
              [lon, north],
            ]),
          ),
        ].join('')}
      />
      <path
        className={styles.chartLand}
        d={landOf(chart)
          .map((ring) => `${path(ring)}Z`)
          .join('')}
      />
      {chart.zones.map((zone) => (
        <path key={zone.name} className={styles.chartZone} d={outline(zone)} />
      ))}
      {chart.limit.map((line) => (
        <path key={at(line[0] ?? [west, north])} className={styles.chartLimit} d={path(line)} />
      ))}
      {chart.areas.map((area) => (
        <path key={area.id} className={styles.chartArea} data-closed={area.forbidsFishing} d={outline(area)} />
      ))}
      {chart.ports.map(({ name, lon, lat }) => (
        <Dot key={name} place={at([lon, lat])} radius={3} />
      ))}
      {degreesIn(south, north).map((lat) => (
        <text key={lat} className={styles.chartDegree} x={2} y={Number(at([west, lat]).split(',')[1]) - 2}>
          {texts.south(lat)}
        </text>
      ))}
      {here !== null && isInside ? <Dot place={at([here.lon, here.lat])} radius={6} isHere /> : null}
    </svg>
  );
}

type DotProps = { readonly place: string; readonly radius: number; readonly isHere?: boolean };

function Dot({ place, radius, isHere = false }: DotProps) {
  const [x, y] = place.split(',');
  return <circle className={isHere ? styles.chartHere : styles.chartPort} cx={x} cy={y} r={radius} />;
}
