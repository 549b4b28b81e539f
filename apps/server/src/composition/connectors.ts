import { join } from 'node:path';
import {
  angolaVmsWith,
  connectors,
  hostsOf,
  providerSettings,
  type RecordKind,
  simulatorSettings,
} from '@kianda/connectors';
import { derivedProducts } from '@kianda/contract/sea/ocean/derived.contract';
import type { Config, ProviderId } from '../config/config.ts';
import type { ConfiguredConnector, HistoryPlan, KindLineage } from '../modules/ingestion/connectors/index.ts';
import type { CopernicusAccess } from '../modules/sea/copernicus/index.ts';

/** Accepted by the simulated providers in place of a credential. */
const simulatedCredential = 'simulado';

/** History each stream is given after its first run. Windows are as large as one run comfortably fetches. */
export const historyPlan: HistoryPlan = {
  'noaa-sst/mur': { days: 90, windowDays: 10 },
  'noaa-sst/oisst': { days: 365, windowDays: 30 },
  'noaa-viirs-modis/chlorophyll': { days: 90, windowDays: 10 },
  'cmems/salinity': { days: 30, windowDays: 10 },
  'cmems/currents': { days: 30, windowDays: 10 },
  'cmems-bgc/oxygen': { days: 30, windowDays: 10 },
  'cmems-bgc/ph': { days: 30, windowDays: 10 },
  'cmems-bgc/nitrate': { days: 30, windowDays: 10 },
  'cmems-bgc/phytoplankton': { days: 30, windowDays: 10 },
  // A year, from which the trees are read: what ten composites span is one window.
  'mod13q1-ndvi/ndvi': { days: 365, windowDays: 160 },
  'slsmf-mares/sea-level': { days: 90, windowDays: 30 },
  'cdse-sentinel3/products': { days: 30, windowDays: 10 },
  'cds-era5/wind': { days: 30, windowDays: 10 },
  'argo/profiles': { days: 720, windowDays: 90 },
  'open-meteo-marine/waves': { days: 60, windowDays: 30 },
  'open-meteo-marine/wind': { days: 60, windowDays: 30 },
  'gfw/presence': { days: 28, windowDays: 7 },
  'gfw/events': { days: 28, windowDays: 7 },
};

/** Every connector with the addresses and credentials of this installation. */
export function configuredConnectors(config: Config, simulatorUrl: string | null): readonly ConfiguredConnector[] {
  return connectors.map((connector) => {
    const provider = config.providers[connector.id as ProviderId];
    if (simulatorUrl !== null && provider.baseUrl === null && !(connector.continuous === true && config.ais !== null)) {
      const credentials = Object.fromEntries(connector.credentialNames.map((name) => [name, simulatedCredential]));
      const settings = simulatorSettings(connector.id, simulatorUrl, credentials);
      return {
        connector,
        settings,
        simulatedSeed: config.seed,
        disabledReason: null,
        allowPrivateHosts: hostsOf(settings),
      };
    }
    const own = providerSettings(connector, provider.credentials);
    if (connector.continuous === true && provider.baseUrl === null) return listening(connector, own, config);
    const settings = {
      ...own,
      baseUrl: provider.baseUrl ?? own.baseUrl,
      extraBaseUrls: { ...own.extraBaseUrls, ...provider.extraBaseUrls },
    };
    const absent = connector.credentialNames.filter((name) => provider.credentials[name] === undefined);
    return {
      // The centre may write speeds in another unit; the simulated one writes the format's own.
      connector: connector.id === 'angola-vms' ? angolaVmsWith(config.vmsSpeedUnit) : connector,
      settings,
      simulatedSeed: null,
      disabledReason: absent.length === 0 ? null : `Falta a credencial do fornecedor: ${absent.join(', ')}.`,
      allowPrivateHosts: config.allowedPrivateHosts,
    };
  });
}

/** A listening connector with its configured lines; off without any. */
function listening(
  connector: ConfiguredConnector['connector'],
  settings: ConfiguredConnector['settings'],
  { ais, allowedPrivateHosts }: Config,
): ConfiguredConnector {
  const off =
    'Desligado: nenhuma estação AIS definida (KIANDA_AIS_SERVERS, KIANDA_AIS_TCP_LISTEN ou KIANDA_AIS_UDP_LISTEN).';
  return {
    connector,
    settings: ais === null ? settings : { ...settings, lines: ais },
    simulatedSeed: null,
    disabledReason: ais === null ? off : null,
    allowPrivateHosts: allowedPrivateHosts,
  };
}

