import type { roles } from '@kianda/contract';
import { createMap } from '@kianda/contract/open/maps/maps.contract';
import { type SearchKind, search } from '@kianda/contract/operations/search/search.contract';
import { findable } from '@kianda/format/match';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guideParts } from '../../apps/console/src/shell/help/guide-pages.ts';
import {
  type Command,
  type CommandKind,
  groupCommands,
  hitCommands,
  scoreCommands,
} from '../../apps/console/src/shell/palette/palette-commands.ts';
import { paletteTexts } from '../../apps/console/src/shell/palette/texts.pt.ts';
import { guideCommands } from '../../apps/console/src/shell/palette/use-guide-commands.ts';
import { interfaceCommands, sectionCommands } from '../../apps/console/src/shell/palette/use-own-commands.ts';
import { createTestApplication, type TestApplication } from '../../apps/server/src/testing/application.ts';
import { expectedSearches } from './testing/expected-searches.ts';

type Hits = {
  readonly hits: readonly { kind: SearchKind; title: string; id: string }[];
  readonly unavailable: string[];
};

let app: TestApplication;
let admin: string;

/** Fleet, species and alerts as they are called off Angola. */
async function fill(): Promise<void> {
  const db = app.database.for();
  const vessels = [
    ['603000001', 'LUCIRA 3', 'fishing', 'AGO', '603000001', '8123456', 'D2LU', 'LUCIRA UM'],
    ['603000002', 'NOSSA SENHORA DA MUXIMA', 'fishing', 'AGO', '603000002', null, 'D2NS', null],
    ['412000003', 'XIN LAN HAI 5', 'fishing', 'CHN', '412000003', '9222333', 'BZXL', null],
    ['224000004', 'PLAYA DE GALICIA', 'fishing', 'ESP', '224000004', null, 'EAPG', 'PLAYA DE VIGO'],
    ['603000005', 'Baía das Pipas', 'support', 'AGO', '603000005', null, 'D2BP', null],
    ['235000006', 'ATLANTIC CARRIER', 'carrier', 'GBR', '235000006', '9555666', 'GBAC', null],
  ];
  for (const [id, name, type, flag, mmsi, imo, callsign, former] of vessels)
    await sql`INSERT INTO vessels.directory (id, name, vessel_type, flag, mmsi, imo, callsign, former_names, search, names,
        presence_at, lon, lat, retrieved_at, is_listed)
      VALUES (${id}, ${name}, ${type}, ${flag}, ${mmsi}, ${imo}, ${callsign}, ${former}, lower(${name}),
        translate(lower(concat_ws(' ', ${name}::text, ${former}::text, ${mmsi}::text, ${imo}::text, ${callsign}::text)),
          'áàâãäåçéèêëíìîïñóòôõöúùûüý', 'aaaaaaceeeeiiiinooooouuuuy'), now(), 12, -9, now(), true)`.execute(db);
  const taxa = [
    [126421, 'Sardina pilchardus', 'sardinha', 'Alosidae', 5],
    [126424, 'Sardinella aurita', null, 'Dorosomatidae', 40],
    [126822, 'Trachurus trachurus', 'carapau', 'Carangidae', 30],
    [137102, 'Orcinus orca', 'orca', 'Delphinidae', 4],
    [137205, 'Caretta caretta', 'tartaruga-comum', 'Cheloniidae', 12],
    [127027, 'Thunnus albacares', null, 'Scombridae', 22],
    [105838, 'Carcharodon carcharias', 'tubarão-branco', 'Lamnidae', 2],
  ] as const;
  for (const [aphiaId, name, common, family, records] of taxa) {
    await sql`INSERT INTO biodiversity.register (aphia_id, scientific_name, rank, status, family, genus, vernacular_pt, search,
        connector_id, stream_id, run_id, retrieved_at)
      VALUES (${aphiaId}, ${name}, 'Species', 'accepted', ${family}, ${name.split(' ')[0]}, ${common}, lower(${name}),
        'worms', 'taxa', gen_random_uuid(), now())`.execute(db);
    await sql`INSERT INTO biodiversity.taxa (scientific_name, register_id) VALUES (${name}, ${aphiaId})`.execute(db);
    await sql`INSERT INTO biodiversity.occurrences (source, source_id, taxon_id, lon, lat, position, basis_of_record,
        dataset_id, flags, absence, connector_id, stream_id, run_id, retrieved_at)
      SELECT 'obis', ${name} || n, t.id, 12, -9, point(12, -9), 'HumanObservation', 'd', '{}', false, 'obis', 'occurrences',
        gen_random_uuid(), now()
      FROM biodiversity.taxa AS t, generate_series(1, ${records}::int) AS n WHERE t.register_id = ${aphiaId}`.execute(
      db,
    );
  }
  await sql`INSERT INTO surveillance.alerts (id, key, rule, severity, description, ship_ids, event_key, state, event_at,
      last_at, raised_at, updated_at, simulated)
    VALUES (gen_random_uuid(), 'k1', 'encounter', 'high', 'LUCIRA 3 esteve 4 h junto de ATLANTIC CARRIER', '{}', 'e1', 'new',
      now(), now(), now(), now(), true),
    (gen_random_uuid(), 'k2', 'closed_season', 'medium', 'XIN LAN HAI 5 pescou durante a veda do carapau', '{}', 'e2', 'closed',
      now(), now(), now(), now(), true)`.execute(db);
  // Their text names no vessel.
  await sql`WITH heard AS (INSERT INTO vessels.ships (key, mmsi) VALUES ('mmsi:603000002', 603000002) RETURNING id),
      known AS (UPDATE vessels.directory AS d SET ship_id = heard.id FROM heard WHERE d.id = '603000002' RETURNING d.ship_id)
    INSERT INTO surveillance.alerts (id, key, rule, severity, description, ship_ids, event_key, state, event_at, last_at,
      raised_at, updated_at, simulated)
    SELECT id, id::text, rule, 'high', text, ARRAY[ship_id], id::text, state, now(), now(), now(), now(), true
    FROM known, (VALUES
      ('fa1ca5d0-1111-4000-8000-000000000001'::uuid, 'minimum_distance', 'A 2,1 milhas de terra durante 3 h', 'new'),
      ('fa1ca5d0-2222-4000-8000-000000000002'::uuid, 'gap', 'Sem transmitir há 14 h', 'investigating'),
      ('fa1ca5d0-3333-4000-8000-000000000003'::uuid, 'minimum_distance', 'A 4,8 milhas de terra durante 1 h', 'closed'))
      AS a (id, rule, text, state)`.execute(db);
  await sql`INSERT INTO health.alerts (id, rule, subject, type, title, message, source, metadata, raised_at)
    VALUES (gen_random_uuid(), 'disk', 'd', 'warning', 'Espaço em disco a acabar', 'Restam 4 % do disco de dados', 'Armazenamento',
      '{}', now())`.execute(db);
  await app.call(createMap, {
    token: admin,
    body: {
      name: 'Afloramento ao largo do Namibe',
      category: 'oceanographic',
      access: 'shared',
      definition: {
        base: 'analysedSst',
        baseOpacity: 1,
        fitted: false,
        overlays: { zee: 1 },
        moment: null,
        camera: null,
      },
    },
  });
}

