import { aphiaRecordWire, classificationWire, vernacularsWire } from '@kianda/connectors/worms/wire';
import { dayMs } from '@kianda/geo';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createSimulator } from '../../app.ts';
import { manualClock } from '../../clock.ts';

const NOW_MS = Date.UTC(2026, 8, 1, 10);
const app = createSimulator({ seed: 8478, clock: manualClock(NOW_MS) });
afterAll(() => app.close());

const ask = (path: string) => app.inject({ url: `/worms/rest/${path}` });
const records = async (path: string) => z.array(aphiaRecordWire).parse((await ask(path)).json());
const instant = (ms: number) => encodeURIComponent(`${new Date(ms).toISOString().slice(0, 19)}+00:00`);
const span = (days: number) => `startdate=${instant(NOW_MS - days * dayMs)}&enddate=${instant(NOW_MS)}`;

describe('AphiaRecordsByDate', () => {
  test('pages of fifty from 1, oldest change first, then a 204 without a body', async () => {
    const ids: number[] = [];
    let last = '';
    for (let offset = 1; ; ) {
      const answer = await ask(`AphiaRecordsByDate?${span(60)}&offset=${offset}`);
      last = answer.body;
      if (answer.statusCode === 204) break;
      const page = z.array(aphiaRecordWire).parse(answer.json());
      const times = page.map(({ modified }) => Date.parse(modified ?? ''));
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(page.length).toBeLessThanOrEqual(50);
      ids.push(...page.map(({ AphiaID }) => AphiaID));
      offset += page.length;
    }
    expect(last).toBe('');
    expect(ids.length).toBeGreaterThan(50);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('a plus sign sent as a blank is a bad request, and so is no date', async () => {
    expect((await ask('AphiaRecordsByDate?startdate=2026-08-01T00:00:00+00:00')).statusCode).toBe(400);
    expect((await ask('AphiaRecordsByDate')).statusCode).toBe(400);
  });
});

describe('records', () => {
  test('by name: accepted species, and a synonym that names its accepted name', async () => {
    const [sardine] = await records('AphiaRecordsByName/Sardinella%20aurita?like=false&marine_only=true');
    expect(sardine).toMatchObject({
      status: 'accepted',
      valid_name: 'Sardinella aurita',
      isMarine: 1,
      rank: 'Species',
    });
    const [synonym] = await records('AphiaRecordsByName/Delphinus%20capensis?like=false');
    expect(synonym).toMatchObject({ status: 'unaccepted', valid_name: 'Delphinus delphis' });
    expect(await records(`AphiaSynonymsByAphiaID/${synonym?.valid_AphiaID}`)).toEqual([synonym]);
    expect((await records('AphiaRecordsByName/Sardinella')).length).toBeGreaterThan(2);
  });

  test('by ids: those that exist, 204 where none does, 400 for more than fifty', async () => {
    const ids = (numbers: number[]) => numbers.map((id) => `aphiaids[]=${id}`).join('&');
    expect(await records(`AphiaRecordsByAphiaIDs?${ids([90_000_001, 44_444])}`)).toHaveLength(1);
    expect((await ask(`AphiaRecordsByAphiaIDs?${ids([44_444])}`)).statusCode).toBe(204);
    expect((await ask(`AphiaRecordsByAphiaIDs?${ids(Array(51).fill(1))}`)).statusCode).toBe(400);
  });

  test('by match: one list a name, near names marked as such', async () => {
    const answer = await ask(
      'AphiaRecordsByMatchNames?scientificnames[]=Sardinela%20aurita&scientificnames[]=Nulla%20nulla&scientificnames[]=Sardinella%20aurita',
    );
    const lists = z.array(z.array(aphiaRecordWire)).parse(answer.json());
    expect(lists.map((list) => list.map(({ match_type }) => match_type))).toEqual([[], [], ['exact']]);
    const near = await ask('AphiaRecordsByMatchNames?scientificnames[]=Sardinella%20auritb');
    expect(z.array(z.array(aphiaRecordWire)).parse(near.json())[0]?.[0]?.match_type).toBe('near_1');
  });

  test('classification from Biota down, Portuguese names, slashes escaped as PHP does', async () => {
    const [sardine] = await records('AphiaRecordsByName/Sardinella%20aurita?like=false');
    const id = sardine?.AphiaID ?? 0;
    const ranks: string[] = [];
    for (
      let node = classificationWire.parse((await ask(`AphiaClassificationByAphiaID/${id}`)).json()) as
        | z.output<typeof classificationWire>
        | null
        | undefined;
      node != null;
      node = node.child
    )
      ranks.push(node.rank);
    expect(ranks).toEqual(['Superdomain', 'Kingdom', 'Phylum', 'Class', 'Order', 'Family', 'Genus', 'Species']);
    const names = vernacularsWire.parse((await ask(`AphiaVernacularsByAphiaID/${id}`)).json());
    expect(names).toEqual([{ vernacular: 'Sardinela-lombuda', language_code: 'por', language: 'Portuguese' }]);
    expect((await ask(`AphiaRecordByAphiaID/${id}`)).body).toContain(
      String.raw`https:\/\/www.marinespecies.org\/aphia.php`,
    );
    expect((await ask('AphiaVernacularsByAphiaID/1')).statusCode).toBe(204);
    expect((await ask('AphiaIDByName/Sardinella%20aurita')).json()).toBe(id);
  });
});
