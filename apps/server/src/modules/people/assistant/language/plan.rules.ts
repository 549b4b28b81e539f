import type { FieldVariable } from '@kianda/contract/sea/ocean/ocean.contract';
import type { Frame, Named, Period, Reading, ToolArguments } from './language.types.ts';
import { shortTitle } from './names.rules.ts';
import { daysBack, instantsOf, yearOfPeriod } from './period.rules.ts';

/** A tool with its arguments, and the days and the place that its answer is held to. */
type Plan = Omit<Reading, 'frame'>;
type Context = { readonly nowMs: number };

const fieldOf: Readonly<Record<string, FieldVariable>> = {
  temperature: 'analysedSst',
  anomaly: 'sstAnomaly',
  chlorophyll: 'chlorophyll',
  salinity: 'salinity',
  oxygen: 'oxygen',
  oxygenBelow: 'oxygenBelow',
  ph: 'ph',
  nitrate: 'nitrate',
  phytoplankton: 'phytoplankton',
  depth: 'seabedDepth',
};

/** A port stands on land: the sea before it is asked for, this far to the west, in degrees (some 30 km). */
export const offshoreDegrees = 0.3;

const plain = (tool: string, args: ToolArguments = {}, clip: Period | null = null): Plan => ({
  tool,
  arguments: args,
  clip,
  place: null,
});

const dated = (tool: string, args: ToolArguments, period: Period | null): Plan =>
  plain(tool, { ...args, ...(period === null ? {} : instantsOf(period)) });

/** Words of choices that bear other names in the tool. */
function taken(frame: Frame, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (frame.choices[name] === undefined ? [] : [[name, frame.choices[name]]])),
  );
}

const placeOf = (frame: Frame, ...kinds: readonly Named['kind'][]): Named | undefined =>
  kinds.map((kind) => frame.place.find((one) => one.kind === kind)).find((one) => one !== undefined);

const rounded = (degrees: number): number => Math.round(degrees * 1e4) / 1e4;

/** Values of a variable over the ZEE, or in the sea before a place. */
function fieldPlan(frame: Frame, { nowMs }: Context, variable: FieldVariable): Plan {
  const { period } = frame;
  const first = frame.place[0];
  const place = first !== undefined && first.kind === 'port' ? first : (placeOf(frame, 'port', 'sea-station') ?? first);
  if (place?.position == null) {
    const many = period !== null && daysBack(period, nowMs) > 60 ? { limit: 1000 } : {};
    return dated('mar_campos', { variable, ...many }, period);
  }
  const [lon, lat] = place.position;
  const isAshore = place.kind !== 'sea-station' || first === place;
  const days = period === null ? {} : { days: Math.min(366, Math.max(2, daysBack(period, nowMs))) };
  const at = { lon: rounded(isAshore ? lon - offshoreDegrees : lon), lat: rounded(lat) };
  return { tool: 'mar_ponto', arguments: { ...at, variable, ...days }, clip: period, place: shortTitle(place) };
}

/** Series of a station, from the first day of the period on. */
function stationPlan(
  tool: string,
  station: Named,
  frame: Frame,
  args: ToolArguments & { readonly nowMs: number },
): Plan {
  const { nowMs, ...rest } = args;
  const { period } = frame;
  const hours = period === null ? {} : { hours: Math.min(2400, daysBack(period, nowMs) * 24) };
  return { tool, arguments: { id: station.id, ...rest, ...hours }, clip: period, place: shortTitle(station) };
}

function wavesPlan(frame: Frame, { nowMs }: Context): Plan {
  const station = placeOf(frame, 'sea-station');
  if (station === undefined) return plain('mar_estacoes');
  return stationPlan('mar_estacao_serie', station, frame, { variable: frame.choices.wave ?? 'waveHeight', nowMs });
}

function weatherPlan(frame: Frame, { nowMs }: Context): Plan {
  const station = placeOf(frame, 'coastal-station');
  if (station === undefined) return plain('mar_estacoes_costeiras');
  const variable = frame.choices.weather ?? 'windSpeed';
  return stationPlan('mar_estacao_costeira_serie', station, frame, { variable, nowMs });
}

