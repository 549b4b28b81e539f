import type { ConnectorRecord, StationSeries } from '../core/records.ts';
import type { FieldValues, IntakeFormat, RowOutcome } from '../intake/format.ts';
import { stationCode, stationId } from './map.ts';
import { type StationVariable, stationVariables } from './variables.ts';

const columns: readonly (readonly [
  name: string,
  label: string,
  variable: StationVariable,
  ...aliases: readonly string[],
])[] = [
  ['temp_c', 'Temperatura do ar', stationVariables.airTemperature, 'temperatura', 'temp'],
  ['pressao_hpa', 'Pressão ao nível do mar', stationVariables.airPressure, 'pressao'],
  ['vento_ms', 'Vento', stationVariables.windSpeed, 'vento', 'velocidade do vento'],
  ['direccao_graus', 'Direção do vento', stationVariables.windDirection, 'direcao_graus', 'direcao', 'direccao'],
  ['humidade_pct', 'Humidade relativa', stationVariables.relativeHumidity, 'humidade'],
  ['precip_mm', 'Precipitação', stationVariables.precipitation, 'precipitacao', 'chuva'],
];

/** Hourly values of coastal stations, one row a station and hour. */
export const stationFormat: IntakeFormat = {
  label: 'Estações costeiras',
  layout: 'table',
  fields: [
    {
      name: 'estacao',
      label: 'Estação',
      unit: null,
      description: 'Número OMM (66160) ou identificador WIGOS',
      kind: 'code',
      required: true,
      aliases: ['station', 'wigos'],
    },
    {
      name: 'data_hora_utc',
      label: 'Data e hora',
      unit: 'UTC',
      description: 'Instante da observação',
      kind: 'instant',
      required: true,
      aliases: ['data hora', 'datetime'],
    },
    ...columns.map(([name, label, { unit, min, max }, ...aliases]) => ({
      name,
      label,
      unit,
      description: label,
      kind: 'number' as const,
      required: false,
      aliases,
      min,
      max,
    })),
  ],
  examples: [
    {
      estacao: '66160',
      data_hora_utc: '15/07/2026 06:00',
      temp_c: '21,4',
      pressao_hpa: '1.015,2',
      vento_ms: '3,6',
      direccao_graus: '210',
      humidade_pct: '84',
      precip_mm: '0',
    },
    {
      estacao: '0-20000-0-66310',
      data_hora_utc: '2026-07-15T06:00:00Z',
      temp_c: '18,9',
      pressao_hpa: '1016,8',
      vento_ms: '5,1',
      direccao_graus: '195',
      humidade_pct: '—',
      precip_mm: '',
    },
  ],
  toRecords,
};

function toRecords(values: FieldValues, { nowMs }: { readonly nowMs: number }): RowOutcome {
  const timeMs = Number(values.data_hora_utc);
  if (timeMs > nowMs) return { errors: [{ field: 'data_hora_utc', message: 'data_hora_utc: no futuro' }] };
  const identifier = String(values.estacao);
  const code = stationCode(identifier);
  const records = columns.flatMap(([name, , variable]): ConnectorRecord[] => {
    const value = values[name];
    if (typeof value !== 'number') return [];
    const series: StationSeries = {
      kind: 'station-series',
      dataset: 'inamet',
      stationId: stationId(identifier),
      variable: variable.id,
      unit: variable.unit,
      timesMs: [timeMs],
      values: [value],
      coastalStation: { code: identifier, name: code, lon: null, lat: null },
    };
    return [series];
  });
  if (records.length === 0) return { errors: [{ field: null, message: 'linha sem nenhum valor' }] };
  return { records };
}
