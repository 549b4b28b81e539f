import type { Provenance, Sourced } from '@kianda/contract';
import type { CoastalStationView } from '@kianda/contract/sea/ocean/coastal.contract';
import type { TideGauge } from '@kianda/contract/sea/ocean/sources.contract';
import type { PlaceKind } from '@kianda/contract/sea/places/places.resource';
import { formatFlag, formatPlainInstant, formatQuantity } from '@kianda/format';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type KnownPlace, type PlaceSource, placeTarget, pointPlace, statedFacts } from '../../../platform/places.ts';
import { heldSource, type SearchEntry, type SearchSource } from '../../../platform/search.ts';
import type { ProvenanceOf } from '../../ingestion/connectors/index.ts';

type Stored = { readonly connector_id: string; readonly updated_at: Date };
type Options = {
  readonly gauges: {
    list(): Promise<Sourced<{ readonly gauges: readonly TideGauge[] }>>;
    stored(): Promise<readonly Stored[]>;
  };
  readonly coast: {
    list(): Promise<Sourced<{ readonly stations: readonly CoastalStationView[] }>>;
    stored(): Promise<readonly Stored[]>;
  };
  readonly provenanceOf: ProvenanceOf;
};

/** Tide gauges and weather stations on the coast, as places. */
export function oceanPlaces({ gauges, coast, provenanceOf }: Options): readonly PlaceSource[] {
  /** Origin of the last readings; of the places themselves where a week brought none. */
  const originOf = async (readings: Provenance, stored: () => Promise<readonly Stored[]>): Promise<Provenance> => {
    if (readings.state !== 'fallback') return readings;
    const [newest] = (await stored()).toSorted((one, other) => other.updated_at.getTime() - one.updated_at.getTime());
    if (newest === undefined) return readings;
    const retrievedAtMs = newest.updated_at.getTime();
    const origin = { connectorId: newest.connector_id, streamId: 'stations', observedAtMs: null, retrievedAtMs };
    return provenanceOf({ ...origin, simulatedSeed: null });
  };
  return [
    {
      access: 'ocean:read',
      async list() {
        const { value, provenance } = await gauges.list();
        return { places: value.gauges.map(gaugePlace), provenance: await originOf(provenance, gauges.stored) };
      },
    },
    {
      access: 'ocean:read',
      async list() {
        const { value, provenance } = await coast.list();
        return { places: value.stations.flatMap(coastalPlace), provenance: await originOf(provenance, coast.stored) };
      },
    },
  ];
}

function gaugePlace({ id, code, name, country, lon, lat, sensors }: TideGauge): KnownPlace {
  const readings = sensors.map(({ sensor, levelMeters, time }) => [
    `Nível no sensor ${sensor}`,
    `${formatQuantity(levelMeters, 'm', { maxDecimals: 2 })}, ${formatPlainInstant(time)}`,
  ]);
  return pointPlace({
    kind: 'tide-gauge',
    id,
    name,
    detail: 'Marégrafo',
    position: [lon, lat],
    source: 'IOC, Sea Level Station Monitoring Facility',
    facts: statedFacts({
      País: country === null ? null : formatFlag(country),
      Código: code,
      ...Object.fromEntries(readings),
    }),
  });
}

const labels: Readonly<Record<CoastalStationView['latest'][number]['variable'], string>> = {
  airTemperature: 'Temperatura do ar',
  airPressure: 'Pressão atmosférica',
  windSpeed: 'Velocidade do vento',
  windDirection: 'Direção do vento',
  relativeHumidity: 'Humidade relativa',
  precipitation: 'Precipitação',
};

/** A station as a place; none where no source gives its position. */
function coastalPlace({ id, code, name, lon, lat, latest }: CoastalStationView): readonly KnownPlace[] {
  if (lon === null || lat === null) return [];
  const readings = latest.map(({ variable, value, unit, time }) => [
    labels[variable],
    `${formatQuantity(value, unit, { maxDecimals: 1 })}, ${formatPlainInstant(time)}`,
  ]);
  return [
    pointPlace({
      kind: 'coastal-station',
      id,
      name,
      detail: 'Estação meteorológica da costa',
      position: [lon, lat],
      source: 'INAMET',
      facts: statedFacts({ Código: code, ...Object.fromEntries(readings) }),
    }),
  ];
}

/** Other words by which people look for them. */
const words: Partial<Record<PlaceKind, readonly string[]>> = {
  'tide-gauge': ['marégrafo', 'maré', 'nível do mar', 'estação'],
  'coastal-station': ['estação', 'meteorologia', 'tempo', 'INAMET'],
};

/** Tide gauges and coastal stations, as people look for them. */
export function oceanSearches(sources: readonly PlaceSource[], clock: Clock): readonly SearchSource[] {
  const load = async () => {
    const lists = await Promise.all(sources.map((source) => source.list()));
    return lists.flatMap(({ places }) => places.map(entryOf));
  };
  return [heldSource({ kind: 'station', access: 'ocean:read', clock, load })];
}

function entryOf({ kind, id, name, detail, lon, lat, facts }: KnownPlace): SearchEntry {
  const code = facts.find(({ label }) => label === 'Código')?.value;
  return {
    id: `${kind}/${id}`,
    title: name,
    detail,
    names: code === undefined ? [] : [code],
    about: words[kind] ?? [],
    position: [lon, lat],
    target: placeTarget(kind, id),
  };
}
