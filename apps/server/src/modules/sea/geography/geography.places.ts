import { formatFlag } from '@kianda/format';
import { fishingZones, polygonAreaSquareMeters, ports, regionalPorts, stations, zee, zeeAreas } from '@kianda/geo';
import { type KnownPlace, type PlaceSource, pointPlace, statedFacts } from '../../../platform/places.ts';
import { middleOf } from './middle.rules.ts';
import { portKinds, segments, stationKinds } from './places.texts.ts';
import type { ProtectedAreas } from './protected-areas.service.ts';
import { referenceProvenance } from './reference.service.ts';

/** More protected areas than any coast has: the list is read whole. */
const allAreas = { west: -180, south: -90, east: 180, north: 90, page: 1, pageSize: 10_000 } as const;
const reference = 'Dados de referência da Kianda';

/** Ports, stations of monitoring, the ZEE, fishing zones and protected areas. */
export function geographyPlaces(protectedAreas: ProtectedAreas): readonly PlaceSource[] {
  const fixed = [...ports.map(portPlace), ...regionalPorts.map(regionalPlace), ...stations.map(stationPlace)];
  const places = [...fixed, zeePlace(), ...fishingZones.map(zonePlace)];
  return [
    { access: 'ocean:read', list: async () => ({ places, provenance: referenceProvenance }) },
    {
      access: 'ocean:read',
      async list() {
        const { data, provenance } = await protectedAreas(allAreas);
        return { places: data.features.map(sitePlace), provenance };
      },
    },
  ];
}

const portPlace = ({ id, name, kind, position, locode, source }: (typeof ports)[number]): KnownPlace =>
  pointPlace({
    kind: 'port',
    id,
    name,
    detail: portKinds[kind],
    position,
    source,
    facts: statedFacts({ 'UN/LOCODE': locode, País: 'Angola' }),
  });

const regionalPlace = ({ id, name, country, position, source }: (typeof regionalPorts)[number]): KnownPlace =>
  pointPlace({
    kind: 'port',
    id,
    name,
    detail: 'Porto da região',
    position,
    source,
    facts: statedFacts({ País: formatFlag(country) }),
  });

const stationPlace = ({ id, name, kind, position, depthMeters }: (typeof stations)[number]): KnownPlace =>
  pointPlace({
    kind: 'sea-station',
    id,
    name,
    detail: stationKinds[kind],
    position,
    source: reference,
    facts: statedFacts({ 'Profundidade prevista dos instrumentos': depthMeters === null ? null : `${depthMeters} m` }),
  });

function zeePlace(): KnownPlace {
  const [lon, lat] = middleOf(zee);
  return {
    kind: 'zee',
    id: 'zee',
    name: 'ZEE de Angola',
    detail: 'Zona económica exclusiva',
    lon,
    lat,
    areaKm2: zeeAreas.configured.value,
    source: zeeAreas.configured.source,
    outline: zee,
    facts: [],
    url: null,
  };
}

function zonePlace({ id, name, segment, status, geometry }: (typeof fishingZones)[number]): KnownPlace {
  const [lon, lat] = middleOf(geometry);
  return {
    kind: 'fishing-zone',
    id,
    name,
    detail: segments[segment],
    lon,
    lat,
    areaKm2: polygonAreaSquareMeters(geometry) / 1e6,
    source: reference,
    outline: geometry,
    facts: statedFacts({ Estado: status }),
    url: null,
  };
}

type Site = Awaited<ReturnType<ProtectedAreas>>['data']['features'][number];

function sitePlace({ id, geometry, properties }: Site): KnownPlace {
  const [lon, lat] = middleOf(geometry);
  const { name, designation, source, url, reportedAreaKm2, gisAreaKm2 } = properties;
  return {
    kind: 'protected-area',
    id,
    name,
    detail: designation,
    lon,
    lat,
    areaKm2: reportedAreaKm2 ?? gisAreaKm2,
    source,
    outline: geometry,
    facts: statedFacts({
      'Nome em inglês': properties.nameEnglish,
      Estado: properties.status,
      'Situação legal': properties.legalStatus,
      Ano: properties.statusYear === null ? null : String(properties.statusYear),
      'Categoria da UICN': properties.iucnCategory,
      Governação: properties.governance,
      Gestão: properties.managementAuthority,
      'Proibição de captura': properties.noTake,
      Contorno: outlines[properties.outline],
    }),
    url,
  };
}

const outlines = {
  boundary: 'Limite da área',
  approximate: 'Contorno aproximado: nunca serve para uma decisão legal',
  circle: 'Círculo com a superfície declarada: o registo não tem limite',
  box: 'Retângulo de trabalho: o registo não tem limite',
} as const satisfies Record<Site['properties']['outline'], string>;
