import { expect, test } from 'vitest';
import { paneOf } from './pane.ts';

test('beside a wide map the pane is open; over a narrow one only where the address asks for a tab of it', () => {
  expect(paneOf({}, false)).toBe('open');
  expect(paneOf({}, true)).toBe('closed');
  expect(paneOf({ tab: 'vessels' }, true)).toBe('open');
});

test('what the address says goes first, but an alert that it opens needs its list', () => {
  expect(paneOf({ pane: 'closed', tab: 'vessels' }, false)).toBe('closed');
  expect(paneOf({ pane: 'wide' }, true)).toBe('wide');
  const alert = '7a3c1d10-0000-4000-8000-000000000001';
  expect(paneOf({ pane: 'closed', alert }, false)).toBe('open');
  expect(paneOf({ pane: 'wide', alert }, false)).toBe('wide');
});
