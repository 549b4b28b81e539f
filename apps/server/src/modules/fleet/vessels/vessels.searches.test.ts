import { findable, matchScore, typedQuery } from '@kianda/format/match';
import { expect, test } from 'vitest';
import type { SearchEntry } from '../../../platform/search.ts';
import type { SafetyRow } from './safety/safety.repository.ts';
import type { NamedVessel } from './vessel-names.repository.ts';
import { vesselSearches } from './vessels.searches.ts';

const vessel = (over: Partial<NamedVessel>): NamedVessel => ({
  ...{ id: '603990102', name: 'LUCIRA 3', vessel_type: 'fishing', flag: 'AGO', mmsi: '603990102', imo: '5900542' },
  ...{ callsign: 'D3YP3', registration: null, former_names: 'XIN LAN HAI', lon: null, lat: null },
  ...over,
});
const byVms = vessel({
  id: 'ir:AGO:AGO990102',
  vessel_type: 'unknown',
  mmsi: null,
  imo: null,
  registration: 'AGO990102',
});

/** Entries of a source for what is typed, best first, and the words that the directory was asked for. */
async function found(kind: 'vessel' | 'station', typed: string) {
  const asked: (readonly string[])[] = [];
  const sources = vesselSearches({
    names: {
      find: async (words) => {
        asked.push(words);
        return [vessel({}), byVms];
      },
    },
    stations: async () => [
      { key: 'base:6039901', kind: 'base', mmsi: 6_039_901, name: null, text: null, lon: 13, lat: -9 } as SafetyRow,
    ],
    clock: { nowMs: () => 0 } as never,
  });
  const query = typedQuery(typed);
  const entries: readonly SearchEntry[] =
    (await sources.find((source) => source.kind === kind)?.find(query, null as never)) ?? [];
  const scoreOf = ({ title, names, about, detail }: SearchEntry) =>
    matchScore(query, findable(title, names, [detail, ...(about ?? [])]));
  return { asked, ids: entries.filter((entry) => scoreOf(entry) > 0).map(({ id }) => id), entries };
}

test.each([
  ['lucira3', ['lucira3'], ['603990102', 'ir:AGO:AGO990102']],
  ['XINLANHAI', ['xinlanhai'], ['603990102', 'ir:AGO:AGO990102']],
  ['IMO 5900542', ['5900542'], ['603990102']],
  ['MMSI 603990102', ['603990102'], ['603990102']],
  ['indicativo D3YP3', ['d3yp3'], ['603990102', 'ir:AGO:AGO990102']],
  ['matrícula AGO990102', ['ago990102'], ['ir:AGO:AGO990102']],
  ['navio Lucira 3', ['lucira', '3'], ['603990102', 'ir:AGO:AGO990102']],
  ['navio', ['navio'], ['603990102', 'ir:AGO:AGO990102']],
])('«%s» is looked for as people type it', async (typed, words, ids) => {
  expect(await found('vessel', typed)).toMatchObject({ asked: [words], ids });
});

test('one vessel heard by AIS and by VMS is two lines that differ', async () => {
  const { entries } = await found('vessel', 'LUCIRA 3');
  expect(entries.map(({ detail }) => detail)).toEqual([
    'Pesca · Angola · MMSI 603990102 · antes XIN LAN HAI',
    'Desconhecido · Angola · VMS · matrícula AGO990102 · antes XIN LAN HAI',
  ]);
});

test.each(['006039901', '6039901', 'MMSI 006039901'])(
  'a station is found by %s, with or without its zeros',
  async (typed) => {
    const { ids, entries } = await found('station', typed);
    expect(ids).toEqual(['base:6039901']);
    expect(entries[0]?.detail).toContain('MMSI 006039901');
  },
);
