import type { DataOf } from '@kianda/contract';
import { studyRecords } from '@kianda/contract/models/studies/studies.contract';
import { formatNumber } from '@kianda/format';
import { type Column, DataTable, Panel } from '@kianda/ui';
import { GeoLayer, type GeoLayerSpec } from '@kianda/viz/map/geo-layer.tsx';
import type { MapPick } from '@kianda/viz/map/map-view.tsx';
import { useMemo, useState } from 'react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { ZeeFrame } from '../../../shared/map/zee-frame.tsx';
import styles from '../components/registry.module.css';
import { studyPageTexts } from './texts.pt.ts';
import type { StepProps } from './use-study.ts';

const texts = studyPageTexts.records;
type Records = DataOf<typeof studyRecords>;
const hitLayer = 'estudo-registos';
const hits = [hitLayer];

/** Every record with what the filters say of it, as counts and on the map. */
export default function RecordPanel({ study }: Pick<StepProps, 'study'>) {
  const records = useEndpoint(studyRecords, { params: { id: study.id } }, { refetchSeconds: 0 });
  return (
    <Panel id="registos" title={texts.title} description={texts.text} source={records}>
      {(found) => (
        <div className={styles.stack}>
          <p>{texts.kept(formatNumber(found.kept), formatNumber(found.records.length))}</p>
          {found.absence === null ? null : <p role="status">{found.absence}</p>}
          <DataTable
            id="filtros"
            label={texts.title}
            columns={columns}
            rows={found.steps}
            rowId={({ reason }) => reason}
          />
          <RecordMap found={found} species={study.species} />
        </div>
      )}
    </Panel>
  );
}

const columns: readonly Column<Records['steps'][number]>[] = [
  { id: 'filter', label: texts.columns.filter, render: ({ reason }) => texts.reasons[reason] },
  { id: 'removed', label: texts.columns.removed, render: ({ removed }) => formatNumber(removed) },
  { id: 'left', label: texts.columns.left, render: ({ left }) => formatNumber(left) },
];

function RecordMap({ found, species }: { readonly found: Records; readonly species: string }) {
  const [pick, setPick] = useState<MapPick | null>(null);
  const data = useMemo(() => featuresOf(found), [found]);
  const told = pick?.features.find(({ layer }) => layer === hitLayer)?.properties.told;
  return (
    <>
      <ZeeFrame
        label={texts.map(species)}
        onPick={setPick}
        onPointer={() => undefined}
        above={<GeoLayer id="estudo-registos-fonte" slot="points" data={data} layers={layers} interactive={hits} />}
      >
        {null}
      </ZeeFrame>
      <p className={styles.quiet}>{texts.legend}</p>
      <p role="status">{typeof told === 'string' ? told : texts.pick}</p>
    </>
  );
}

const point = (place: readonly [number, number], properties: GeoJSON.GeoJsonProperties): GeoJSON.Feature => ({
  ...{ type: 'Feature', geometry: { type: 'Point', coordinates: [...place] }, properties },
});

function featuresOf({ records, background }: Records): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: [
      ...background.map((place) => point(place, { kind: 'background' })),
      ...records.flatMap(({ longitude, latitude, reason, detail }) =>
        longitude === null || latitude === null
          ? []
          : point([longitude, latitude], {
              kind: reason === null ? 'kept' : 'left',
              told: reason === null ? texts.stays : [texts.reasons[reason], detail].join('. '),
            }),
      ),
    ],
  };
}

const layers: readonly GeoLayerSpec[] = [
  {
    id: 'estudo-fundo',
    type: 'circle',
    filter: ['==', ['get', 'kind'], 'background'],
    paint: { 'circle-radius': 1.5, 'circle-color': '#7d8b92', 'circle-opacity': 0.6 },
  },
  {
    id: hitLayer,
    type: 'circle',
    filter: ['!=', ['get', 'kind'], 'background'],
    paint: {
      'circle-radius': 4,
      'circle-color': ['match', ['get', 'kind'], 'kept', '#1d7a4a', '#d9822b'],
      'circle-stroke-color': '#ffffff',
      'circle-stroke-width': 1,
    },
  },
];
