import { Button, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { temporalTexts } from '../texts.pt.ts';
import type { View } from '../view.ts';
import styles from './analysis.module.css';

const texts = temporalTexts.analysis;

/** The place by its coordinates, for who does not touch the map. */
export function PlaceForm({ view: { search, change } }: { readonly view: View }) {
  const [lon, setLon] = useState<number | string>(search.lon ?? '');
  const [lat, setLat] = useState<number | string>(search.lat ?? '');
  const isPlace = typeof lon === 'number' && typeof lat === 'number';
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isPlace) change({ lon, lat }, { replace: true });
      }}
    >
      <NumberInput size="sm" label={texts.lon} min={-180} max={180} value={lon} onChange={setLon} />
      <NumberInput size="sm" label={texts.lat} min={-90} max={90} value={lat} onChange={setLat} />
      <Button size="sm" type="submit" variant="default" disabled={!isPlace}>
        {texts.choose}
      </Button>
    </form>
  );
}
