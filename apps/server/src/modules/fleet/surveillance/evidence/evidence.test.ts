import { createHash, randomUUID } from 'node:crypto';
import { listVesselAlerts, stepVesselAlert } from '@kianda/contract/fleet/surveillance/alerts.contract';
import { alertEvidence } from '@kianda/contract/fleet/surveillance/evidence.contract';
import { createLicence } from '@kianda/contract/fleet/surveillance/registry.contract';
import { destination, hourMs, type Position } from '@kianda/geo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shortInstant } from '../../../../platform/documents/index.ts';
import { readPdf } from '../../../../platform/documents/testing/pdf-text.ts';
import { askModule } from '../../../../testing/ask.ts';
import { identityOf, openSurveillance, positionsAlong, type SurveillanceWorld } from '../testing/world.ts';
import { timeMarks } from './evidence-document.ts';

let world: SurveillanceWorld;
const hash = 'ab'.repeat(32);
const at = {
  ...{ time: '', lon: 12, lat: -9, speedKnots: null, courseDegrees: null, headingDegrees: null },
  ...{ navigationStatus: null, sources: [], gapBefore: false, impliedSpeedKnots: null },
};

beforeAll(async () => {
  world = await openSurveillance({ auditHead: async () => ({ seq: 41, hash }) });
  const startMs = world.base.platform.clock.nowMs() - 5 * hourMs;
  const near: Position = destination([12.814, -9.5], 270, 6_000);
  const staying = (mmsi: number, place: Position) =>
    positionsAlong(mmsi, { fromMs: startMs, everyMinutes: 5, count: 37, placeOf: () => place });
  await world.storePositions([...staying(603_000_001, near), ...staying(603_000_002, destination(near, 90, 150))], 7);
  const said = { mmsi: 603_000_001, name: 'ESTRELA DO MAR', callsign: 'D2ABC', imo: '9076260', flag: 'AGO' };
  await world.storeIdentities([identityOf('mmsi:603000001', startMs, said)], 7);
  await world.detect();
});
afterAll(async () => {
  await world.close();
});

test('the dossier of an alert tells what was seen, of whom, under which licence, and who did what; its sum is audited', async () => {
  await askModule(world.module, createLicence, {
    body: {
      number: 'AO-2026-17',
      vesselName: 'Estrela do Mar',
      mmsi: '603000001',
      imo: null,
      callsign: null,
      registration: null,
      flag: 'AGO',
      holder: 'Pescas do Sul, Lda.',
      gears: ['arrasto'],
      areaIds: null,
      validFrom: '2026-01-01',
      validTo: '2026-12-31',
      source: 'Ensaio',
    },
  });
  const listed = await askModule(world.module, listVesselAlerts, { query: { rule: 'encounter' } });
  const id = listed.data.data[0]?.id ?? '';
  await askModule(world.module, stepVesselAlert, {
    params: { id },
    body: { from: 'new', to: 'acknowledged', note: 'Chamada à Capitania: sem resposta.' },
  });
  world.audited.length = 0;
  const file = (await askModule(world.module, alertEvidence, { params: { id } })) as unknown as {
    bytes: Uint8Array;
    contentType: string;
    fileName: string;
  };
  expect(file.contentType).toBe('application/pdf');
  expect(file.fileName).toBe(`dossie-alerta-${id.slice(0, 8)}-2026-08-31.pdf`);
  const { pages } = readPdf(file.bytes);
  const text = pages.join('\n');
  for (const words of [
    'Encontro no mar',
    'Reserva',
    'ESTRELA DO MAR',
    'D2ABC',
    '9076260',
    'AO-2026-17',
    'Pescas do Sul, Lda.',
    'Chamada à Capitania: sem resposta.',
    'Novo → Reconhecido',
    'encontro-gfw-1',
    'n.º 41',
    'Nenhuma licença do registo',
    'SIMULADO',
    'todas as 37 guardadas, tal como recebidas',
  ]) {
    expect(text.replaceAll('\n', ' ')).toContain(words);
  }
  // Each position with its seconds, in both times, to the fifth decimal; a flag that was not sent is said to be by the MMSI.
  const positions = text
    .replaceAll(/\s+/g, ' ')
    .match(/31\/08\/2026, 0\d:\d\d:00 31\/08\/2026, 0\d:\d\d:00 -9,\d{5} 12,\d{5}/g);
  expect(positions).toHaveLength(74);
  expect(positions?.[0]).toContain('31/08/2026, 04:00:00 31/08/2026, 05:00:00');
  expect(text.replaceAll('\n', ' ')).toContain('AGO (pelo MMSI; não transmitida)');
  expect(text.replaceAll(/\s/g, '')).toContain(hash);
  expect(world.audited).toEqual([
    expect.objectContaining({
      event: 'data.export',
      resource: `vessel-alert/${id}`,
      metadata: {
        format: 'pdf',
        bytes: file.bytes.length,
        sha256: createHash('sha256').update(file.bytes).digest('hex'),
      },
    }),
  ]);
});

test('the map has the times of a track where they can be read', () => {
  const start = Date.parse('2026-08-31T04:00:00Z');
  const points = Array.from({ length: 120 }, (_, index) => ({ minutes: index, lon: 12 + index * 0.0101, lat: -9 }));
  const marks = timeMarks(
    points.map(({ minutes, lon, lat }) => ({
      ...at,
      time: new Date(start + minutes * 60_000).toISOString(),
      lon,
      lat,
    })),
    [12, -9.6, 13.2, -8.4],
  );
  expect(marks.map(({ label }) => label).slice(0, 3)).toEqual(['05:00', '05:12', '05:24']);
  expect(marks).toHaveLength(10);
  const still = points.map(({ minutes }) => ({ ...at, time: new Date(start + minutes * 60_000).toISOString() }));
  expect(timeMarks(still, [12, -9.6, 13.2, -8.4])).toHaveLength(1);
});

test('a dossier of a silence tells when the vessel was heard last, and how long ago that is now', async () => {
  const clock = world.base.platform.clock;
  const fromMs = clock.nowMs() - 3 * hourMs;
  const place: Position = [9.5, -11];
  await world.storePositions(
    positionsAlong(603_000_009, { fromMs, everyMinutes: 5, count: 37, placeOf: () => place }, { speedKnots: 9 }),
  );
  await world.detect();
  world.base.advance(7 * hourMs);
  await world.detect();
  world.base.advance(hourMs);
  const listed = await askModule(world.module, listVesselAlerts, { query: { rule: 'gap', search: '603000009' } });
  const id = listed.data.data[0]?.id ?? '';
  const file = (await askModule(world.module, alertEvidence, { params: { id } })) as unknown as { bytes: Uint8Array };
  const text = readPdf(file.bytes).pages.join(' ').replaceAll(/\s+/g, ' ');
  const last = shortInstant(fromMs + 3 * hourMs);
  expect(text).toContain(`Início ${last} Última observação ${last}`);
  expect(text).toContain('Duração 8 h');
  expect(text).toContain(` a ${shortInstant(clock.nowMs())} (círculo aberto`);
});

test('an alert that is not there has no dossier, and none is audited', async () => {
  world.audited.length = 0;
  await expect(askModule(world.module, alertEvidence, { params: { id: randomUUID() } })).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(world.audited).toEqual([]);
});
