import type { ConfiguredConnector } from '../modules/ingestion/connectors/index.ts';
import type { mapsModule } from '../modules/open/maps/index.ts';
import type { SettingsOf } from '../platform/modules/definition.ts';
import type { EffectiveSettings } from '../platform/settings/effective-settings.ts';
import type { Setup } from './setup.ts';

/** Connectors of fields whose terms let anybody see them, with their credit; each says so in its `licence`. */
const openConnectors: ReadonlySet<string> = new Set([
  'noaa-sst',
  'noaa-viirs-modis',
  'noaa-etopo',
  'mod13q1-ndvi',
  'cmems',
  'cmems-bgc',
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
export function embedOriginsOf({ effective }: Pick<EffectiveSettings, 'effective'>): readonly string[] {
  const value = effective('KIANDA_MAP_EMBED_ORIGINS')?.trim() ?? '';
  if (value === '' || value === 'none') return [];
  return value.split(',').map((origin) => origin.trim());
}

/** Settings of the links to maps. */
export function publishingSettings({ config, effective, connectors }: Setup): SettingsOf<typeof mapsModule> {
  return {
    operatorName: () => config.operator.name,
    interfacesUrl: config.interfacesUrl,
    embedOrigins: () => embedOriginsOf(effective),
    openProviders: openProviders(connectors),
  };
}
