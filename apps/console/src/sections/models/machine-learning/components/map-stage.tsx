import type { DataOf } from '@kianda/contract';
import { type MapBand, type ModelMap, mapColours, type modelMapGrid } from '@kianda/contract/models/maps/maps.contract';
import { modelTypes } from '@kianda/contract/models/registry/models.contract';
import { type ColourScale, createColourScale } from '@kianda/viz/colour/scale.ts';
import { decodeField, differenceOf, type Field, fieldQuantiles, fieldValueAt } from '@kianda/viz/field/decode.ts';
import { Legend } from '@kianda/viz/map/controls/legend.tsx';
import { FieldLayer } from '@kianda/viz/map/layers/field/field-layer.tsx';
import { PickLayer } from '@kianda/viz/map/layers/pick/pick-layer.tsx';
import { useMemo, useState } from 'react';
import { ZeeFrame } from '../../../shared/map/zee-frame.tsx';
import { mapTexts as texts } from '../maps.texts.pt.ts';
import { PlaceForm } from './map-place-form.tsx';
import { MapReading, type Place } from './map-reading.tsx';
import styles from './registry.module.css';

type Grid = DataOf<typeof modelMapGrid>;
type Props = {
  readonly map: ModelMap;
  readonly band: MapBand;
  readonly layers: Readonly<Record<MapBand, Grid | undefined>>;
  /** The same layer of the map that it is compared with. */
  readonly against: Grid | undefined;
};

/** A layer of a map in its colours, or its difference from another, and what the place has that was touched. */
export default function MapStage({ map, band, layers, against }: Props) {
  const [place, setPlace] = useState<Place | null>(null);
  const [pointed, setPointed] = useState<Place | null>(null);
  const fields = useFields(layers);
  const field = useMemo(() => {
    const own = fields[band];
    return own === null || against === undefined ? own : differenceOf(own, decodeField(against));
  }, [fields, band, against]);
  const scale = useMemo(
    () => (against === undefined || field === null ? scaleOf(map, band) : differenceScale(field)),
    [map, band, field, against],
  );
  if (field === null) return null;
  const at = pointed ?? place;
  return (
    <div className={styles.stack}>
      <ZeeFrame
        label={texts.mapLabel}
        onPick={({ position }) => setPlace(position)}
        onPointer={setPointed}
        above={place === null ? null : <PickLayer position={place} />}
      >
        <FieldLayer field={field} scale={scale} opacity={1} isCodes={band === 'value' && map.classes.length > 0} />
      </ZeeFrame>
      <MapLegend map={map} band={band} scale={scale} pointed={at === null ? null : fieldValueAt(field, at)} />
      <PlaceForm onPlace={setPlace} />
      {place === null ? null : <MapReading key={place.join(' ')} map={map} place={place} fields={fields} />}
    </div>
  );
}

const read = (grid: Grid | undefined) => (grid === undefined ? null : decodeField(grid));

/** The layers as numbers, each decoded once. */
function useFields({ value, uncertainty, novelty }: Props['layers']): Readonly<Record<MapBand, Field | null>> {
  const values = useMemo(() => read(value), [value]);
  const spread = useMemo(() => read(uncertainty), [uncertainty]);
  const similarity = useMemo(() => read(novelty), [novelty]);
  return useMemo(() => ({ value: values, uncertainty: spread, novelty: similarity }), [values, spread, similarity]);
}

function scaleOf(map: ModelMap, band: MapBand): ColourScale {
  return createColourScale({ ...mapColours(map, band), log: false });
}

/** Nought in the middle, both ends as far as all but a few cells differ. */
function differenceScale(field: Field): ColourScale {
  const [low, high] = fieldQuantiles(field, 0.02, 0.98) ?? [-1, 1];
  const far = Math.max(Math.abs(low), Math.abs(high));
  return createColourScale({ ramp: 'balance', range: far === 0 ? [-1, 1] : [-far, far], log: false });
}

type LegendProps = {
  readonly map: ModelMap;
  readonly band: MapBand;
  readonly scale: ColourScale;
  readonly pointed: number | null;
};

function MapLegend({ map, band, scale, pointed }: LegendProps) {
  if (band === 'uncertainty' && map.spreadKind === null) {
    return <p className={styles.quiet}>{texts.legend.noUncertainty}</p>;
  }
  if (band === 'value' && map.classes.length > 0) return <ClassLegend classes={map.classes} scale={scale} />;
  const titles = {
    value: modelTypes[map.modelType],
    uncertainty: texts.legend.uncertainty(map.spreadKind === null ? '' : texts.spreads[map.spreadKind]),
    novelty: texts.legend.novelty,
  } as const;
  const unit = map.bands.find((one) => one.band === band)?.unit ?? texts.noUnit;
  return <Legend title={titles[band]} unit={unit} scale={scale} pointed={pointed} hasGaps />;
}

function ClassLegend({ classes, scale }: { readonly classes: readonly string[]; readonly scale: ColourScale }) {
  return (
    <ul className={styles.classes} aria-label={texts.bands.value}>
      {classes.map((name, code) => (
        <li key={name}>
          <span className={styles.swatch} style={{ background: scale.css(code) }} aria-hidden="true" /> {name}
        </li>
      ))}
    </ul>
  );
}