function tidePlan(frame: Frame, { nowMs }: Context): Plan {
  const gauge = placeOf(frame, 'tide-gauge');
  return gauge === undefined ? plain('mar_mares') : stationPlan('mar_mare_serie', gauge, frame, { nowMs });
}

/** FAO ASFIS codes of what is landed in Angola, by the names that the institute writes. */
export const landedSpecies: readonly (readonly [code: string, name: string])[] = [
  ['SAA', 'Sardinela-lombuda'],
  ['SAE', 'Sardinela-palheta'],
  ['HMZ', 'Carapau-do-Cunene'],
  ['HMC', 'Carapau-do-Cabo'],
  ['VMA', 'Cavala'],
  ['GRB', 'Roncador'],
  ['DEL', 'Cachucho'],
  ['DEA', 'Dentão-de-Angola'],
  ['PIA', 'Sardinha-do-Cabo'],
  ['HKB', 'Pescada-de-Angola'],
  ['HKK', 'Pescada-branca-do-Cabo'],
  ['YFT', 'Atum-albacora'],
  ['BET', 'Atum-patudo'],
  ['DPS', 'Gamba-branca'],
  ['CGE', 'Caranguejo-de-profundidade'],
  ['ARV', 'Alistado'],
];

function landingsPlan(frame: Frame): Plan {
  const { period } = frame;
  const year = yearOfPeriod(period);
  const port = placeOf(frame, 'port');
  const isYearly = frame.choices.yearly !== undefined || (year !== null && port === undefined);
  if (isYearly) return plain('pesca_anual', year === null ? {} : { year });
  const species = frame.choices.landed;
  return plain('pesca_desembarques', {
    ...(period === null ? {} : { from: period.from, to: period.to }),
    ...(port === undefined ? {} : { port: port.title }),
    ...(species === undefined ? {} : { species }),
    ...taken(frame, ['segment']),
  });
}

function vesselsPlan(frame: Frame): Plan {
  if (frame.vessel !== null) return plain('embarcacoes_lista', { search: frame.vessel.title });
  return plain('embarcacoes_lista', {
    ...taken(frame, ['flags', 'gears', 'types', 'licence']),
    ...(frame.choices.number === undefined ? {} : { search: frame.choices.number }),
  });
}

function alertsPlan(frame: Frame): Plan {
  const area = placeOf(frame, 'watched-area');
  const state = frame.choices.state === 'new' ? { state: 'new' } : {};
  return dated(
    'vigilancia_alertas',
    {
      ...taken(frame, ['severity', 'rule']),
      // The list has no filter of types: as many as it gives are looked through.
      ...(frame.choices.only === undefined ? {} : { pageSize: 200 }),
      ...state,
      ...(frame.vessel === null ? {} : { search: frame.vessel.title }),
      ...(area === undefined ? {} : { areaId: area.id }),
    },
    frame.period,
  );
}

function licencesPlan(frame: Frame): Plan {
  if (frame.vessel !== null) return plain('pesca_licencas', { search: frame.vessel.title });
  return plain('pesca_licencas', taken(frame, ['valid']));
}

function seasonsPlan({ period }: Frame): Plan {
  return plain('pesca_vedas', period === null ? {} : { year: Number(period.from.slice(0, 4)) });
}

function placePlan(frame: Frame): Plan {
  const place = placeOf(frame, 'port', 'protected-area') ?? frame.place[0];
  if (place === undefined) return plain('lugares_lista');
  return { ...plain('lugares_ficha', { kind: place.kind, id: place.id }), place: shortTitle(place) };
}

const events = (kind: string) => (frame: Frame) => dated('vigilancia_eventos', { kind }, frame.period);
const derived = (product: string) => (frame: Frame) => dated('mar_derivado_serie', { product }, frame.period);
const always =
  (tool: string, args: ToolArguments = {}) =>
  () =>
    plain(tool, args);
