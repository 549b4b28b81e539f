import type { DataOf } from '@kianda/contract';
import type { listLicences, listSeasons } from '@kianda/contract/fleet/surveillance/registry.contract';
import type { biodiversitySummary } from '@kianda/contract/sea/biodiversity/biodiversity.contract';
import type { listSpecies, speciesProfile } from '@kianda/contract/sea/biodiversity/species.contract';
import type { listAnimalTracks } from '@kianda/contract/sea/biodiversity/tracks.contract';
import type { fisheriesLandings, fisheriesStats } from '@kianda/contract/sea/fisheries/fisheries.contract';
import type { listFishingZones } from '@kianda/contract/sea/geography/geography.contract';
import { formatCount, formatDay, formatNumber, formatQuantity } from '@kianda/format';
import { type AnswerContext, barsOf, type Draft, lineOf, number, tableOf, text } from './card.types.ts';

const whole = (value: number): string => formatNumber(value, { maxDecimals: 0 });
const tonnes = (value: number | null): string => formatQuantity(value, 't', { maxDecimals: 1 });

export function biodiversityDraft(data: DataOf<typeof biodiversitySummary>): Draft {
  return {
    text: `Há ${formatCount(data.species, 'espécie registada', 'espécies registadas')} em ${formatCount(data.occurrences, 'ocorrência', 'ocorrências')}; ${whole(data.threatened_species)} estão ameaçadas.`,
    figures: [
      number('Espécies', data.species),
      number('Ocorrências', data.occurrences),
      number('Espécies ameaçadas', data.threatened_species),
      number('Conjuntos de dados', data.datasets),
    ],
    chart: barsOf(
      'Espécies por filo',
      'espécies',
      data.by_phylum.map(({ name, species }) => ({ x: name, y: species })),
    ),
  };
}

export function speciesDraft({ data, total }: DataOf<typeof listSpecies>, { arguments: args }: AnswerContext): Draft {
  const what = args.threatened === 'true' ? ['espécie ameaçada', 'espécies ameaçadas'] : ['espécie', 'espécies'];
  return {
    text: `Há ${formatCount(total, what[0] ?? '', what[1] ?? '')} com registos.`,
    figures: [number('Espécies', total)],
    table: tableOf(
      data,
      [
        ['Nome comum', ({ commonName }) => commonName],
        ['Nome científico', ({ scientificName }) => scientificName],
        ['Ameaça', ({ redListCategory }) => redListCategory],
        ['Registos', ({ occurrences }) => occurrences, 'number'],
        ['Último ano', ({ lastYear }) => (lastYear === null ? null : String(lastYear))],
      ],
      total,
    ),
    empty: total === 0,
  };
}

const monthNames = 'jan fev mar abr mai jun jul ago set out nov dez'.split(' ');

export function profileDraft(data: DataOf<typeof speciesProfile>, { subject }: AnswerContext): Draft {
  const first = data.byYear[0]?.year;
  const last = data.byYear.at(-1)?.year;
  const depth = data.byDepth.toSorted((a, b) => b.occurrences - a.occurrences)[0];
  const depths =
    depth === undefined
      ? ''
      : `; mais entre ${whole(depth.from)} e ${depth.to === null ? 'o fundo' : `${whole(depth.to)} m`}`;
  return {
    text:
      data.occurrences === 0
        ? `${subject ?? 'Esta espécie'}: não há registos.`
        : `${subject ?? 'Esta espécie'}: ${formatCount(data.occurrences, 'registo', 'registos')} em ${formatCount(data.cells.length, 'célula', 'células')}, de ${first} a ${last}${depths}.`,
    figures: [
      number('Registos', data.occurrences),
      number('Células com registos', data.cells.length),
      text('Primeiro ano', first === undefined ? null : String(first)),
      text('Último ano', last === undefined ? null : String(last)),
    ],
    chart: barsOf(
      'Registos por mês, anos juntos',
      'registos',
      data.byMonth.map((y, month) => ({ x: monthNames[month] ?? '', y })),
    ),
    table: tableOf(
      data.cells.toSorted((a, b) => b.occurrences - a.occurrences),
      [
        ['Latitude', ({ lat }) => lat, 'number', '°'],
        ['Longitude', ({ lon }) => lon, 'number', '°'],
        ['Registos', ({ occurrences }) => occurrences, 'number'],
      ],
    ),
    empty: data.occurrences === 0,
  };
}

export function tracksDraft({ features, studies }: DataOf<typeof listAnimalTracks>): Draft {
  return {
    text: `Há rotas de ${formatCount(features.length, 'animal marcado', 'animais marcados')}, de ${formatCount(studies.length, 'estudo', 'estudos')}.`,
    figures: [number('Animais', features.length)],
    table: tableOf(features, [
      ['Animal', ({ properties }) => properties.individual],
      ['Espécie', ({ properties }) => properties.taxon],
      ['Posições', ({ properties }) => properties.fixes, 'number'],
      ['Última', ({ properties }) => properties.lastFixAt, 'instant'],
    ]),
    empty: features.length === 0,
  };
}

/** The days that landings are asked of, or those that there are. */
function landedDays({ first_date: first, last_date: last }: DataOf<typeof fisheriesLandings>): string {
  return first === null || last === null ? '' : ` (dados de ${formatDay(first)} a ${formatDay(last)})`;
}

