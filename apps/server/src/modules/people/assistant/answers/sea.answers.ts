import type { DataOf } from '@kianda/contract';
import type { coastalStationSeries, listCoastalStations } from '@kianda/contract/sea/ocean/coastal.contract';
import {
  type derivedProducts,
  type derivedSeries,
  type listDerived,
  type marineHeatwaveEvents,
  oceanRegions,
  derivedProducts as products,
} from '@kianda/contract/sea/ocean/derived.contract';
import {
  fieldVariables,
  type listFields,
  type listStations,
  type oceanographicData,
  type pointSeries,
  type stationSeries,
  stationVariables,
  type zeeSeries,
} from '@kianda/contract/sea/ocean/ocean.contract';
import type {
  listProducts,
  listProfiles,
  listTideGauges,
  tideGaugeSeries,
} from '@kianda/contract/sea/ocean/sources.contract';
import { formatCount, formatDate, formatNumber, formatQuantity } from '@kianda/format';
import {
  type AnswerContext,
  type Draft,
  instant,
  known,
  lineOf,
  meanOf,
  number,
  tableOf,
  text,
  within,
} from './card.types.ts';

const quantity = (value: number | null, unit: string): string => formatQuantity(value, unit, { maxDecimals: 2 });

type Point = { readonly time: string; readonly value: number | null };

/** A series in words and figures: the last value, the mean and the ends. */
export function seriesDraft(what: string, unit: string, points: readonly Point[]): Draft {
  const values = known(points.map(({ value }) => value));
  const last = points.findLast(({ value }) => value !== null);
  if (last === undefined) return { text: `${what}: não há valores guardados para isto.`, empty: true };
  const mean = meanOf(values);
  const low = Math.min(...values);
  const high = Math.max(...values);
  return {
    text:
      values.length === 1
        ? `${what}: ${quantity(last.value, unit)} em ${formatDate(last.time)}.`
        : `${what}: média de ${quantity(mean, unit)}, entre ${quantity(low, unit)} e ${quantity(high, unit)}, em ${formatCount(values.length, 'valor', 'valores')}; o último é ${quantity(last.value, unit)}, de ${formatDate(last.time)}.`,
    figures: [
      number('Último valor', last.value, unit),
      instant('Do instante', last.time),
      ...(values.length > 1
        ? [number('Média', mean, unit), number('Mínimo', low, unit), number('Máximo', high, unit)]
        : []),
    ],
    chart: lineOf(
      what,
      unit,
      points.map(({ time, value }) => ({ x: time, y: value })),
    ),
  };
}

export function fieldsDraft({ fields }: DataOf<typeof listFields>, { arguments: args }: AnswerContext): Draft {
  const variable = String(args.variable ?? '') as keyof typeof fieldVariables;
  const newest = fields[0];
  const label = fieldVariables[variable]?.label ?? 'Campos';
  if (newest === undefined) return { text: `${label}: não há campos guardados nesse período.`, empty: true };
  // Two products of one variable do not make one series.
  const same = fields.filter(({ dataset }) => dataset === newest.dataset).toReversed();
  return seriesDraft(
    `${label}, média sobre a ZEE`,
    newest.unit,
    same.map(({ time, zeeMean }) => ({ time, value: zeeMean })),
  );
}

export function zeeSeriesDraft({ variable, unit, points }: DataOf<typeof zeeSeries>): Draft {
  return seriesDraft(
    `${fieldVariables[variable].label}, média sobre a ZEE`,
    unit,
    points.map(({ time, mean }) => ({ time, value: mean })),
  );
}

export function pointDraft(
  { series, lon, lat, values }: DataOf<typeof pointSeries>,
  { clip, place }: AnswerContext,
): Draft {
  const { label } = fieldVariables[series.variable];
  const at = `${formatNumber(lat, { maxDecimals: 2 })}°, ${formatNumber(lon, { maxDecimals: 2 })}°`;
  const what = place === null ? `${label} em ${at}` : `${label} no mar diante de ${place} (${at})`;
  const points = within(series.points, clip, ({ time }) => time);
  const now = values.find(({ variable }) => variable === series.variable);
  if (clip === null && points.every(({ value }) => value === null) && now?.value != null)
    return seriesDraft(what, series.unit, [{ time: now.time ?? new Date(0).toISOString(), value: now.value }]);
  return seriesDraft(what, series.unit, points);
}

