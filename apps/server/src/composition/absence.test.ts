import { connectors } from '@kianda/connectors';
import type { Endpoint } from '@kianda/contract';
import { presenceCells, vesselPresence } from '@kianda/contract/fleet/vessels/vessels.contract';
import { biodiversitySummary, listTaxa } from '@kianda/contract/sea/biodiversity/biodiversity.contract';
import { listAnimalTracks } from '@kianda/contract/sea/biodiversity/tracks.contract';
import { fisheriesStats } from '@kianda/contract/sea/fisheries/fisheries.contract';
import { listMapLayers } from '@kianda/contract/sea/geography/geography.contract';
import { listCoastalStations } from '@kianda/contract/sea/ocean/coastal.contract';
import { copernicusMonitoring } from '@kianda/contract/sea/ocean/copernicus.contract';
import { listFields, listStations, satelliteData, zeeSeries } from '@kianda/contract/sea/ocean/ocean.contract';
import { listProducts, listProfiles, listTideGauges } from '@kianda/contract/sea/ocean/sources.contract';
import { temporalInteractions } from '@kianda/contract/space/temporal/interactions.contract';
import { temporalSection } from '@kianda/contract/space/temporal/section.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../testing/application.ts';

type Asked = {
  readonly endpoint: Endpoint;
  /** Names of the connectors that would bring the data, as the reason gives them. */
  readonly connectors: readonly string[];
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
};

const sst = 'NOAA/JPL – TSM (MUR, OISST)';
const colour = 'NOAA CoastWatch – Cor do oceano';
const asked: readonly Asked[] = [
  { endpoint: listFields, connectors: [sst, colour, 'Copernicus Marine', 'CDS ERA5 (vento)'] },
  { endpoint: listFields, query: { variable: 'chlorophyll' }, connectors: [colour] },
  { endpoint: zeeSeries, params: { variable: 'windEast' }, connectors: ['CDS ERA5 (vento)'] },
  { endpoint: satelliteData, connectors: [sst, colour, 'Copernicus Marine'] },
  { endpoint: listStations, connectors: ['Open-Meteo Marine (ondas)'] },
  { endpoint: listCoastalStations, connectors: ['INAMET – Estações costeiras'] },
  { endpoint: listTideGauges, connectors: ['IOC/SLSMF – Marégrafos'] },
  { endpoint: listProducts, connectors: ['CDSE Sentinel-3 (OLCI/SLSTR)'] },
  { endpoint: copernicusMonitoring, connectors: ['CDSE Sentinel-3 (OLCI/SLSTR)'] },
  { endpoint: listProfiles, connectors: ['Argo – Perfis oceânicos'] },
  {
    ...{ endpoint: temporalSection, query: { quantity: 'salinity', line: '9,-11;12,-11' } },
    connectors: ['Argo – Perfis oceânicos', 'INIPM – Capturas, cruzeiros e amostragem'],
  },
  { endpoint: temporalInteractions, connectors: ['Movebank – Telemetria animal'] },
  { endpoint: fisheriesStats, connectors: ['FAO/Sea Around Us – área 47'] },
  { endpoint: listMapLayers, connectors: ['Corrente de Benguela (BCC GeoData)'] },
  { endpoint: listAnimalTracks, connectors: ['Movebank – Telemetria animal'] },
  { endpoint: biodiversitySummary, connectors: ['OBIS – Ocorrências marinhas', 'GBIF – Biodiversidade'] },
  { endpoint: listTaxa, connectors: ['WoRMS – Taxonomia marinha'] },
  { endpoint: vesselPresence, connectors: ['Global Fishing Watch'] },
  { endpoint: presenceCells, connectors: ['Global Fishing Watch'] },
];

const every = connectors.flatMap(({ id, streams }) => streams.map((stream) => ({ id, stream: stream.id })));

let app: TestApplication;
beforeAll(async () => {
  app = await createTestApplication();
});
afterAll(() => app.close());

async function reasons() {
  const { token } = await app.signIn('administrador');
  return Promise.all(
    asked.map(async ({ endpoint, connectors, params, query }) => {
      const reply = await app.call(endpoint, { token, ...(params && { params }), ...(query && { query }) });
      const { provenance } = reply.metadata;
      return { id: endpoint.id, connectors, reason: provenance.state === 'fallback' ? provenance.reason : reply.text };
    }),
  );
}

/** Reasons that do not say this, or do not name all of their connectors. */
const others = (all: Awaited<ReturnType<typeof reasons>>, says: RegExp) =>
  all.filter(
    ({ reason, connectors }) => !says.test(reason) || !connectors.every((name) => reason.includes(`«${name}»`)),
  );

test('what is missing names its connectors: before their runs they await them, and then say what these came to', async () => {
  const before = await reasons();
  expect(others(before, /: aguarda a primeira execução d/)).toEqual([]);
  // Providers that nobody can reach, as the runs store them.
  await app.select(`
    INSERT INTO connectors.streams (connector_id, stream_id, last_failure_at, last_failure, consecutive_failures, updated_at)
    SELECT c, s, now(), 'network', 1, now() FROM (VALUES
      ${every.map(({ id, stream }) => `('${id}', '${stream}')`).join(', ')}
    ) AS known (c, s)`);
  app.clock.advance(60_000);
  const after = await reasons();
  expect(others(after, /falham? desde .*, classe do erro: Rede/)).toEqual([]);
});
