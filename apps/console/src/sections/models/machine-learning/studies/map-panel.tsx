import {
  mapStudy,
  type StudyDetail,
  studyMapFile,
  studyMapGrid,
} from '@kianda/contract/models/studies/studies.contract';
import type { StudyMap } from '@kianda/contract/models/studies/study-results';
import { formatNumber, formatQuantity } from '@kianda/format';
import { gridNearest } from '@kianda/geo';
import { EmptyState, Panel, PanelFrame } from '@kianda/ui';
import { createColourScale } from '@kianda/viz/colour/scale.ts';
import { decodeInt16, type Field } from '@kianda/viz/field/decode.ts';
import { Legend } from '@kianda/viz/map/controls/legend.tsx';
import { FieldLayer } from '@kianda/viz/map/layers/field/field-layer.tsx';
import type { MapPick } from '@kianda/viz/map/map-view.tsx';
import { Button, NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { useFileDownload } from '../../../shared/intake/use-file-download.ts';
import { ZeeFrame } from '../../../shared/map/zee-frame.tsx';
import styles from '../components/registry.module.css';
import { CurvePanel } from './curve-panel.tsx';
import { studyPageTexts } from './texts.pt.ts';
import { WorkLine } from './tuning-panel.tsx';
import { type StepProps, workAnswers } from './use-study.ts';

const texts = studyPageTexts.map;
type Band = 'value' | 'novelty';

/** Maps of the chosen combination: a scenario is asked for, and what is made is shown with its curves. */
export default function MapPanel({ study, mayChange }: StepProps) {
  const [chosen, setChosen] = useState('');
  const map = study.shownMaps.find(({ id }) => id === chosen) ?? study.shownMaps[0];
  return (
    <>
      <PanelFrame id="mapa" title={texts.title} description={texts.text}>
        <div className={styles.stack}>
          {mayChange && study.chosen !== null ? <MapForm study={study} /> : null}
          <WorkLine study={study} kind="map" mayChange={mayChange} />
          {map === undefined ? (
            <EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>
          ) : (
            <NativeSelect
              label={texts.choose}
              value={map.id}
              data={study.shownMaps.map((one) => ({ value: one.id, label: mapName(one) }))}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            />
          )}
        </div>
      </PanelFrame>
      {map === undefined ? null : (
        <>
          <ShownMap key={map.id} map={map} study={study} />
          <CurvePanel map={map} species={study.species} />
        </>
      )}
    </>
  );
}

function mapName({ features, beta, scenario: { months, warmingDegrees } }: StudyMap): string {
  return [
    `${features} × ${formatNumber(beta, { maxDecimals: 1 })}`,
    months.length === 0 ? texts.usual : texts.season(months.join(', ')),
    ...(warmingDegrees === 0 ? [] : [texts.scenario(formatNumber(warmingDegrees, { maxDecimals: 1 }))]),
  ].join(', ');
}

function MapForm({ study }: { readonly study: StudyDetail }) {
  const [months, setMonths] = useState('');
  const [warming, setWarming] = useState('0');
  const { run, isRunning, failure } = useAction(mapStudy, workAnswers);
  const make = () => {
    const chosen = months === '' ? [] : months.split(',').map(Number);
    const body = { months: chosen, warmingDegrees: Number(warming) };
    void run({ params: { id: study.id }, body }, { offline: 'fail' });
  };
  const optionsOf = (names: Readonly<Record<string, string>>) =>
    Object.entries(names).map(([value, label]) => ({ value, label }));
  return (
    <div className={styles.fields}>
      <NativeSelect
        label={texts.months}
        value={months}
        data={[{ value: '', label: texts.allMonths }, ...optionsOf(texts.seasons)]}
        onChange={({ currentTarget }) => setMonths(currentTarget.value)}
      />
      <NativeSelect
        label={texts.warming}
        value={warming}
        data={[{ value: '0', label: texts.noWarming }, ...optionsOf(texts.warmings)]}
        onChange={({ currentTarget }) => setWarming(currentTarget.value)}
      />
      <Button loading={isRunning} onClick={make}>
        {texts.make}
      </Button>
      {failure === null ? null : <p role="alert">{failure.message}</p>}
    </div>
  );
}

const scales = {
  value: createColourScale({ ramp: 'algae', range: [0, 1], log: false }),
  novelty: createColourScale({ ramp: 'balance', range: [-100, 100], log: false }),
} as const;

function ShownMap({ map, study }: { readonly map: StudyMap; readonly study: StudyDetail }) {
  const [band, setBand] = useState<Band>('value');
  const grid = useEndpoint(studyMapGrid, { params: { id: map.id }, query: { band } }, { refetchSeconds: 0 });
  const save = useFileDownload();
  const formats = Object.entries(texts.files) as [keyof typeof texts.files, string][];
  return (
    <Panel id="mapa-do-estudo" title={mapName(map)} source={grid}>
      {({ values, scale, offset, ...place }) => (
        <div className={styles.stack}>
          <NativeSelect
            label={texts.band}
            value={band}
            data={Object.entries(texts.bands).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget }) => setBand(currentTarget.value as Band)}
          />
          <Raster packed={{ values, scale, offset }} grid={place} band={band} species={study.species} />
          <p className={styles.quiet}>
            {texts.area(formatQuantity(map.suitableSquareKilometres, 'km²', { maxDecimals: 0 }))}
          </p>
          {map.outside === null ? null : (
            <p className={styles.quiet}>{texts.share(formatQuantity(map.outside * 100, '%', { maxDecimals: 1 }))}</p>
          )}
          <div className={styles.marks}>
            {formats.map(([format, label]) => (
              <Button
                key={format}
                size="xs"
                variant="subtle"
                onClick={() =>
                  save(
                    studyMapFile,
                    { params: { id: map.id }, query: { format } },
                    `${study.name}.${format === 'model' ? 'json' : format}`,
                  )
                }
              >
                {label}
              </Button>
            ))}
          </div>
        </div>
      )}
    </Panel>
  );
}

