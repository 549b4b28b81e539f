import { useState } from 'react';
import styles from '../field.module.css';
import { fieldTexts } from '../texts.pt.ts';
import { TextField } from './parts.tsx';
import type { FormPlace } from './to-payload.ts';

const { form: texts } = fieldTexts;
const patienceMs = 30_000;
const shown = (degrees: number) => degrees.toFixed(5).replace('.', ',');

/** The place: of the phone's GPS with its uncertainty, or written by hand. */
export function PlacePart({
  place,
  onChange,
}: {
  readonly place: FormPlace;
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
    </fieldset>
  );
}
