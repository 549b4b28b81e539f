import { createHash, randomUUID } from 'node:crypto';
import type { VesselPositionRecord } from '@kianda/connectors';
import type { AuditEntry } from '@kianda/contract/audit/audit';
import { listVesselAlerts, stepVesselAlert } from '@kianda/contract/surveillance/alerts.contract';
import { alertEvidence } from '@kianda/contract/surveillance/evidence.contract';
import { createLicence } from '@kianda/contract/surveillance/registry.contract';
import { destination, hourMs, type Position } from '@kianda/geo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdf } from '../../../platform/documents/testing/pdf-text.ts';
import { askModule } from '../../../testing/ask.ts';
import { createModulePlatform, type ModulePlatform, originOf, toldProvenance } from '../../../testing/module.ts';
import { createVessels, type VesselsModule } from '../../vessels/index.ts';
import { vesselMigrations } from '../../vessels/vessels.migrations.ts';
import { createSurveillance, type SurveillanceModule } from '../index.ts';
import { surveillanceMigrations } from '../surveillance.migrations.ts';

let base: ModulePlatform;
let vessels: VesselsModule;
let module: SurveillanceModule;
const audited: AuditEntry[] = [];
const hash = 'ab'.repeat(32);

beforeAll(async () => {
  base = await createModulePlatform([
    { name: 'vessels', migrations: vesselMigrations },
    { name: 'surveillance', migrations: surveillanceMigrations },
  ]);
  vessels = createVessels({ platform: base.platform, provenanceOf: toldProvenance });
  module = createSurveillance({
    platform: base.platform,
    tracks: vessels.tracks,
    history: vessels.history,
    fleet: vessels.fleet,
    audit: { record: async (entry) => audited.push(entry) },
    auditHead: async () => ({ seq: 41, hash }),
    detects: false,
    accountName: async () => null,
  });
  await module.start?.();
  const startMs = base.platform.clock.nowMs() - 5 * hourMs;
  const near: Position = destination([12.814, -9.5], 270, 6_000);
  const staying = (mmsi: number, place: Position) =>
    Array.from(
      { length: 37 },
      (_, index) =>
        ({
          kind: 'vessel-position',
          vesselKey: `mmsi:${mmsi}`,
          mmsi,
          timeMs: startMs + index * 300_000,
          lon: place[0],
          lat: place[1],
          speedKnots: 0.4,
          courseDegrees: 0,
          headingDegrees: null,
          navigationStatus: 0,
          feed: 'ensaio',
        }) as VesselPositionRecord,
    );
  await vessels.positionSink(
    [...staying(603_000_001, near), ...staying(603_000_002, destination(near, 90, 150))],
    originOf(base, { simulatedSeed: 7 }),
  );
  await vessels.identitySink(
    [
      {
        kind: 'vessel-identity',
        vesselKey: 'mmsi:603000001',
        mmsi: 603_000_001,
        timeMs: startMs,
        name: 'ESTRELA DO MAR',
        callsign: 'D2ABC',
        imo: '9076260',
        flag: 'AGO',
        feed: 'ensaio',
      } as never,
    ],
    originOf(base, { simulatedSeed: 7 }),
  );
  await module.detect(new AbortController().signal);
});
afterAll(async () => {
  await module.stop?.();
  await vessels.stop?.();
  await base.close();
});

test('the dossier of an alert tells what was seen, of whom, under which licence, and who did what; its sum is audited', async () => {
  await askModule(module, createLicence, {
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
  const listed = await askModule(module, listVesselAlerts, { query: { rule: 'encounter' } });
  const id = listed.data.data[0]?.id ?? '';
  await askModule(module, stepVesselAlert, {
    params: { id },
    body: { from: 'new', to: 'acknowledged', note: 'Chamada à Capitania: sem resposta.' },
  });
  audited.length = 0;
  const file = (await askModule(module, alertEvidence, { params: { id } })) as unknown as {
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
  ]) {
    expect(text.replaceAll('\n', ' ')).toContain(words);
  }
  expect(text.replaceAll(/\s/g, '')).toContain(hash);
  expect(audited).toEqual([
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

test('an alert that is not there has no dossier, and none is audited', async () => {
  audited.length = 0;
  await expect(askModule(module, alertEvidence, { params: { id: randomUUID() } })).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(audited).toEqual([]);
});
