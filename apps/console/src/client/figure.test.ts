import type { Envelope, Provenance } from '@kianda/contract';
import { expect, test } from 'vitest';
import { figureAt, provenanceAt } from './figure.ts';
import { envelope } from './testing.ts';

const at = '2026-08-31T09:00:00.000Z';
const noaa: Provenance = { state: 'simulated', source: 'NOAA', observedAt: at, retrievedAt: at, seed: 1 };
const answer = envelope({ ocean: { sst: 24.5, chlorophyll: null as number | null }, zones: 12 });
const sourced: Envelope<typeof answer.data> = {
  ...answer,
  metadata: {
    ...answer.metadata,
    fields: { ocean: noaa },
    missing: { 'ocean.chlorophyll': 'Sem imagem de satélite nos últimos 8 dias.' },
  },
};

test('a figure carries the origin of the nearest part that names one', () => {
  expect(figureAt(sourced, 'ocean.sst')).toEqual({ value: 24.5, provenance: noaa });
  expect(figureAt(sourced, 'zones').provenance.state).toBe('live');
  expect(provenanceAt(sourced.metadata, 'ocean')).toBe(noaa);
});

test('an unknown figure is null with its reason, never zero', () => {
  expect(figureAt(sourced, 'ocean.chlorophyll')).toEqual({
    value: null,
    provenance: noaa,
    missingReason: 'Sem imagem de satélite nos últimos 8 dias.',
  });
});
