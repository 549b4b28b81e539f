import { chartIds } from '@kianda/contract/ingestion/field/field.contract';
import { lazy, Suspense, useState } from 'react';
import styles from '../field.module.css';
import type { Chart, PhoneStore } from '../queue/phone-store.ts';
import { fieldTexts } from '../texts.pt.ts';
import { TextField } from './parts.tsx';
import { type FormPlace, placeOf } from './to-payload.ts';

const ChartDrawing = lazy(() => import('../screens/chart-drawing.tsx'));

const { form: texts } = fieldTexts;
const patienceMs = 30_000;
const shown = (degrees: number) => degrees.toFixed(5).replace('.', ',');

/** The place: of the phone's GPS with its uncertainty, or written by hand. */
export function PlacePart({
  place,
  phone,
  onChange,
}: {
  readonly place: FormPlace;
  readonly phone: PhoneStore;
  readonly onChange: (place: FormPlace) => void;
}) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const ask = () => {
    if (navigator.geolocation === undefined) return setState('failed');
    setState('busy');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState('idle');
        onChange({ lon: shown(coords.longitude), lat: shown(coords.latitude), accuracyMeters: coords.accuracy });
      },
      () => setState('failed'),
      { enableHighAccuracy: true, timeout: patienceMs, maximumAge: 10_000 },
    );
  };
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{texts.place}</legend>
      <div className={styles.buttons}>
        <button type="button" className={styles.button} onClick={ask} disabled={state === 'busy'}>
          {state === 'busy' ? texts.gpsBusy : texts.gps}
        </button>
        <span role="status" className={state === 'failed' ? styles.wrong : styles.note}>
          {state === 'failed'
            ? texts.gpsFailed
            : place.accuracyMeters === null
              ? ''
              : texts.accuracy(place.accuracyMeters)}
        </span>
      </div>
      <div className={styles.pair}>
        <TextField
          label={texts.lat}
          value={place.lat}
          onChange={(lat) => onChange({ ...place, lat, accuracyMeters: null })}
        />
        <TextField
          label={texts.lon}
          value={place.lon}
          onChange={(lon) => onChange({ ...place, lon, accuracyMeters: null })}
        />
      </div>
      <OnChart place={place} phone={phone} />
    </fieldset>
  );
}

/** The place on a chart that the phone keeps: read by a tap, with or without a network. */
function OnChart({ place, phone }: { readonly place: FormPlace; readonly phone: PhoneStore }) {
  const [charts, setCharts] = useState<readonly Chart[] | null>(null);
  const read = placeOf(place);
  const [lon, lat] = [read?.lon ?? Number.NaN, read?.lat ?? Number.NaN];
  if (!Number.isFinite(lon) || !Number.isFinite(lat)) return null;
  const show = async () => {
    const kept = await Promise.all(chartIds.map((id) => phone.kept(`chart-${id}`)));
    setCharts(kept.flatMap((one) => (one === undefined ? [] : [one.value])));
  };
  const chart = charts?.find(
    ({ bbox: [west, south, east, north] }) => lon >= west && lon <= east && lat >= south && lat <= north,
  );
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-expanded={charts !== null}
        onClick={() => (charts === null ? void show() : setCharts(null))}
      >
        {texts.onChart(charts !== null)}
      </button>
      {chart === undefined ? null : (
        <Suspense fallback={null}>
          <ChartDrawing chart={chart} here={{ lon, lat }} />
        </Suspense>
      )}
      {charts !== null && chart === undefined ? <p className={styles.note}>{texts.noChart}</p> : null}
    </>
  );
}