beforeAll(async () => {
  app = await createTestApplication();
  admin = (await app.signIn('administrador')).token;
  await fill();
});
afterAll(() => app.close());

const ask = (q: string, token = admin) => app.call<Hits>(search, { token, query: { q } });

const nothing = () => undefined;
const ownCommands = [
  ...sectionCommands('administrador', nothing),
  ...interfaceCommands('administrador', nothing, [{ id: 'stac_oceanographic', isActive: true }]),
  ...guideCommands(guideParts),
  ...Object.entries(paletteTexts.actions).map(([id, label]) => ({
    id: `action-${id}`,
    kind: 'action' as CommandKind,
    label,
    detail: '',
    findable: findable(label, paletteTexts.actionWords[id as keyof typeof paletteTexts.actionWords]),
    run: nothing,
  })),
];

/** The list as a person sees it: the console's own answers and those of the server. */
async function palette(typed: string): Promise<readonly Command[]> {
  const { data } = await app.call<{ hits: Parameters<typeof hitCommands>[0] }>(search, {
    token: admin,
    query: { q: typed },
  });
  return groupCommands([...scoreCommands(ownCommands, typed), ...hitCommands(data.hits, nothing)]);
}

describe('150 searches in Portuguese', () => {
  test('at least 95 in 100 have what was meant first', async () => {
    expect(expectedSearches.length).toBeGreaterThanOrEqual(150);
    const missed: string[] = [];
    for (const [typed, kind, label] of expectedSearches) {
      const [first] = await palette(typed);
      if (first?.kind !== kind || !first.label.toLowerCase().includes(label.toLowerCase()))
        missed.push(
          `«${typed}» → ${first === undefined ? 'nada' : `${first.kind} ${first.label}`}, não ${kind} ${label}`,
        );
    }
    expect(missed, missed.join('\n')).toHaveLength(Math.min(missed.length, Math.floor(expectedSearches.length * 0.05)));
  });
});

