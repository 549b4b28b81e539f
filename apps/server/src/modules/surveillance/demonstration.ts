import { randomUUID } from 'node:crypto';
import { hash32 } from '@kianda/geo';
import { gearsOf } from '@kianda/science/vessels/gear';
import type { Clock } from '../../platform/clock/clock.ts';
import type { TrackReader } from '../vessels/index.ts';
import type { RegistryRepository } from './registry.repository.ts';
import type { LicenceRow } from './surveillance.tables.ts';

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
 * The national registry of a demonstration: licences for the simulated fleet that the provider tells of, but for some
 * that have none and some trawlers that are licensed as seiners. Nothing is written once people keep a registry.
 */
export function createDemonstration(options: {
  tracks: Pick<TrackReader, 'simulatedFishing'>;
  registry: RegistryRepository;
  clock: Clock;
  seed: number;
}) {
  const { tracks, registry, clock, seed } = options;

  function licenceOf(vessel: Vessel, now: Date): LicenceRow[] {
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

  return {
    /** Licences for vessels not dealt with yet; how many were written. */
    async fill(): Promise<number> {
      const fleet = await tracks.simulatedFishing(seed);
      const news = await registry.newHolders(fleet.map(({ mmsi }) => mmsi));
      const vessels = fleet.filter(({ mmsi }) => news.has(mmsi));
      if (vessels.length === 0) return 0;
      const now = new Date(clock.nowMs());
      const licences = vessels.flatMap((vessel) => licenceOf(vessel, now));
      await registry.putSimulated(
        licences,
        vessels.map(({ mmsi }) => mmsi),
      );
      return licences.length;
    },
  };
}
