import type { GridSlice } from '@kianda/connectors';
import { cellCoverage, cellRanges, occurrenceBounds, positionBounds, seriesRanges, type ValueRange } from './bounds.ts';
import { geographyRules } from './geography-rules.ts';
import { catchRules } from './national-rules.ts';
import type { Finding, QualityRule } from './quality.types.ts';

const passed: Finding = { evaluated: 1, failing: 0, sample: null };
const findingOf = (fails: boolean, sample: unknown): Finding => (fails ? { evaluated: 1, failing: 1, sample } : passed);

/** Every known cell of a field of `variable` lies in `min`..`max`. */
function cellsWithin(range: ValueRange): QualityRule {
  return {
    id: range.id,
    label: range.label,
    dimension: 'accuracy',
    mostly: range.mostly,
    check: (record) =>
      record.kind === 'grid-slice' && record.variable === range.variable ? outOfRange(record, range) : null,
  };
}

function outOfRange(slice: GridSlice, { min, max }: ValueRange): Finding {
  let evaluated = 0;
  let failing = 0;
  let sample: unknown = null;
  for (const value of slice.values) {
    if (Number.isNaN(value)) continue;
    evaluated += 1;
    if (value >= min && value <= max) continue;
    failing += 1;
    sample ??= { value, variable: slice.variable, time: new Date(slice.timeMs).toISOString() };
  }
  return { evaluated, failing, sample };
}

function coverage({ id, label, variable, share }: typeof cellCoverage): QualityRule {
  return {
    id,
    label,
    dimension: 'completeness',
    mostly: 0.9,
    check(record) {
      if (record.kind !== 'grid-slice' || record.variable !== variable) return null;
      const known = record.values.reduce((count, value) => count + (Number.isNaN(value) ? 0 : 1), 0);
      const covered = known / record.values.length;
      return findingOf(covered < share, { covered, time: new Date(record.timeMs).toISOString() });
    },
  };
}

/** Every known value of a station series of `variable` lies in `min`..`max`. */
function seriesWithin({ id, label, variable, min, max, mostly }: ValueRange): QualityRule {
  return {
    id,
    label,
    dimension: 'accuracy',
    mostly,
    check(record) {
      if (record.kind !== 'station-series' || record.variable !== variable) return null;
      const known = record.values.filter((value) => value !== null);
      const bad = known.filter((value) => value < min || value > max);
      return { evaluated: known.length, failing: bad.length, sample: bad[0] ?? null };
    },
  };
}

function isOutside({ lon, lat }: { readonly lon: number; readonly lat: number }): boolean {
  const { west, east, south, north } = occurrenceBounds;
  return lon < west || lon > east || lat < south || lat > north;
}

const occurrenceRules: readonly QualityRule[] = [
  {
    id: 'occurrence_in_box',
    label: 'Ocorrência dentro da caixa pedida',
    dimension: 'accuracy',
    mostly: 1,
    check: (record) =>
      record.kind === 'occurrence'
        ? findingOf(isOutside(record), {
            id: record.sourceId,
            lon: record.lon,
            lat: record.lat,
          })
        : null,
  },
  {
    id: 'occurrence_depth',
    label: 'Profundidade entre 0 e 6000 m',
    dimension: 'accuracy',
    mostly: 0.99,
    check: (record) =>
      record.kind === 'occurrence' && record.depthMeters !== null
        ? findingOf(record.depthMeters < 0 || record.depthMeters > occurrenceBounds.deepestMeters, {
            id: record.sourceId,
            depth: record.depthMeters,
          })
        : null,
  },
  {
    id: 'occurrence_date',
    label: 'Data não posterior ao presente',
    dimension: 'accuracy',
    mostly: 1,
    check: (record, nowMs) =>
      record.kind === 'occurrence' && record.eventStartMs !== null
        ? findingOf(record.eventStartMs > nowMs, { id: record.sourceId, eventDate: record.eventDate })
        : null,
  },
  {
    id: 'occurrence_has_date',
    label: 'Ocorrência com data',
    dimension: 'completeness',
    mostly: 0.95,
    check: (record) =>
      record.kind === 'occurrence' ? findingOf(record.eventStartMs === null, { id: record.sourceId }) : null,
  },
];

const presenceRules: readonly QualityRule[] = [
  {
    id: 'presence_hours',
    label: 'Horas de presença entre 0 e 24 por dia',
    dimension: 'accuracy',
    mostly: 1,
    check: (record) =>
      record.kind === 'vessel-presence'
        ? findingOf(record.hours <= 0 || record.hours > 24, { vesselId: record.vesselId, hours: record.hours })
        : null,
  },
  {
    id: 'presence_identity',
    label: 'Embarcação com nome ou indicativo',
    dimension: 'completeness',
    mostly: 0.8,
    check: (record) =>
      record.kind === 'vessel-presence'
        ? findingOf(record.shipName === null && record.callsign === null, { vesselId: record.vesselId })
        : null,
  },
];

const eventRules: readonly QualityRule[] = [
  {
    id: 'event_not_future',
    label: 'Evento de embarcação não posterior ao presente',
    dimension: 'accuracy',
    mostly: 1,
    check: (record, nowMs) =>
      record.kind === 'vessel-event'
        ? findingOf((record.endMs ?? record.startMs) > nowMs, { id: record.sourceId })
        : null,
  },
  {
    id: 'event_vessel_known',
    label: 'Evento com MMSI da embarcação',
    dimension: 'completeness',
    mostly: 0.95,
    check: (record) =>
      record.kind === 'vessel-event' ? findingOf(record.vessel.mmsi === null, { id: record.sourceId }) : null,
  },
];

