import type { DataOf } from '@kianda/contract';
import type { listVesselAlerts, listVesselEvents } from '@kianda/contract/fleet/surveillance/alerts.contract';
import { alertRules, alertStates, severityNames } from '@kianda/contract/fleet/surveillance/alerts.resource';
import type { listAreas } from '@kianda/contract/fleet/surveillance/registry.contract';
import type { listVessels } from '@kianda/contract/fleet/vessels/list.contract';
import type { listSafetyStations } from '@kianda/contract/fleet/vessels/safety.contract';
import { vesselTypes } from '@kianda/contract/fleet/vessels/vessel-types';
import type { fixedStructures, radarDetections, vesselPresence } from '@kianda/contract/fleet/vessels/vessels.contract';
import { formatCount, formatDay, formatNumber } from '@kianda/format';
import { type AnswerContext, barsOf, type Draft, number, tableOf } from './card.types.ts';

const whole = (value: number): string => formatNumber(value, { maxDecimals: 0 });

export function vesselsDraft(data: DataOf<typeof listVessels>, { arguments: args }: AnswerContext): Draft {
  const [only] = data.data;
  const isFiltered = Object.keys(args).length > 0;
  const told =
    data.total === 0
      ? 'Nenhuma embarcação conhecida corresponde ao pedido.'
      : args.search !== undefined && data.total === 1 && only !== undefined
        ? `${only.name ?? only.id}: última transmissão com posição na tabela.`
        : isFiltered
          ? `${formatCount(data.total, 'embarcação corresponde', 'embarcações correspondem')} ao pedido, de ${whole(data.known)} conhecidas.`
          : `Conhecem-se ${formatCount(data.known, 'embarcação', 'embarcações')}; ${whole(data.active)} transmitiram no último dia.`;
  return {
    text: told,
    figures: [number('Embarcações', data.total), ...(isFiltered ? [] : [number('Ativas no último dia', data.active)])],
    chart: isFiltered
      ? null
      : barsOf(
          'Embarcações por bandeira',
          'embarcações',
          data.flags.map(({ flag, vessels }) => ({ x: flag, y: vessels })),
        ),
    table: tableOf(
      data.data,
      [
        ['Nome', ({ name, id }) => name ?? id],
        ['Bandeira', ({ flag }) => flag],
        ['Tipo', ({ vesselType }) => vesselTypes[vesselType]],
        ['MMSI', ({ mmsi }) => mmsi],
        ['Velocidade', ({ speedKnots }) => speedKnots, 'number', 'nós'],
        ['Latitude', ({ geom }) => geom?.coordinates[1] ?? null, 'number', '°'],
        ['Longitude', ({ geom }) => geom?.coordinates[0] ?? null, 'number', '°'],
        ['Última transmissão', ({ lastTransmissionDate }) => lastTransmissionDate, 'instant'],
      ],
      data.total,
    ),
    empty: data.total === 0,
  };
}

export function presenceDraft(data: DataOf<typeof vesselPresence>): Draft {
  if (data.vessel_count === null) return { text: 'Não há presença guardada.', empty: true };
  return {
    text: `${formatCount(data.vessel_count, 'embarcação', 'embarcações')} na ZEE em ${whole(data.window_hours)} h, as últimas que o fornecedor tem. ${data.note ?? ''}`.trim(),
    figures: [number('Embarcações', data.vessel_count), number('Horas de presença', data.total_hours, 'h')],
    chart: barsOf(
      'Embarcações por bandeira',
      'embarcações',
      data.by_flag.map(({ flag, vessels }) => ({ x: flag, y: vessels })),
    ),
  };
}

export function radarDraft({ detections, from, to, cells }: DataOf<typeof radarDetections>): Draft {
  if (from === null || to === null) return { text: 'Não há deteções por radar guardadas.', empty: true };
  return {
    text: `O radar detetou ${formatCount(detections, 'embarcação', 'embarcações')} sem AIS que as explique, de ${formatDay(from)} a ${formatDay(to)}.`,
    figures: [number('Deteções', detections)],
    table: tableOf(cells, [
      ['Dia', ({ day }) => day, 'day'],
      ['Latitude', ({ lat }) => lat, 'number', '°'],
      ['Longitude', ({ lon }) => lon, 'number', '°'],
      ['Deteções', ({ detections: here }) => here, 'number'],
    ]),
  };
}

const structureNames = { oil: 'Petróleo', wind: 'Energia eólica', unknown: 'Por identificar' } as const;

export function structuresDraft({ structures }: DataOf<typeof fixedStructures>): Draft {
  const oil = structures.filter(({ label }) => label === 'oil').length;
  return {
    text: `Há ${formatCount(structures.length, 'estrutura fixa', 'estruturas fixas')} no mar, ${whole(oil)} de petróleo.`,
    figures: [number('Estruturas', structures.length), number('De petróleo', oil)],
    table: tableOf(structures, [
      ['Identificador', ({ id }) => id],
      ['Tipo', ({ label }) => structureNames[label]],
      ['Latitude', ({ lat }) => lat, 'number', '°'],
      ['Longitude', ({ lon }) => lon, 'number', '°'],
      ['Desde', ({ startedAt }) => startedAt, 'instant'],
    ]),
    empty: structures.length === 0,
  };
}

