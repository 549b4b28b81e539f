import { angolaAis } from './angola-ais/port.ts';
import { angolaVms } from './angola-vms/port.ts';
import { argo } from './argo/port.ts';
import { bccGeodata } from './bcc/port.ts';
import { cdsEra5 } from './cds/port.ts';
import { cdseSentinel3 } from './cdse/port.ts';
import { cmems } from './cmems/port.ts';
import { cmemsBgc } from './cmems-bgc/port.ts';
import { authority } from './core/guard.ts';
import type { Connector, ConnectorSettings } from './core/port.ts';
import { gbif } from './gbif/port.ts';
import { gfw } from './gfw/port.ts';
import { angolaInamet } from './inamet/port.ts';
import { angolaInipm } from './inipm/port.ts';
import { movebank } from './movebank/port.ts';
import { noaaEtopo } from './noaa-etopo/port.ts';
import { noaaOceanColour } from './noaa-ocean-colour/port.ts';
import { noaaSst } from './noaa-sst/port.ts';
import { obis } from './obis/port.ts';
import { openMeteoMarine } from './open-meteo/port.ts';
import { mod13q1Ndvi } from './ornl/port.ts';
import { protectedPlanet } from './protected-planet/port.ts';
import { fisheriesArea47 } from './seaaroundus/port.ts';
import { slsmfMares } from './slsmf/port.ts';
import { worms } from './worms/port.ts';

type Registered = {
  readonly connector: Connector;
  /**
   * Location of the provider in the simulator, or in a mirror laid out like it: its name, and a path for each base URL.
   */
  readonly simulator: string;
  readonly paths: { readonly base: string; readonly extra?: Readonly<Record<string, string>> };
};

/** The storage of Copernicus Marine, which several connectors read. */
const cmemsPaths = {
  base: '/cmems/s3-waw3',
  extra: {
    config: '/cmems/s3-waw3/mdl-metadata/clientsConfigV1.json',
    stac: '/cmems/s3-waw4',
    arco: '/cmems/s3-waw3',
  },
};

/** One import and one line for each connector. */
const registered: readonly Registered[] = [
  { connector: obis, simulator: 'obis', paths: { base: '/obis/v3' } },
  { connector: gbif, simulator: 'gbif', paths: { base: '/gbif/v1' } },
  { connector: worms, simulator: 'worms', paths: { base: '/worms/rest' } },
  { connector: cmems, simulator: 'cmems', paths: cmemsPaths },
  { connector: cmemsBgc, simulator: 'cmems', paths: cmemsPaths },
  { connector: noaaSst, simulator: 'erddap', paths: { base: '/erddap' } },
  { connector: noaaOceanColour, simulator: 'erddap', paths: { base: '/erddap' } },
  { connector: noaaEtopo, simulator: 'erddap', paths: { base: '/erddap' } },
  { connector: mod13q1Ndvi, simulator: 'ornl', paths: { base: '/ornl/rst/api/v1' } },
  { connector: argo, simulator: 'argovis', paths: { base: '/argovis' } },
  {
    connector: cdseSentinel3,
    simulator: 'cdse',
    paths: {
      base: '/cdse/odata/v1',
      extra: {
        stac: '/cdse-stac/v1',
        opensearch: '/cdse-resto/api',
        identity: '/cdse-identity/auth/realms/CDSE',
      },
    },
  },
  { connector: cdsEra5, simulator: 'cds', paths: { base: '/cds/api', extra: { results: '/cds/object-store' } } },
  {
    connector: openMeteoMarine,
    simulator: 'open-meteo',
    paths: { base: '/open-meteo', extra: { forecast: '/open-meteo' } },
  },
  { connector: gfw, simulator: 'gfw', paths: { base: '/gfw/v3' } },
  { connector: protectedPlanet, simulator: 'protected-planet', paths: { base: '/protected-planet' } },
  { connector: movebank, simulator: 'movebank', paths: { base: '/movebank' } },
  { connector: bccGeodata, simulator: 'bcc', paths: { base: '/bcc' } },
  { connector: slsmfMares, simulator: 'slsmf', paths: { base: '/slsmf' } },
  { connector: fisheriesArea47, simulator: 'seaaroundus', paths: { base: '/seaaroundus' } },
  { connector: angolaInamet, simulator: 'inamet', paths: { base: '/inamet/oapi' } },
  { connector: angolaInipm, simulator: 'inipm', paths: { base: '/inipm' } },
  { connector: angolaVms, simulator: 'vms', paths: { base: '/vms' } },
  { connector: angolaAis, simulator: 'ais', paths: { base: '/ais' } },
];

/** Every connector, in the order shown. */
export const connectors: readonly Connector[] = registered.map(({ connector }) => connector);

/** The connector with an id; null for an unknown one. */
export function connectorById(id: string): Connector | null {
  return connectors.find((connector) => connector.id === id) ?? null;
}

/** Name under which the simulator serves a connector's provider, and takes its fault settings. Throws on an unknown id. */
export function simulatorName(connectorId: string): string {
  return registration(connectorId).simulator;
}

/** Settings of a connector that reads the simulator at `simulatorUrl` in place of the provider. Throws on an unknown id. */
export function simulatorSettings(
  connectorId: string,
  simulatorUrl: string,
  credentials?: Readonly<Record<string, string>>,
): ConnectorSettings {
  const root = simulatorUrl.replace(/\/+$/, '');
  const { base, extra } = registration(connectorId).paths;
  return {
    baseUrl: `${root}${base}`,
    ...(extra === undefined
      ? {}
      : {
          extraBaseUrls: Object.fromEntries(Object.entries(extra).map(([name, path]) => [name, `${root}${path}`])),
        }),
    ...(credentials === undefined ? {} : { credentials }),
  };
}

/** Settings of a connector that reads the provider itself. */
export function providerSettings(
  connector: Connector,
  credentials?: Readonly<Record<string, string>>,
): ConnectorSettings {
  return {
    baseUrl: connector.defaultBaseUrl,
    ...(connector.defaultExtraBaseUrls === undefined ? {} : { extraBaseUrls: connector.defaultExtraBaseUrls }),
    ...(credentials === undefined ? {} : { credentials }),
  };
}

/** `host:port` of every base URL of some settings: the hosts that the HTTP client may connect to. */
export function hostsOf(settings: ConnectorSettings): readonly string[] {
  const urls = [settings.baseUrl, ...Object.values(settings.extraBaseUrls ?? {})];
  return [...new Set(urls.map((url) => authority(new URL(url))))];
}

function registration(connectorId: string): Registered {
  const found = registered.find(({ connector }) => connector.id === connectorId);
  if (found !== undefined) return found;
  throw new RangeError(
    `connector: expected one of ${connectors.map(({ id }) => id).join(', ')}, received ${connectorId}`,
  );
}
