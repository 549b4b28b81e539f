import type { ConnectorRecord, ProfileRecord } from '../core/records.ts';
import type { FieldValues, IntakeFormat, RowOutcome } from '../intake/format.ts';

/** Levels of CTD casts, one row each, joined to one profile a station. Depth is turned into pressure. */
export const cruiseFormat: IntakeFormat = {
  label: 'Cruzeiros (CTD)',
  layout: 'table',
  fields: [
    {
      name: 'cruzeiro',
      label: 'Cruzeiro',
      unit: null,
      description: 'Nome ou código do cruzeiro',
      kind: 'code',
      required: true,
      aliases: ['cruise', 'campanha'],
    },
    {
      name: 'estacao',
      label: 'Estação',
      unit: null,
      description: 'Código da estação',
      kind: 'code',
      required: true,
      aliases: ['station', 'est'],
    },
    {
      name: 'data_hora_utc',
      label: 'Data e hora',
      unit: 'UTC',
      description: 'Início do perfil',
      kind: 'instant',
      required: true,
      aliases: ['data hora', 'datetime'],
    },
    // The waters off Angola and their neighbours: a latitude whose sign was left out lies far to the north.
    {
      name: 'lat',
      label: 'Latitude',
      unit: '°',
      description: 'Graus decimais (sul negativo) ou 12º20\'30"S',
      kind: 'latitude',
      required: true,
      aliases: ['latitude'],
      min: -30,
      max: 5,
    },
    {
      name: 'lon',
      label: 'Longitude',
      unit: '°',
      description: 'Graus decimais (oeste negativo) ou 13º14\'00"E',
      kind: 'longitude',
      required: true,
      aliases: ['longitude', 'long'],
      min: -20,
      max: 20,
    },
    {
      name: 'profundidade_m',
      label: 'Profundidade',
      unit: 'm',
      description: 'Profundidade do nível',
      kind: 'number',
      required: true,
      aliases: ['profundidade', 'depth', 'prof'],
      min: 0,
      max: 6_000,
    },
    {
      name: 'temperatura_c',
      label: 'Temperatura',
      unit: '°C',
      description: 'Temperatura in situ',
      kind: 'number',
      required: false,
      aliases: ['temperatura', 'temp', 'temperature'],
      min: -2.5,
      max: 40,
    },
    {
      name: 'salinidade',
      label: 'Salinidade',
      unit: 'psu',
      description: 'Salinidade prática',
      kind: 'number',
      required: false,
      aliases: ['salinity', 'sal'],
      min: 0,
      max: 42,
    },
    {
      name: 'oxigenio_ml_l',
      label: 'Oxigénio',
      unit: 'ml/l',
      description: 'Oxigénio dissolvido',
      kind: 'number',
      required: false,
      aliases: ['oxigenio', 'o2'],
      min: 0,
      max: 15,
    },
    {
      name: 'clorofila_mg_m3',
      label: 'Clorofila',
      unit: 'mg/m³',
      description: 'Clorofila a',
      kind: 'number',
      required: false,
      aliases: ['clorofila', 'chl'],
      min: 0,
      max: 200,
    },
    {
      name: 'qc',
      label: 'Controlo de qualidade',
      unit: 'IODE',
      description: '1 bom, 2 provavelmente bom, 3 duvidoso, 4 mau, 9 em falta',
      kind: 'integer',
      required: false,
      aliases: ['flag', 'qualidade'],
      min: 0,
      max: 9,
    },
  ],
  examples: [
    {
      cruzeiro: 'INIPM-2026-02',
      estacao: 'E014',
      data_hora_utc: '15/07/2026 06:30',
      lat: '-15,1500',
      lon: '11,9500',
      profundidade_m: '5',
      temperatura_c: '17,82',
      salinidade: '35,41',
      oxigenio_ml_l: '4,9',
      clorofila_mg_m3: '2,1',
      qc: '1',
    },
    {
      cruzeiro: 'INIPM-2026-02',
      estacao: 'E014',
      data_hora_utc: '15/07/2026 06:30',
      lat: '15º09\'00"S',
      lon: '11º57\'00"E',
      profundidade_m: '20',
      temperatura_c: '17,10',
      salinidade: '35,44',
      oxigenio_ml_l: '4,1',
      clorofila_mg_m3: '1,4',
      qc: '1',
    },
  ],
  toRecords,
  merge: mergeLevels,
};