const safetyKinds = {
  distress: 'Sinal de socorro',
  aircraft: 'Aeronave de salvamento',
  text: 'Texto de segurança',
  aid: 'Ajuda à navegação',
  base: 'Estação base',
} as const;

export function safetyDraft({ data, total }: DataOf<typeof listSafetyStations>): Draft {
  const distress = data.filter(({ kind }) => kind === 'distress').length;
  return {
    text: `${distress === 0 ? 'Não há sinais de socorro' : `Há ${formatCount(distress, 'sinal de socorro', 'sinais de socorro')}`} entre ${formatCount(total, 'estação de segurança ouvida', 'estações de segurança ouvidas')}.`,
    figures: [number('Sinais de socorro', distress), number('Estações ouvidas', total)],
    table: tableOf(
      data,
      [
        ['Tipo', ({ kind }) => safetyKinds[kind]],
        ['MMSI', ({ mmsi }) => mmsi],
        ['Nome', ({ name }) => name],
        ['Texto', ({ text }) => text],
        ['Última', ({ lastAt }) => lastAt, 'instant'],
      ],
      total,
    ),
    empty: total === 0,
  };
}

export function alertsDraft(answer: DataOf<typeof listVesselAlerts>, { only }: AnswerContext): Draft {
  if (only === null) return alertRows(answer.data, answer.total);
  const data = answer.data.filter(({ type }) => type === only);
  const seen = `Visto${answer.total === 1 ? '' : 's'} ${formatCount(Math.min(answer.total, answer.data.length), 'alerta', 'alertas')}`;
  const draft = alertRows(data, data.length);
  return { ...draft, text: `${seen}: ${formatCount(data.length, 'é de pesca ilegal', 'são de pesca ilegal')}.` };
}

function alertRows(data: DataOf<typeof listVesselAlerts>['data'], total: number): Draft {
  const byRule = Map.groupBy(data, ({ rule }) => rule);
  return {
    text:
      total === 0
        ? 'Nenhum alerta de embarcações corresponde ao pedido.'
        : `Há ${formatCount(total, 'alerta de embarcações', 'alertas de embarcações')}.`,
    figures: [number('Alertas', total)],
    chart: barsOf(
      total > data.length ? `Regras dos últimos ${whole(data.length)} alertas` : 'Alertas por regra',
      'alertas',
      [...byRule].map(([rule, rows]) => ({ x: alertRules[rule], y: rows.length })),
    ),
    table: tableOf(
      data,
      [
        ['Início', ({ timestamp }) => timestamp, 'instant'],
        ['Regra', ({ rule }) => alertRules[rule]],
        ['Gravidade', ({ severity }) => severityNames[severity]],
        ['Estado', ({ state }) => alertStates[state]],
        ['Descrição', ({ description }) => description],
      ],
      total,
    ),
    empty: total === 0,
  };
}

const eventNames = {
  encounter: ['encontro no mar', 'encontros no mar'],
  loitering: ['permanência prolongada', 'permanências prolongadas'],
  gap: ['silêncio do AIS', 'silêncios do AIS'],
  port_visit: ['escala em porto', 'escalas em porto'],
  fishing: ['pesca', 'pescas'],
  zone: ['passagem por área', 'passagens por áreas'],
  jump: ['salto impossível', 'saltos impossíveis'],
  shared_mmsi: ['MMSI partilhado', 'MMSI partilhados'],
  on_land: ['posição em terra', 'posições em terra'],
} as const;

export function eventsDraft(
  { data, total }: DataOf<typeof listVesselEvents>,
  { arguments: args }: AnswerContext,
): Draft {
  const names = eventNames[String(args.kind) as keyof typeof eventNames] ?? ['acontecimento', 'acontecimentos'];
  return {
    text: total === 0 ? `Não há ${names[1]} nesse período.` : `Há ${formatCount(total, names[0], names[1])}.`,
    figures: [number('Acontecimentos', total)],
    table: tableOf(
      data,
      [
        ['Início', ({ start }) => start, 'instant'],
        ['Fim', ({ end }) => end, 'instant'],
        ['Embarcações', ({ vessels }) => vessels.map(({ name, id }) => name ?? String(id)).join(', ')],
        ['Latitude', ({ location }) => location.lat, 'number', '°'],
        ['Longitude', ({ location }) => location.lon, 'number', '°'],
      ],
      total,
    ),
    empty: total === 0,
  };
}

export function areasDraft({ areas }: DataOf<typeof listAreas>): Draft {
  const broken = areas.filter(({ violations }) => violations > 0).length;
  return {
    text: `Há ${formatCount(areas.length, 'área vigiada', 'áreas vigiadas')}, ${whole(broken)} com violações nas últimas 24 horas.`,
    figures: [number('Áreas vigiadas', areas.length), number('Com violações', broken)],
    table: tableOf(
      areas.toSorted((a, b) => b.violations - a.violations),
      [
        ['Área', ({ name }) => name],
        ['Violações em 24 h', ({ violations }) => violations, 'number'],
        ['Superfície', ({ areaKm2 }) => areaKm2, 'number', 'km²'],
        ['Fonte', ({ source }) => source],
      ],
    ),
    empty: areas.length === 0,
  };
}
