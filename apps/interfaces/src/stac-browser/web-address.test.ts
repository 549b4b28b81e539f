import { expect, test } from 'vitest';
import { webAddress } from './web-address.ts';

const own = 'https://kianda.test/stac/';

test.each([
  ['https://fora.test/dados.tif', 'https://fora.test/dados.tif'],
  ['HTTP://fora.test/a', 'http://fora.test/a'],
  ['dados.tif', 'https://kianda.test/stac/dados.tif'],
  ['../outro/dados.tif', 'https://kianda.test/outro/dados.tif'],
  ['//fora.test/a', 'https://fora.test/a'],
])('%j leads to %s', (href, address) => {
  expect(webAddress(href, own)?.href).toBe(address);
});

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  's3://balde/objeto',
  'blob:https://kianda.test/1',
  'http://[',
])('%j leads nowhere', (href) => {
  expect(webAddress(href, own)).toBeNull();
});