/** Tables, endpoints and screens of each kind of record, for the lineage that operators see. */
export const kindLineage: Readonly<Partial<Record<RecordKind, KindLineage>>> = {
  'grid-slice': {
    table: 'ocean.field_slices',
    endpoints: [
      '/admin-api/ocean/fields',
      '/admin-api/ocean/derived',
      '/admin-api/realtime/data',
      '/admin-api/api/dashboard/overview',
      '/ocean-api/copernicus/angola-marine',
    ],
    screens: ['Dashboard Administrativo', 'Tempo Real Angola', 'Integração Copernicus'],
    products: Object.values(derivedProducts),
    models: ['VGPM (produção primária)', 'Hobday (ondas de calor marinhas)', 'Bakun (afloramento)'],
    reports: ['Série de produtos derivados (CSV)'],
  },
  'station-series': {
    table: 'ocean.observations',
    endpoints: [
      '/admin-api/ocean/stations',
      '/admin-api/ocean/tide-gauges',
      '/admin-api/ocean/coastal-stations',
      '/admin-api/realtime/data',
    ],
    screens: ['Tempo Real Angola'],
  },
  product: {
    table: 'ocean.products',
    endpoints: [
      '/admin-api/ocean/products',
      '/admin-api/ocean/copernicus/monitoring',
      '/admin-api/admin-dashboard/oceanographic-data',
      '/ocean-api/copernicus/angola-marine',
    ],
    screens: ['Dashboard Administrativo', 'Monitorização Copernicus', 'Integração Copernicus'],
  },
  profile: {
    table: 'ocean.profiles',
    endpoints: ['/admin-api/ocean/profiles', '/admin-api/ocean/derived'],
    screens: [],
    products: Object.values(derivedProducts),
    reports: ['Série de produtos derivados (CSV)'],
  },
  occurrence: {
    table: 'biodiversity.occurrences',
    endpoints: [
      '/admin-api/biodiversity/summary',
      '/admin-api/biodiversity/occurrences',
      '/admin-api/biodiversity/taxa',
    ],
    screens: ['Dashboard Administrativo'],
  },
  taxon: {
    table: 'biodiversity.register',
    endpoints: [
      '/admin-api/biodiversity/taxa',
      '/admin-api/biodiversity/taxa/{aphiaId}',
      '/admin-api/biodiversity/summary',
    ],
    screens: ['Dashboard Administrativo'],
  },
  'vessel-presence': {
    table: 'vessels.presence',
    endpoints: ['/admin-api/api/gfw/vessel-presence', '/admin-api/vessels/presence'],
    screens: ['Tempo Real Angola', 'Global Fishing Watch'],
  },
  'vessel-detection': {
    table: 'vessels.radar_detections',
    endpoints: ['/admin-api/vessels/radar'],
    screens: ['Global Fishing Watch'],
  },
  'fixed-structure': {
    table: 'vessels.fixed_structures',
    endpoints: ['/admin-api/vessels/structures'],
    screens: ['Global Fishing Watch'],
  },
  'protected-area': {
    table: 'geography.protected_areas',
    endpoints: ['/admin-api/geography/protected-areas'],
    screens: ['Mapa Principal'],
  },
  'map-layer': {
    table: 'geography.layers',
    endpoints: ['/admin-api/geography/layers', '/admin-api/geography/layers/{id}/features'],
    screens: [],
  },
  'animal-track': {
    table: 'tracks.fixes',
    endpoints: ['/admin-api/biodiversity/tracks'],
    screens: [],
  },
  'vessel-position': {
    table: 'vessels.positions',
    endpoints: [
      '/admin-api/vessels',
      '/admin-api/vessels/positions/latest',
      '/admin-api/vessels/{id}/track',
      '/admin-api/surveillance/events',
    ],
    screens: ['Global Fishing Watch'],
  },
  'vessel-event': {
    table: 'vessels.gfw_events',
    endpoints: ['/gfw-api/gfw/events'],
    screens: [],
  },
  'ais-safety': {
    table: 'vessels.safety_stations',
    endpoints: ['/admin-api/vessels/safety'],
    screens: ['Global Fishing Watch'],
  },
  'vessel-identity': {
    table: 'vessels.identity_periods',
    endpoints: ['/admin-api/vessels', '/admin-api/vessels/{id}/track'],
    screens: ['Global Fishing Watch'],
  },
  landing: {
    table: 'fisheries.landings',
    endpoints: ['/admin-api/admin-dashboard/fisheries-stats'],
    screens: ['Dashboard Administrativo'],
  },
  specimen: {
    table: 'biodiversity.specimens',
    endpoints: ['/admin-api/biodiversity/specimens'],
    screens: [],
    models: ['Classificador de espécies'],
  },
  catch: {
    table: 'fisheries.catches',
    endpoints: ['/admin-api/fisheries/landings'],
    screens: [],
  },
};

/** Access to Copernicus Data Space: the addresses of its connector, with the configured account. */
export function copernicusAccess(
  config: Config,
  list: readonly ConfiguredConnector[],
  userAgent: () => string,
): CopernicusAccess {
  const configured = list.find(({ connector }) => connector.id === 'cdse-sentinel3');
  if (configured === undefined) throw new Error('the connector cdse-sentinel3 is not registered');
  const { settings, allowPrivateHosts, simulatedSeed } = configured;
  const simulated = { username: simulatedCredential, password: simulatedCredential };
  return {
    settings,
    allowPrivateHosts,
    simulatedSeed,
    account: config.copernicusAccount ?? (simulatedSeed === null ? null : simulated),
    userAgent,
  };
}

/** Where institutions leave files, a folder for each connector. */
export const intakeFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'entrada');
/** Where lines of streams wait until they are stored. */
export const receptionFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'rececao');

/** Connectors that take files of institutions, and the folder those are left in. */
export function intakeOptions(config: Config, connectors: readonly ConfiguredConnector[]) {
  return {
    connectorIds: connectors
      .filter(({ connector }) => connector.streams.some((stream) => stream.intake !== undefined))
      .map(({ connector }) => connector.id),
    folder: intakeFolder(config),
    settleMs: 2_000,
  };
}
