import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Example } from './example.tsx';

const drawn = (sample: unknown) =>
  renderToStaticMarkup(
    <MantineProvider>
      <Example of={sample}>{(value) => `${value} %`}</Example>
    </MantineProvider>,
  );

test('an example begins with the word in its own text, so that it is heard as one, and is marked', () => {
  expect(drawn(99.99)).toMatch(/<small [^>]*data-example[^>]*>exemplo: 99.99 %<\/small>/);
});

test('what is neither a number nor a word is no example', () => {
  for (const sample of [undefined, null, { a: 1 }, [1], true]) expect(drawn(sample)).not.toContain('exemplo');
});