export function landingsDraft(data: DataOf<typeof fisheriesLandings>, { arguments: args }: AnswerContext): Draft {
  const where = args.port === undefined ? '' : ` em ${args.port}`;
  if (data.rows === 0 || data.total_tonnes === null)
    return { text: `Não há desembarques guardados${where} para isso.`, empty: true };
  const [species] = data.by_species;
  const [port] = data.by_port;
  return {
    text: `Desembarcaram-se ${tonnes(data.total_tonnes)}${where}${landedDays(data)}. Mais: ${species?.name ?? species?.code ?? '—'} (${tonnes(species?.tonnes ?? null)})${args.port === undefined && port !== undefined ? ` e, por porto, ${port.port} (${tonnes(port.tonnes)})` : ''}.`,
    figures: [number('Total', data.total_tonnes, 't'), number('Linhas', data.rows)],
    chart:
      args.port === undefined && data.by_port.length > 1
        ? barsOf(
            'Toneladas por porto',
            't',
            data.by_port.map(({ port: name, tonnes: y }) => ({ x: name, y })),
          )
        : barsOf(
            'Toneladas por mês',
            't',
            data.by_month.map(({ month, tonnes: y }) => ({ x: month, y })),
          ),
    table: tableOf(data.by_species, [
      ['Espécie', ({ name, code }) => name ?? code],
      ['Código FAO', ({ code }) => code],
      ['Peso', ({ tonnes: weight }) => weight, 'number', 't'],
    ]),
  };
}

export function yearlyDraft(data: DataOf<typeof fisheriesStats>): Draft {
  if (data.total_catch_tons === null || data.year === null)
    return { text: 'Não há capturas publicadas para esse ano.', empty: true };
  return {
    text: `${data.region}: ${tonnes(data.total_catch_tons)} em ${data.year}. A espécie mais capturada foi ${data.main_species[0]?.name ?? '—'}.`,
    figures: [number('Captura total', data.total_catch_tons, 't'), text('Ano', String(data.year))],
    chart: lineOf(
      'Captura por ano',
      't',
      data.by_year.map(({ year, catch_tons: y }) => ({ x: `${year}-01-01T00:00:00Z`, y })),
    ),
    table: tableOf(data.main_species, [
      ['Espécie', ({ name }) => name],
      ['Captura', ({ catch_tons: weight }) => weight, 'number', 't'],
      ['Parte', ({ percentage }) => percentage, 'number', '%'],
    ]),
  };
}

export function zonesDraft({ features }: DataOf<typeof listFishingZones>): Draft {
  const busiest = features.toSorted((a, b) => (b.properties.presenceHours ?? 0) - (a.properties.presenceHours ?? 0));
  return {
    text: `Há ${formatCount(features.length, 'zona de pesca', 'zonas de pesca')}; a de mais presença é ${busiest[0]?.properties.name ?? '—'}.`,
    table: tableOf(busiest, [
      ['Zona', ({ properties }) => properties.name],
      ['Embarcações', ({ properties }) => properties.vessels, 'number'],
      ['Presença', ({ properties }) => properties.presenceHours, 'number', 'h'],
    ]),
    empty: features.length === 0,
  };
}

export function seasonsDraft({ seasons }: DataOf<typeof listSeasons>): Draft {
  return {
    text:
      seasons.length === 0
        ? 'Não há períodos de veda no registo para isso.'
        : `Há ${formatCount(seasons.length, 'período de veda', 'períodos de veda')} no registo; o último é «${seasons[0]?.name}», de ${formatDay(seasons[0]?.startsOn ?? '')} a ${formatDay(seasons[0]?.endsOn ?? '')}.`,
    table: tableOf(seasons, [
      ['Veda', ({ name }) => name],
      ['Início', ({ startsOn }) => startsOn, 'day'],
      ['Fim', ({ endsOn }) => endsOn, 'day'],
      ['Espécies', ({ species }) => species.join(', ')],
      ['Fonte', ({ source }) => source],
    ]),
    empty: seasons.length === 0,
  };
}

export function licencesDraft({ data, total }: DataOf<typeof listLicences>, { arguments: args }: AnswerContext): Draft {
  const valid = args.valid === 'yes' ? ' válidas' : args.valid === 'no' ? ' que não valem' : '';
  return {
    text:
      total === 0
        ? `Não há licenças${args.search === undefined ? valid : ` de ${args.search}`} no registo.`
        : `Há ${formatCount(total, 'licença', 'licenças')}${total === 1 ? '' : valid}${args.search === undefined ? '' : ` de ${args.search}`} no registo.`,
    figures: [number('Licenças', total)],
    table: tableOf(
      data,
      [
        ['Número', ({ number: id }) => id],
        ['Embarcação', ({ vesselName }) => vesselName],
        ['Bandeira', ({ flag }) => flag],
        ['Artes', ({ gears }) => gears.join(', ')],
        ['Até', ({ validTo }) => validTo, 'day'],
        ['Vale hoje', ({ isValid }) => (isValid ? 'Sim' : 'Não')],
      ],
      total,
    ),
    empty: total === 0,
  };
}