function toRecords(values: FieldValues, { nowMs }: { readonly nowMs: number }): RowOutcome {
  const timeMs = Number(values.data_hora_utc);
  const temperature = numberOf(values.temperatura_c);
  const salinity = numberOf(values.salinidade);
  const qc = numberOf(values.qc);
  if (timeMs > nowMs) return refuse('data_hora_utc', 'no futuro');
  if (qc !== null && ![0, 1, 2].includes(qc)) return refuse('qc', `recusado pelo controlo de qualidade (${qc})`);
  if (temperature === null && salinity === null) return refuse('temperatura_c', 'sem temperatura nem salinidade');
  const [cruise, station] = [String(values.cruzeiro), String(values.estacao)];
  const lat = Number(values.lat);
  const record: ProfileRecord = {
    kind: 'profile',
    sourceId: `inipm:${cruise}/${station}`,
    platform: `INIPM ${cruise}`,
    cycle: Number(/(\d{1,9})\D*$/.exec(station)?.[1] ?? 0),
    timeMs,
    lon: Number(values.lon),
    lat,
    levels: {
      pressureDecibar: [pressureOfDepth(Number(values.profundidade_m), lat)],
      temperatureCelsius: [temperature],
      salinityPsu: [salinity],
      oxygenMilliliterPerLiter: [numberOf(values.oxigenio_ml_l)],
      chlorophyllMgPerCubicMeter: [numberOf(values.clorofila_mg_m3)],
    },
    dataMode: qc === 1 ? 'D' : 'R',
    doi: '',
    url: null,
  };
  return { records: [record] };
}

function refuse(field: string, message: string): RowOutcome {
  return { errors: [{ field, message: `${field}: ${message}` }] };
}

function numberOf(value: string | number | null | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

/**
 * Sea pressure (decibar) at a depth (metres) and latitude (degrees), Saunders (1981), J. Phys. Oceanogr. 11, 573–574.
 */
export function pressureOfDepth(depthMeters: number, lat: number): number {
  const sine = Math.sin((lat * Math.PI) / 180);
  const c1 = (5.92 + 5.25 * sine * sine) * 1e-3;
  const c2 = 2.21e-6;
  return (1 - c1 - Math.sqrt((1 - c1) ** 2 - 4 * c2 * depthMeters)) / (2 * c2);
}

/** One profile a station, levels from the surface down; of two rows of one depth the later one counts. */
function mergeLevels(records: readonly ConnectorRecord[]): readonly ConnectorRecord[] {
  const profiles = records.filter((record) => record.kind === 'profile');
  return [...Map.groupBy(profiles, ({ sourceId }) => sourceId).values()].flatMap((levels) => {
    const [first] = levels;
    if (first === undefined) return [];
    const byPressure = new Map(levels.map(({ levels: level }) => [level.pressureDecibar[0] ?? 0, level]));
    const sorted = [...byPressure].toSorted(([a], [b]) => a - b);
    return [
      {
        ...first,
        dataMode: levels.some(({ dataMode }) => dataMode === 'R') ? ('R' as const) : ('D' as const),
        levels: {
          pressureDecibar: sorted.map(([pressure]) => pressure),
          temperatureCelsius: sorted.map(([, level]) => level.temperatureCelsius[0] ?? null),
          salinityPsu: sorted.map(([, level]) => level.salinityPsu[0] ?? null),
          oxygenMilliliterPerLiter: sorted.map(([, level]) => level.oxygenMilliliterPerLiter?.[0] ?? null),
          chlorophyllMgPerCubicMeter: sorted.map(([, level]) => level.chlorophyllMgPerCubicMeter?.[0] ?? null),
        },
      },
    ];
  });
}