describe('what is found', () => {
  test('former names, call signs and numbers find a vessel, with an error too', async () => {
    for (const q of ['lucira um', 'D2LU', '8123456', '603000001', 'lucria 3', 'LUCIRA 3'])
      expect((await ask(q)).data.hits[0], q).toMatchObject({ kind: 'vessel', title: 'LUCIRA 3' });
    expect((await ask('603000009')).data.hits).toEqual([]);
    expect((await ask('xin lan hai 5')).data).toMatchObject({
      unavailable: [],
      hits: [{ detail: expect.stringContaining('China') }, {}],
    });
  });

  test('accents and case do not matter on either side', async () => {
    expect((await ask('baia das pipas')).data.hits[0]).toMatchObject({ title: 'Baía das Pipas' });
    expect((await ask('TUBARAO branco')).data.hits[0]).toMatchObject({ kind: 'species', title: 'tubarão-branco' });
  });

  test('signs of patterns stand for themselves', async () => {
    expect((await ask('%%')).data.hits).toEqual([]);
    expect((await ask("o'; DROP TABLE")).status).toBe(200);
  });

  test('open alerts come before closed ones', async () => {
    const alerts = (await ask('alerta veda carapau')).data.hits.filter(({ kind }) => kind === 'vessel-alert');
    expect(alerts.map(({ title }) => title)).toEqual([]);
    const found = (await ask('veda carapau')).data.hits.filter(({ kind }) => kind === 'vessel-alert');
    expect(found.map(({ title }) => title)).toEqual(['XIN LAN HAI 5 pescou durante a veda do carapau']);
  });
});

describe('alerts of vessels', () => {
  const found = async (q: string, token = admin) =>
    (await ask(q, token)).data.hits.filter(({ kind }) => kind === 'vessel-alert').map(({ title }) => title);
  const [near, silent] = ['A 2,1 milhas de terra durante 3 h', 'Sem transmitir há 14 h'];

  test('those that are open are found by names and numbers of their vessels, which come before them', async () => {
    for (const q of ['nossa senhora da muxima', 'MUXIMA', '603000002', 'alertas muxima', 'navio MMSI 603000002'])
      expect([q, (await found(q)).toSorted()]).toEqual([q, [near, silent]]);
    expect((await ask('muxima')).data.hits[0]).toMatchObject({ kind: 'vessel', title: 'NOSSA SENHORA DA MUXIMA' });
    expect(await found('603000001')).toEqual([]);
  });

  test('and by the name of their rule, alone or with a vessel', async () => {
    expect(await found('distância mínima')).toEqual([near]);
    expect(await found('silêncio do AIS muxima')).toEqual([silent]);
    expect(await found('encontro no mar muxima')).toEqual([]);
    expect(await found('encontro no mar')).toEqual(['LUCIRA 3 esteve 4 h junto de ATLANTIC CARRIER']);
  });

  test('a number finds its alert, in whatever state it is, and no other', async () => {
    expect(await found('fa1ca5d0-3333-4000-8000-000000000003')).toEqual(['A 4,8 milhas de terra durante 1 h']);
    expect(await found('fa1ca5d011114000')).toEqual([near]);
    expect(await found('fa1ca5d0')).toHaveLength(3);
  });

  test('by none of these without the permission', async () => {
    const { token } = await app.signIn('cliente');
    for (const q of ['muxima', 'distância mínima', 'fa1ca5d0']) expect([q, await found(q, token)]).toEqual([q, []]);
  });
});

describe('who finds what', () => {
  const kindsOf = async (role: (typeof roles)[number], q: string) =>
    new Set((await ask(q, (await app.signIn(role)).token)).data.hits.map(({ kind }) => kind));

  test('a client finds no vessel, alert, user or setting; an administrator finds all', async () => {
    expect(await kindsOf('cliente', 'xin lan hai')).toEqual(new Set());
    expect(await kindsOf('cliente', 'sardinha')).toEqual(new Set(['species']));
    expect(await kindsOf('cliente', 'disco')).toEqual(new Set());
    expect(await kindsOf('administrador', 'xin lan hai')).toEqual(new Set(['vessel', 'vessel-alert']));
    expect(await kindsOf('investigador', 'chefe@exemplo.ao')).toEqual(new Set());
    expect(await kindsOf('administrador', 'chefe@exemplo.ao')).toEqual(new Set(['user']));
    expect(await kindsOf('cientista', 'KIANDA_SMTP')).toEqual(new Set());
  });

  test('nobody finds anything without a session', async () => {
    expect((await app.call(search, { query: { q: 'lucira' } })).status).toBe(401);
  });

  test('a map that is not shared is found by its owner alone', async () => {
    const scientist = (await app.signIn('cientista')).token;
    await app.call(createMap, {
      token: scientist,
      body: {
        name: 'Rascunho da Palanca',
        category: 'oceanographic',
        access: 'private',
        definition: { base: 'analysedSst', baseOpacity: 1, fitted: false, overlays: {}, moment: null, camera: null },
      },
    });
    expect((await ask('rascunho da palanca', scientist)).data.hits).toMatchObject([{ kind: 'map' }]);
    expect((await ask('rascunho da palanca')).data.hits).toEqual([]);
  });
});
