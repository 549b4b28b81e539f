import { Button, NumberInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { mapTexts as texts } from '../maps.texts.pt.ts';
import { predictTexts } from '../texts.pt.ts';
import type { Place } from './map-reading.tsx';
import styles from './registry.module.css';

/** A place by its coordinates, for whoever can't touch the map, or knows it exactly. */
export function PlaceForm({ onPlace }: { readonly onPlace: (place: Place) => void }) {
  const [longitude, setLongitude] = useState<number | string>('');
  const [latitude, setLatitude] = useState<number | string>('');
  const isReady = longitude !== '' && latitude !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onPlace([Number(longitude), Number(latitude)]);
  };
  return (
    <form onSubmit={submit}>
      <fieldset className={styles.fields}>
        <legend>{texts.hint}</legend>
        <NumberInput
          label={predictTexts.longitude}
          value={longitude}
          min={-180}
          max={180}
          decimalSeparator=","
          onChange={setLongitude}
        />
        <NumberInput
          label={predictTexts.latitude}
          value={latitude}
          min={-90}
          max={90}
          decimalSeparator=","
          onChange={setLatitude}
        />
        <div>
          <Button type="submit" variant="default" disabled={!isReady}>
            {texts.read}
          </Button>
        </div>
      </fieldset>
    </form>
  );
}
