import type { DataOf, Provenance } from '@kianda/contract';
import { worstProvenance } from '@kianda/contract';
import type { realtimeCopernicus } from '@kianda/contract/space/biomass/biomass.contract';
import { createCache } from '../../../platform/cache/cache.ts';
import type { BiomassContext } from './biomass.context.ts';

/** The five places of the file of old, each moved 0.2° out to sea, where the fields have cells. */
const places = [
  { name: 'Cabinda', lat: -5.5, lon: 12 },
  { name: 'Luanda', lat: -8.8, lon: 13 },
  { name: 'Benguela', lat: -12.6, lon: 13.2 },
  { name: 'Namibe', lat: -15.2, lon: 11.9 },
  { name: 'Tombwa', lat: -16.8, lon: 11.6 },
] as const;
/** As far out as the fields reach; the index of upwelling looks up to 5° from the coast. */
const offshoreWest = 8.3;
const offshoreDegrees = 5;
/** Colder at the coast than offshore by more than it, the water comes from below (Nykjær & Van Camp 1994). */
const upwellingCelsius = 1.5;
const heldMs = 60_000;

type File = { readonly body: DataOf<typeof realtimeCopernicus>; readonly provenance: Provenance };

/** The newest fields over the ZEE and of five places along the coast; made anew once a minute at most. */
export function createRealtimeFile(context: Pick<BiomassContext, 'ocean' | 'platform'>): () => Promise<File> {
  const { clock } = context.platform;
  const held = createCache<File>({ name: 'biomass/realtime', clock, maxEntries: 1, ttlMs: heldMs, maxStaleMs: 0 });
  return async () => (await held.get('agora', () => makeFile(context))).value;
}

async function makeFile({ ocean, platform }: Pick<BiomassContext, 'ocean' | 'platform'>): Promise<File> {
  const [sst, chlorophyll] = await Promise.all([ocean.newestSlice('analysedSst'), ocean.newestSlice('chlorophyll')]);
  const meanSst = await ocean.zeeFigure('analysedSst', 'mean');
  const meanChlorophyll = await ocean.zeeFigure('chlorophyll', 'mean');
  const locations = await Promise.all(places.map((place) => readPlace(ocean, place)));
  const told = locations.map(({ conditions }) => conditions).filter((words) => words !== null);
  const provenance = worstProvenance([meanSst.provenance, meanChlorophyll.provenance]);
  const reasons = { avg_sst: meanSst.missingReason, avg_chlorophyll: meanChlorophyll.missingReason };
  return {
    body: {
      timestamp: new Date(platform.clock.nowMs()).toISOString(),
      source: provenance.state === 'fallback' ? 'Kianda' : provenance.source,
      state: provenance.state,
      summary: {
        ...{ avg_sst: meanSst.value, max_sst: sst?.row.zee_max ?? null, min_sst: sst?.row.zee_min ?? null },
        ...{ avg_chlorophyll: meanChlorophyll.value, max_chlorophyll: chlorophyll?.row.zee_max ?? null },
        upwelling: told.length === 0 ? null : told.includes(conditionWords.upwelling),
      },
      locations,
      missing: Object.fromEntries(Object.entries(reasons).filter(([, reason]) => reason !== undefined)) as Record<
        string,
        string
      >,
    },
    provenance,
  };
}

const conditionWords = { upwelling: 'afloramento', none: 'sem afloramento' } as const;

type Place = { readonly name: string; readonly lat: number; readonly lon: number };

async function readPlace(ocean: BiomassContext['ocean'], { name, lat, lon }: Place) {
  const read = async (at: number) => (await ocean.point([at, lat], 'analysedSst', 1)).value.values;
  const [here, offshore] = [await read(lon), await read(Math.max(offshoreWest, lon - offshoreDegrees))];
  const of = (variable: string, values = here) => values.find((one) => one.variable === variable)?.value ?? null;
  const [u, v] = [of('currentEast'), of('currentNorth')];
  const [coast, out] = [of('analysedSst'), of('analysedSst', offshore)];
  const isColder = coast === null || out === null ? null : out - coast > upwellingCelsius;
  return {
    ...{ name, lat, lon, temperature: coast, chlorophyll: of('chlorophyll'), salinity: of('salinity') },
    ...{ current_u: u, current_v: v, magnitude: u === null || v === null ? null : Math.hypot(u, v) },
    conditions: isColder === null ? null : isColder ? conditionWords.upwelling : conditionWords.none,
  };
}
