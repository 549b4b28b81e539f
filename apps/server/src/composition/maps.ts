import type { Config } from '../config/env.ts';
import type { ConfigurationModule } from '../modules/configuration/index.ts';
import type { ConfiguredConnector } from '../modules/connectors/index.ts';
import type { Identity } from '../modules/identity/index.ts';
import type { Publishing } from '../modules/maps/index.ts';

/** Connectors of fields whose terms let anybody see them, with their credit; each says so in its `licence`. */
const openConnectors: ReadonlySet<string> = new Set([
  'noaa-sst',
  'noaa-viirs-modis',
  'cmems',
  'argo',
  'cdse-sentinel3',
  'cds-era5',
  'open-meteo-marine',
]);

/** Names of the providers whose fields a public map may show. */
function openProviders(connectors: readonly ConfiguredConnector[]): ReadonlySet<string> {
  return new Set(connectors.flatMap(({ connector }) => (openConnectors.has(connector.id) ? [connector.provider] : [])));
}

/** Origins whose pages may embed a public map, as the setting is now; `*` is any. */
export function embedOriginsOf({ effective }: Pick<ConfigurationModule, 'effective'>): readonly string[] {
  const value = effective('KIANDA_MAP_EMBED_ORIGINS')?.trim() ?? '';
  if (value === '' || value === 'none') return [];
  return value.split(',').map((origin) => origin.trim());
}

/** What the links to maps take of the settings, the connectors and the accounts. */
export function publishingOptions(
  config: Config,
  configuration: Pick<ConfigurationModule, 'effective'>,
  connectors: readonly ConfiguredConnector[],
  identity: Pick<Identity, 'activeAccount'>,
): Omit<Publishing, 'bindings'> {
  return {
    operatorName: () => config.operator.name,
    interfacesUrl: config.interfacesUrl,
    embedOrigins: () => embedOriginsOf(configuration),
    openProviders: openProviders(connectors),
    makerOf: identity.activeAccount,
  };
}