export function conditionsDraft({ current_conditions: now, region }: DataOf<typeof oceanographicData>): Draft {
  return {
    text: `${region} agora: água a ${quantity(now.temperature, '°C')}, salinidade ${quantity(now.salinity, 'psu')}, clorofila ${quantity(now.chlorophyll, 'mg/m³')}, ondas de ${quantity(now.wave_height, 'm')}, corrente de ${quantity(now.current_speed, 'm/s')}.`,
    figures: [
      number('Temperatura', now.temperature, '°C'),
      number('Salinidade', now.salinity, 'psu'),
      number('Clorofila-a', now.chlorophyll, 'mg/m³'),
      number('Altura das ondas', now.wave_height, 'm'),
      number('Velocidade da corrente', now.current_speed, 'm/s'),
      number('Direção da corrente', now.current_direction, '°'),
    ],
  };
}

type Latest = readonly { readonly variable: string; readonly value: number | null; readonly time: string }[];
const latestOf = (latest: Latest, variable: string) => latest.find((one) => one.variable === variable);

export function stationsDraft({ stations }: DataOf<typeof listStations>): Draft {
  const waves = stations
    .map((station) => ({ station, value: latestOf(station.latest, 'waveHeight')?.value ?? null }))
    .filter(({ value }) => value !== null)
    .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0));
  const highest = waves[0];
  return {
    text:
      highest === undefined
        ? `Há ${formatCount(stations.length, 'estação', 'estações')}; nenhuma tem agora altura das ondas.`
        : `Em ${formatCount(stations.length, 'estação', 'estações')}, a maior altura significativa é ${quantity(highest.value, 'm')}, em ${highest.station.name}.`,
    figures: highest === undefined ? [] : [number('Maior altura significativa', highest.value, 'm')],
    table: tableOf(stations, [
      ['Estação', ({ name }) => name],
      ['Altura', ({ latest }) => latestOf(latest, 'waveHeight')?.value ?? null, 'number', 'm'],
      ['Período', ({ latest }) => latestOf(latest, 'wavePeriod')?.value ?? null, 'number', 's'],
      ['Temperatura', ({ latest }) => latestOf(latest, 'seaSurfaceTemperature')?.value ?? null, 'number', '°C'],
      ['Instante', ({ latest }) => latest[0]?.time ?? null, 'instant'],
    ]),
    empty: stations.length === 0,
  };
}

export function stationDraft(
  { station, variable, unit, points }: DataOf<typeof stationSeries>,
  { clip }: AnswerContext,
): Draft {
  return seriesDraft(
    `${stationVariables[variable].label} em ${station.name}`,
    unit,
    within(points, clip, ({ time }) => time),
  );
}

const weatherLabels = {
  airTemperature: 'Temperatura do ar',
  airPressure: 'Pressão ao nível do mar',
  windSpeed: 'Velocidade do vento',
  windDirection: 'Direção do vento',
  relativeHumidity: 'Humidade relativa',
  precipitation: 'Precipitação',
} as const;

export function coastalDraft({ stations }: DataOf<typeof listCoastalStations>): Draft {
  return {
    text: `Há ${formatCount(stations.length, 'estação meteorológica', 'estações meteorológicas')} na costa.`,
    table: tableOf(stations, [
      ['Estação', ({ name }) => name],
      ['Temperatura do ar', ({ latest }) => latestOf(latest, 'airTemperature')?.value ?? null, 'number', '°C'],
      ['Vento', ({ latest }) => latestOf(latest, 'windSpeed')?.value ?? null, 'number', 'm/s'],
      ['Precipitação', ({ latest }) => latestOf(latest, 'precipitation')?.value ?? null, 'number', 'mm'],
      ['Instante', ({ latest }) => latest[0]?.time ?? null, 'instant'],
    ]),
    empty: stations.length === 0,
  };
}

export function coastalSeriesDraft(
  { station, variable, unit, points }: DataOf<typeof coastalStationSeries>,
  { clip }: AnswerContext,
): Draft {
  return seriesDraft(
    `${weatherLabels[variable]} em ${station.name}`,
    unit ?? '',
    within(points, clip, ({ time }) => time),
  );
}

export function gaugesDraft({ gauges }: DataOf<typeof listTideGauges>): Draft {
  return {
    text: `Há ${formatCount(gauges.length, 'marégrafo', 'marégrafos')}. O nível é o do zero de cada sensor: não se comparam entre si.`,
    table: tableOf(gauges, [
      ['Marégrafo', ({ name }) => name],
      ['Nível', ({ sensors }) => sensors[0]?.levelMeters ?? null, 'number', 'm'],
      ['Sensor', ({ sensors }) => sensors[0]?.sensor ?? null],
      ['Instante', ({ sensors }) => sensors[0]?.time ?? null, 'instant'],
    ]),
    empty: gauges.length === 0,
  };
}