type RasterProps = {
  readonly packed: { readonly values: string; readonly scale: number; readonly offset: number };
  readonly grid: Field['grid'];
  readonly band: Band;
  readonly species: string;
};

function Raster({ packed, grid, band, species }: RasterProps) {
  const [pick, setPick] = useState<MapPick | null>(null);
  const [pointed, setPointed] = useState<readonly [number, number] | null>(null);
  const field = useMemo(
    (): Field => ({
      grid,
      values: decodeInt16(packed.values, grid.columns * grid.rows, packed.scale, packed.offset),
    }),
    [grid, packed.values, packed.scale, packed.offset],
  );
  const scale = scales[band];
  const told = pick === null ? texts.pick : toldAt(field, pick.position, band);
  return (
    <>
      <ZeeFrame label={texts.label(species)} onPick={setPick} onPointer={setPointed}>
        <FieldLayer field={field} scale={scale} opacity={0.9} />
      </ZeeFrame>
      <Legend
        title={texts.bands[band]}
        unit={texts.units[band]}
        scale={scale}
        pointed={pointed === null ? null : valueAt(field, pointed)}
        hasGaps
      />
      <p role="status">{told}</p>
    </>
  );
}

function valueAt({ grid, values }: Field, position: readonly [number, number]): number | null {
  const cell = gridNearest(grid, position);
  const value = cell === null ? undefined : values[cell.row * grid.columns + cell.column];
  return value === undefined || Number.isNaN(value) ? null : value;
}

function toldAt(field: Field, position: readonly [number, number], band: Band): string {
  const value = valueAt(field, position);
  if (value === null) return texts.outside;
  return `${texts.bands[band]}: ${formatNumber(value, { maxDecimals: band === 'value' ? 2 : 0 })}`;
}
