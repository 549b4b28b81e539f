import type { DataOf } from '@kianda/contract';
import type { copernicusIntegration } from '@kianda/contract/sea/ocean/copernicus.contract';
import { AppError } from '../../../platform/http/errors.ts';
import type { CopernicusAccess } from './copernicus.client.ts';

type Links = DataOf<typeof copernicusIntegration>['links'];

/** Off Luanda: latitude, then longitude, as map services take them. */
const place = '-8.8,12.5';
const basePath = '/ocean-api/copernicus';

/** Targets of the four links of spec 3 §2.7: the providers, or our equivalents where those are simulated or gone. */
export function linksOf({ settings, simulatedSeed }: CopernicusAccess): Links {
  const isReal = simulatedSeed === null;
  const odata = settings.baseUrl.replace(/\/+$/, '');
  const identity = (settings.extraBaseUrls?.identity ?? '').replace(/\/+$/, '');
  const filter = encodeURIComponent("Collection/Name eq 'SENTINEL-3'");
  return [
    {
      id: 'odata',
      url: isReal
        ? `${odata}/Products?$filter=${filter}&$orderby=ContentDate/Start%20desc&$top=5`
        : `${basePath}/odata/v1/Products?collection=SENTINEL-3&max_records=5`,
      builtIn: !isReal,
    },
    // Its source ended it: ours answers everywhere.
    { id: 'opensearch', url: `${basePath}/resto/api/collections/Sentinel3/search.json?maxRecords=3`, builtIn: true },
    {
      id: 'auth',
      url: isReal ? `${identity}/.well-known/openid-configuration` : `${basePath}/auth`,
      builtIn: !isReal,
    },
    {
      id: 'maps',
      url: isReal ? `https://www.google.com/maps?q=${place}` : `${basePath}/maps?q=${place}`,
      builtIn: !isReal,
    },
  ];
}

/** Address of the platform's live map at `lat,lon`. Throws `validation_failed`. */
export function mapAddress(interfacesUrl: string, query: string): string {
  const parts = query.split(',').map((part) => part.trim());
  const [lat = Number.NaN, lon = Number.NaN] = parts.map((part) => (part === '' ? Number.NaN : Number(part)));
  if (parts.length !== 2 || !(Math.abs(lat) <= 85) || !(Math.abs(lon) <= 180)) {
    const message = `Esperado «latitude,longitude» em graus; recebido «${query}».`;
    throw new AppError('validation_failed', { detail: message, issues: [{ path: 'query.q', message }] });
  }
  return `${interfacesUrl.replace(/\/+$/, '')}/realtime_angola.html#c=${lon},${lat},7&p=${lon},${lat}`;
}
