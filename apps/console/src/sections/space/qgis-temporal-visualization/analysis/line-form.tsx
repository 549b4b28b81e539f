import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { temporalTexts } from '../texts.pt.ts';
import type { View } from '../view.ts';
import styles from './analysis.module.css';

const texts = temporalTexts.analysis;
const pair = /^\s*-?\d{1,3}(\.\d{1,6})?\s*,\s*-?\d{1,2}(\.\d{1,6})?\s*$/;
const tidy = (text: string) => text.replaceAll(/\s/g, '');

/** Both ends of the line by their coordinates, for who does not touch the map. */
export function LineForm({ view: { search, change } }: { readonly view: View }) {
  const ends = search.line?.split(';') ?? [];
  const [from, setFrom] = useState(ends[0] ?? '');
  const [to, setTo] = useState(ends.at(-1) ?? '');
  const isLine = pair.test(from) && pair.test(to);
  const faultOf = (text: string) => (text === '' || pair.test(text) ? null : texts.lineFault);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isLine) change({ line: `${tidy(from)};${tidy(to)}` }, { replace: true });
      }}
    >
      <TextInput
        size="sm"
        label={texts.lineFrom}
        value={from}
        error={faultOf(from)}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextInput
        size="sm"
        label={texts.lineTo}
        value={to}
        error={faultOf(to)}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <Button size="sm" type="submit" variant="default" disabled={!isLine}>
        {texts.lineSet}
      </Button>
      {search.line === undefined ? null : (
        <Button size="sm" variant="subtle" onClick={() => change({ line: undefined }, { replace: true })}>
          {texts.lineClear}
        </Button>
      )}
    </form>
  );
}