const landingRules: readonly QualityRule[] = [
  {
    id: 'landing_positive',
    label: 'Captura não negativa',
    dimension: 'accuracy',
    mostly: 1,
    check: (record) =>
      record.kind === 'landing' && record.tonnes !== null
        ? findingOf(record.tonnes < 0, { species: record.species, year: record.year, tonnes: record.tonnes })
        : null,
  },
  {
    id: 'landing_known',
    label: 'Captura conhecida',
    dimension: 'completeness',
    mostly: 0.5,
    check: (record) =>
      record.kind === 'landing'
        ? findingOf(record.tonnes === null, { species: record.species, year: record.year })
        : null,
  },
];

const profileRules: readonly QualityRule[] = [
  {
    id: 'profile_pressure',
    label: 'Pressão do perfil estritamente crescente',
    dimension: 'accuracy',
    mostly: 1,
    check(record) {
      if (record.kind !== 'profile') return null;
      const { pressureDecibar } = record.levels;
      const back = pressureDecibar.findIndex(
        (pressure, index) => index > 0 && pressure <= (pressureDecibar[index - 1] ?? 0),
      );
      return findingOf(back >= 0, { id: record.sourceId, pressure: pressureDecibar[back] });
    },
  },
  {
    id: 'profile_salinity',
    label: 'Níveis do perfil com temperatura e salinidade',
    dimension: 'completeness',
    mostly: 0.9,
    check(record) {
      if (record.kind !== 'profile') return null;
      const { temperatureCelsius, salinityPsu } = record.levels;
      const failing = temperatureCelsius.filter((value, index) => value === null || salinityPsu[index] === null).length;
      return { evaluated: temperatureCelsius.length, failing, sample: failing === 0 ? null : { id: record.sourceId } };
    },
  },
];

const productRules: readonly QualityRule[] = [
  {
    id: 'product_footprint',
    label: 'Produto com área observada',
    dimension: 'completeness',
    mostly: 0.9,
    check: (record) =>
      record.kind === 'product' && record.deletedMs === null
        ? findingOf(record.footprint === null, { id: record.id })
        : null,
  },
  {
    id: 'product_published_after',
    label: 'Produto publicado depois de observado',
    dimension: 'accuracy',
    mostly: 1,
    check: (record) =>
      record.kind === 'product' && record.publishedMs !== null
        ? findingOf(record.publishedMs < record.startMs, { id: record.id, name: record.name })
        : null,
  },
];

const taxonRules: readonly QualityRule[] = [
  {
    id: 'taxon_accepted_name',
    label: 'Nome não aceite que diz qual é o aceite',
    dimension: 'accuracy',
    mostly: 0.95,
    check: (record) =>
      record.kind === 'taxon' && record.status === 'unaccepted'
        ? findingOf(record.acceptedAphiaId === null, { id: record.aphiaId, name: record.scientificName })
        : null,
  },
  {
    id: 'taxon_environment',
    label: 'Taxon com ambiente conhecido',
    dimension: 'completeness',
    mostly: 0.9,
    check: (record) =>
      record.kind === 'taxon'
        ? findingOf(record.environment.marine === null, { id: record.aphiaId, name: record.scientificName })
        : null,
  },
];

const { fastestVmsKnots, fastestAisKnots } = positionBounds;

function isElsewhere({ lon, lat }: { readonly lon: number; readonly lat: number }): boolean {
  const { west, east, south, north } = positionBounds;
  return lon < west || lon > east || lat < south || lat > north;
}

const positionRules: readonly QualityRule[] = [
  {
    id: 'vms_speed',
    label: 'Velocidade VMS até 25 nós',
    dimension: 'accuracy',
    mostly: 0.99,
    check: (record) =>
      record.kind === 'vessel-position' && record.mmsi === null && record.speedKnots !== null
        ? findingOf(record.speedKnots > fastestVmsKnots, { vessel: record.vesselKey, speed: record.speedKnots })
        : null,
  },
  {
    id: 'ais_speed',
    label: 'Velocidade AIS até 60 nós',
    dimension: 'accuracy',
    mostly: 0.99,
    check: (record) =>
      record.kind === 'vessel-position' && record.mmsi !== null && record.speedKnots !== null
        ? findingOf(record.speedKnots > fastestAisKnots, { vessel: record.vesselKey, speed: record.speedKnots })
        : null,
  },
  {
    id: 'vessel_position_region',
    label: 'Posição de embarcação entre 25° S e 0°, 0° e 20° E',
    dimension: 'accuracy',
    mostly: 0.99,
    check: (record) =>
      record.kind === 'vessel-position'
        ? findingOf(isElsewhere(record), {
            vessel: record.vesselKey,
            lon: record.lon,
            lat: record.lat,
          })
        : null,
  },
  {
    id: 'vessel_has_speed',
    label: 'Posição de embarcação com velocidade',
    dimension: 'completeness',
    mostly: 0.95,
    check: (record) =>
      record.kind === 'vessel-position' ? findingOf(record.speedKnots === null, { vessel: record.vesselKey }) : null,
  },
];

const licenceRules: readonly QualityRule[] = [
  {
    id: 'occurrence_licence',
    label: 'Ocorrência com licença',
    dimension: 'completeness',
    mostly: 0.95,
    check: (record) =>
      record.kind === 'occurrence' ? findingOf(record.licence == null, { id: record.sourceId }) : null,
  },
];

/** Rules of every connector, judged on the records they apply to. */
export const qualityRules: readonly QualityRule[] = [
  ...cellRanges.map(cellsWithin),
  coverage(cellCoverage),
  ...seriesRanges.map(seriesWithin),
  ...occurrenceRules,
  ...licenceRules,
  ...taxonRules,
  ...presenceRules,
  ...eventRules,
  ...positionRules,
  ...landingRules,
  ...catchRules,
  ...profileRules,
  ...productRules,
  ...geographyRules,
];