const lastDays =
  (tool: string, isClipped: boolean) =>
  (frame: Frame, { nowMs }: Context) =>
    frame.period === null
      ? plain(tool)
      : plain(tool, { days: Math.min(366, daysBack(frame.period, nowMs)) }, isClipped ? frame.period : null);

const hoursOf = ({ period }: Frame, nowMs: number): ToolArguments =>
  period === null ? {} : { hours: Math.min(168, Math.max(24, (daysBack(period, nowMs) - 1) * 24)) };

const plans: Readonly<Record<string, (frame: Frame, context: Context) => Plan>> = {
  drift: (frame) => plain('modelos_deriva', { type: frame.choices.model ?? 'temperature_forecaster' }),
  filters: always('modelos_filtros'),
  studies: always('modelos_estudos'),
  analyses: always('analises_lista'),
  models: always('modelos_lista'),
  backups: always('plataforma_copias'),
  runs: (frame) =>
    dated('dados_execucoes', frame.choices.failed === undefined ? {} : { state: frame.choices.failed }, frame.period),
  connectors: always('dados_conectores'),
  quality: always('dados_qualidade'),
  reports: (frame) =>
    plain('relatorios_lista', frame.choices.report === undefined ? {} : { type: frame.choices.report }),
  savedMaps: always('mapas_lista'),
  week: always('plataforma_semana'),
  storage: always('plataforma_armazenamento'),
  tasks: always('plataforma_tarefas'),
  structures: always('embarcacoes_estruturas'),
  systemAlerts: always('plataforma_alertas'),
  services: always('plataforma_servicos'),
  health: always('plataforma_saude'),
  watchedAreas: always('vigilancia_areas'),
  distress: always('embarcacoes_seguranca'),
  encounters: events('encounter'),
  gaps: events('gap'),
  portVisits: events('port_visit'),
  loitering: events('loitering'),
  dark: lastDays('embarcacoes_radar', false),
  alerts: alertsPlan,
  licences: licencesPlan,
  fishingZones: always('pesca_zonas'),
  seasons: seasonsPlan,
  presence: (frame, { nowMs }) => plain('embarcacoes_presenca', hoursOf(frame, nowMs)),
  landings: landingsPlan,
  biomass: always('biomassa'),
  vessels: vesselsPlan,
  threatened: always('biodiversidade_especies', { threatened: 'true' }),
  tracks: (frame) => dated('biodiversidade_rotas', {}, frame.period),
  biodiversity: always('biodiversidade_resumo'),
  speciesList: always('biodiversidade_especies'),
  species: (frame) =>
    frame.species === null
      ? plain('biodiversidade_especies')
      : { ...plain('biodiversidade_perfil', { aphiaId: Number(frame.species.id) }), place: null },
  heatwaves: (frame) => plain('mar_ondas_de_calor', {}, frame.period),
  bakun: derived('bakun-index'),
  upwelling: derived('sst-upwelling-index'),
  front: derived('front-latitude'),
  derived: always('mar_derivados'),
  argo: lastDays('mar_perfis', true),
  satellite: lastDays('mar_satelite', true),
  tide: tidePlan,
  weather: weatherPlan,
  waves: wavesPlan,
  coast: always('costa_analises'),
  currents: always('mar_condicoes'),
  conditions: always('mar_condicoes'),
  zee: always('limites_zee'),
  limits: always('limites_lista'),
  protectedAreas: always('lugares_lista', { kinds: 'protected-area' }),
  aisStations: always('lugares_lista', { kinds: 'ais-station' }),
  ports: always('lugares_lista', { kinds: 'port' }),
  place: placePlan,
};

/** Tool and arguments for what a question says. Null for an intent without a plan. */
export function planOf(frame: Frame, context: Context): Plan | null {
  const variable = fieldOf[frame.intent];
  if (variable !== undefined) return fieldPlan(frame, context, variable);
  return plans[frame.intent]?.(frame, context) ?? null;
}
