import { randomUUID } from 'node:crypto';
import { hash32 } from '@kianda/geo';
import { gearsOf } from '@kianda/science/vessels/gear';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { Platform } from '../../../../platform/module.ts';
import { whenStored } from '../../../ingestion/connectors/index.ts';
import type { TrackReader } from '../../vessels/index.ts';
import type { LicenceRow } from '../surveillance.tables.ts';
import type { RegistryRepository } from './registry.repository.ts';

type Vessel = Awaited<ReturnType<TrackReader['simulatedFishing']>>[number];

/** One vessel in so many has no licence; one trawler in so many has that of another gear. */
const withoutLicence = 16;
const withOtherGear = 10;

/** The provider's classes as Angolan licences name them. */
const licensedAs: Readonly<Record<string, string>> = {
  TRAWLERS: 'arrasto-demersal',
  TUNA_PURSE_SEINES: 'cerco-atum',
  OTHER_PURSE_SEINES: 'cerco',
  PURSE_SEINES: 'cerco',
  DRIFTING_LONGLINES: 'palangre-superficie',
  SET_LONGLINES: 'palangre-fundo',
  SET_GILLNETS: 'emalhar',
  FIXED_GEAR: 'emalhar',
  POTS_AND_TRAPS: 'gaiolas',
  POLE_AND_LINE: 'salto-e-vara',
};

/**
 * The national registry of a demonstration: licences for the simulated fleet, filled again after each arrival of
 * presence. Some vessels get none and some trawlers are licensed as seiners, so that there is something to find. Nothing
 * is written once people keep a registry, and nothing at all where `seed` is null.
 */
export function createSimulatedRegistry(options: {
  platform: Platform;
  tracks: Pick<TrackReader, 'simulatedFishing'>;
  registry: RegistryRepository;
  seed: number | null;
}) {
  const { platform, tracks, registry, seed } = options;
  let filling: Promise<void> = Promise.resolve();
  let unsubscribe: (() => void) | null = null;

  function fillNext(simulation: number): void {
    filling = filling
      .then(async () => {
        await fillSimulatedRegistry({ tracks, registry, clock: platform.clock, seed: simulation });
      })
      .catch((error: unknown) => platform.log.warn({ err: error }, 'registo simulado por preencher'));
  }

  return {
    async start(): Promise<void> {
      if (seed === null) return;
      unsubscribe = whenStored(platform.events, 'vessel-presence', () => fillNext(seed));
      fillNext(seed);
      await filling;
    },
    stop(): void {
      unsubscribe?.();
    },
    /** Resolves when nothing is being filled any more. */
    settled: () => filling,
  };
}

/** Writes licences for simulated vessels that were not dealt with yet; answers how many were written. */
export async function fillSimulatedRegistry(options: {
  tracks: Pick<TrackReader, 'simulatedFishing'>;
  registry: RegistryRepository;
  clock: Clock;
  seed: number;
}): Promise<number> {
  const { tracks, registry, clock, seed } = options;
  const fleet = await tracks.simulatedFishing(seed);
  const news = await registry.newHolders(fleet.map(({ mmsi }) => mmsi));
  const vessels = fleet.filter(({ mmsi }) => news.has(mmsi));
  if (vessels.length === 0) return 0;
  const now = new Date(clock.nowMs());
  const licences = vessels.flatMap((vessel) => licenceOf(vessel, seed, now));
  await registry.putSimulated(
    licences,
    vessels.map(({ mmsi }) => mmsi),
  );
  return licences.length;
}

/** The licence of a simulated vessel; none for some of them. */
function licenceOf(vessel: Vessel, seed: number, now: Date): LicenceRow[] {
  const gear = licensedAs[vessel.gear.toUpperCase()];
  if (gear === undefined || hash32(seed, 'licença', vessel.mmsi) % withoutLicence === 0) return [];
  const isTrawler = gearsOf(vessel.gear).some(({ family }) => family === 'trawl');
  const isOther = isTrawler && hash32(seed, 'arte', vessel.mmsi) % withOtherGear === 0;
  const year = now.getUTCFullYear();
  return [
    {
      id: randomUUID(),
      number: `SIM-${year}-${vessel.mmsi}`,
      vessel_name: vessel.name ?? vessel.mmsi,
      mmsi: vessel.mmsi,
      imo: vessel.imo,
      callsign: vessel.callsign,
      registration: null,
      flag: vessel.flag ?? 'AGO',
      holder: null,
      gears: [isOther ? 'cerco' : gear],
      fleet: null,
      area_ids: null,
      valid_from: `${year - 1}-01-01`,
      valid_to: `${year + 1}-12-31`,
      suspensions: [],
      source: `Simulado: registo de demonstração (semente ${seed})`,
      simulated_seed: seed,
      updated_at: now,
    },
  ];
}