export function tideDraft({ gauge, points }: DataOf<typeof tideGaugeSeries>, { clip }: AnswerContext): Draft {
  const shown = within(points, clip, ({ time }) => time);
  const draft = seriesDraft(`Nível do mar em ${gauge.name}`, 'm', shown);
  const highest = shown.toSorted((a, b) => b.value - a.value)[0];
  return highest === undefined
    ? draft
    : { ...draft, figures: [...(draft.figures ?? []), instant('Instante do máximo', highest.time)] };
}

export function heatwavesDraft(data: DataOf<typeof marineHeatwaveEvents>, { clip }: AnswerContext): Draft {
  const events = within(data.events, clip, ({ start }) => start);
  const { history } = data;
  const short = history.enough
    ? 'Não se registou nenhuma onda de calor marinha.'
    : `Ainda não se calculam: a linha de base tem ${formatCount(history.years, 'ano', 'anos')} e são precisos ${formatNumber(history.neededYears, { maxDecimals: 0 })}.`;
  return {
    text:
      events.length === 0
        ? short
        : `Registaram-se ${formatCount(events.length, 'onda de calor marinha', 'ondas de calor marinhas')}; a última começou em ${formatDate(events[0]?.start)}.`,
    table: tableOf(events, [
      ['Região', ({ region }) => oceanRegions[region].label],
      ['Início', ({ start }) => start, 'instant'],
      ['Fim', ({ end }) => end, 'instant'],
      ['Dias', ({ durationDays }) => durationDays, 'number'],
      ['Intensidade máxima', ({ intensityMax }) => intensityMax, 'number', '°C'],
      ['Categoria', ({ category }) => category],
    ]),
    empty: events.length === 0,
  };
}

export function derivedSeriesDraft({ product, unit, points }: DataOf<typeof derivedSeries>): Draft {
  const label = products[product as keyof typeof derivedProducts].label;
  const days = [...Map.groupBy(points, ({ time }) => time)].map(([time, all]) => ({
    time,
    value: meanOf(known(all.map(({ value }) => value))),
  }));
  const bands = new Set(points.map(({ key }) => key)).size;
  const what = bands > 1 ? `${label}, média de ${formatNumber(bands, { maxDecimals: 0 })} faixas` : label;
  return seriesDraft(what, unit, days);
}

export function derivedDraft({ products: all }: DataOf<typeof listDerived>): Draft {
  const ready = all.filter(({ days }) => days > 0).length;
  return {
    text: `Há ${formatCount(all.length, 'produto derivado', 'produtos derivados')}, ${formatNumber(ready, { maxDecimals: 0 })} com dias calculados.`,
    table: tableOf(all, [
      ['Produto', ({ label }) => label],
      ['Unidade', ({ unit }) => unit],
      ['Dias', ({ days }) => days, 'number'],
      ['Último dia', ({ newestDay }) => newestDay, 'day'],
    ]),
  };
}

export function profilesDraft({ profiles }: DataOf<typeof listProfiles>, { clip }: AnswerContext): Draft {
  const shown = within(profiles, clip, ({ time }) => time);
  return {
    text: `Há ${formatCount(shown.length, 'perfil', 'perfis')} de boias Argo${shown[0] === undefined ? '' : `, o último de ${formatDate(shown[0].time)}`}.`,
    figures: [number('Perfis', shown.length)],
    table: tableOf(shown, [
      ['Boia', ({ platform }) => platform],
      ['Instante', ({ time }) => time, 'instant'],
      ['Temperatura à superfície', ({ surfaceTemperatureCelsius }) => surfaceTemperatureCelsius, 'number', '°C'],
      ['Salinidade à superfície', ({ surfaceSalinityPsu }) => surfaceSalinityPsu, 'number', 'psu'],
      ['Pressão máxima', ({ maxPressureDecibar }) => maxPressureDecibar, 'number', 'dbar'],
    ]),
    empty: shown.length === 0,
  };
}

export function satelliteDraft({ products: all }: DataOf<typeof listProducts>, { clip }: AnswerContext): Draft {
  const shown = within(all, clip, ({ start }) => start);
  return {
    text: `Há ${formatCount(shown.length, 'produto de satélite', 'produtos de satélite')}.`,
    figures: [number('Produtos', shown.length), text('Último', shown[0]?.productType ?? null)],
    table: tableOf(shown, [
      ['Satélite', ({ platform }) => platform],
      ['Tipo', ({ productType }) => productType],
      ['Passagem', ({ start }) => start, 'instant'],
      ['Nuvens', ({ cloudCover }) => cloudCover, 'number', '%'],
    ]),
    empty: shown.length === 0,
  };
}
