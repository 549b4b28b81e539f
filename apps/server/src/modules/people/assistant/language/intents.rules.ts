/** Subject of a question, by the words that tell it; the first rule that fits decides. */
type IntentRule = readonly [intent: string, tells: RegExp, unless?: RegExp];

const rules: readonly IntentRule[] = [
  // Words of the platform itself.
  ['drift', /\bderiva\b/],
  ['filters', /filtros? preditivo/],
  ['studies', /\bestudos?\b/],
  ['analyses', /analises? espacia/],
  ['models', /\bmodelos?\b|previsor|preditor|classificador/],
  ['backups', /copias? de seguranca|backups?/],
  ['runs', /ingestao|execuc/],
  ['connectors', /conector/],
  ['quality', /qualidade/],
  ['reports', /relatorio/],
  ['savedMaps', /mapas? guardado|mapas? (?:que )?ha\b|quantos mapas/],
  ['week', /o que mudou|resumo da semana|novidades/],
  ['storage', /armazenamento|espaco (?:em disco|ocupa|usado)|\bdisco\b/],
  ['tasks', /tarefas?/],
  ['structures', /petrolifer|estruturas? fixas?/],
  ['systemAlerts', /(?:alertas?|avisos?) (?:d[aoe] )?(?:sistema|plataforma)/],
  ['services', /servicos?|\bonline\b|em baixo/],
  ['health', /\b(?:sistema|plataforma)\b/],
  // Surveillance, before the fleet it watches.
  ['watchedAreas', /areas? vigiadas?/, /entrad|alerta/],
  ['distress', /socorro/],
  ['encounters', /encontros?|transbordos?/],
  ['gaps', /silencios?|(?:deslig|apag)\w+ (?:o )?ais|\bais\b.*(?:deslig|apag)/],
  ['portVisits', /(?:visitas?|escalas?) (?:a|em|ao|aos|de)? ?portos?/],
  ['loitering', /permanencias?/],
  ['dark', /sem ais|as escuras|\bescur[ao]s?\b|\bradar\b/],
  [
    'alerts',
    /alertas?|\bilegal\b|entradas? em area|pesc\w+ (?:em )?(?:periodo de )?(?:sem licenca|veda\b)|pesc\w+ em periodo de veda/,
  ],
  ['licences', /licencas?|licenciad/, /(?:embarcac|navio|barco|arrast|quem)\w* .*sem licenca/],
  // Fisheries.
  ['fishingZones', /zonas? de pesca|zonas? .*pescar|pode pescar/],
  ['seasons', /\bvedas?\b|defeso/],
  ['presence', /presenca|horas de pesca|global fishing/],
  [
    'landings',
    /desembar|descarreg|\bpescou|pescad[ao]s?\b|captur|apanh|tonelada|\bfao\b|peixe recebe|recebe\w* mais peixe/,
  ],
  ['biomass', /biomassa/],
  ['vessels', /embarcac|\bnavios?\b|\bbarcos?\b|arrast|\bfrota\b|\bmmsi\b|\bimo\b|sem licenca/],
  // Life in the sea.
  ['threatened', /ameacad|em perigo|vulnerave|lista vermelha/],
  ['tracks', /marcad[ao]s|transmissor/],
  ['biodiversity', /(?:quantas|numero de|total de) especies|ocorrencias|biodiversidade/],
  ['speciesList', /\bespecies\b/, /estudos?/],
  // The sea.
  ['heatwaves', /ondas? de calor/],
  ['bakun', /bakun/],
  ['upwelling', /afloramento|upwelling|ressurgencia/],
  ['front', /\bfrente\b.*(?:angola|benguela|termica)|latitude da frente/],
  ['derived', /produtos? derivado/],
  ['argo', /\bargo\b|\bboias?\b/],
  ['satellite', /satelite|sentinel/],
  [
    'tide',
    /\bmares?\b|maregrafo|preia mar|baixa mar|nivel do mar|nivel da agua/,
    /\bmar (?:esta|de|do|da)\b(?!.*(?:mare|nivel|maregrafo))/,
  ],
  [
    'weather',
    /temperatura do ar|\bventos?\b|chuva|chove|precipitacao|humidade|pressao|meteorolog|inamet|que tempo|estacoes (?:da costa|costeira)/,
  ],
  ['waves', /\bondas?\b|ondulacao|\bvagas?\b|bravo|calmo|agitado|picado|estacoes de monitorizacao/],
  ['coast', /erosao|linha de costa|recuar|recuo/],
  ['currents', /correntes?\b/],
  ['anomaly', /anomalia|desvio|que o normal|acima d[ao]|abaixo d[ao]|relacao ao normal/],
  ['oxygenBelow', /oxigenio.*(?:200|fundo|profund)/],
  ['oxygen', /oxigenio/],
  ['chlorophyll', /clorofila/],
  ['salinity', /salinidade|\bsal\b|salgad/],
  ['ph', /\bph\b|acid/],
  ['nitrate', /nitrato|nutriente/],
  ['phytoplankton', /fitoplancton|plancton/],
  ['temperature', /temperatura|\btsm\b|\bsst\b|\bquente|\bfri[oa]s?\b|\bgraus\b|aquec|arrefec/],
  ['depth', /profundidade|batimetria|\bfundo do mar/],
  ['conditions', /(?:condicoes|estado|como esta|situacao|resumo).*(?:\bmar\b|oceano|oceanografic)|condicoes oceano/],
  // Places and limits.
  ['zee', /(?:area|tamanho|km2|grande).*(?:\bzee\b|economica exclusiva)/],
  ['limits', /limites|fronteiras?|mar territorial/],
  ['protectedAreas', /areas? protegidas?/],
  ['aisStations', /estacoes ais/],
  ['ports', /(?:que|lista d[oe]s?|quantos|todos os) portos|^portos$/],
];

/** Subject of a mended question; null where no word tells. */
export function intentOf(text: string): string | null {
  const found = rules.find(([, tells, unless]) => tells.test(text) && unless?.test(text) !== true);
  return found?.[0] ?? null;
}

const comesLater =
  /\bamanha\b|previs(?:ao|oes)|\bvai (?:estar|ser|haver)|proxim[ao]s? (?:semana|mes|dia|hora)|para a semana|futuro/;
const asksToAct =
  /^(?:por favor )?(?:apag|elimin|remov|envi|mand|cri[ae]|mud|alter|reinici|deslig|ativ|desativ|traduz|escrev|pag[au]|aprov|bloque|guard)\w*\b/;

/** Why nothing that the platform has answers a question: it is of what comes, or asks to do something. */
export function refusalOf(text: string): 'future' | 'act' | null {
  if (comesLater.test(text) && !/modelo|filtro|previsor/.test(text)) return 'future';
  return asksToAct.test(text) ? 'act' : null;
}

type Choice = readonly [argument: string, value: string, tells: RegExp];

const choices: readonly Choice[] = [
  ...(
    [
      ['AGO', /angolan|bandeira (?:d[ea] )?angola/],
      ['CHN', /chines|\bchina\b/],
      ['ESP', /espanho|espanha/],
      ['PRT', /portugues|\bportugal\b/],
      ['NAM', /namibian|namibia/],
      ['RUS', /russ[oai]/],
      ['JPN', /japones|\bjapao/],
      ['GHA', /\bgana\b|ganes/],
      ['FRA', /frances|franca\b/],
      ['COG', /congoles|\bcongo\b/],
      ['ZAF', /sul african|africa do sul/],
      ['MAR', /marroquin|marrocos/],
      ['KOR', /corean|coreia/],
      ['MRT', /mauritan/],
      ['CPV', /cabo verd/],
      ['PAN', /panama/],
      ['BLZ', /belize/],
      ['LBR', /liberia/],
    ] as const
  ).map(([flag, tells]) => ['flags', flag, tells] as const),
  ['gears', 'TRAWLERS', /arrast/],
  ['types', 'fishing', /(?:embarcac\w+|navios?|barcos?) de pesca|pesqueiro/],
  ['types', 'carrier', /cargueiro|de carga|transporte/],
  ['licence', 'without', /sem licenca/],
  ['segment', 'semi-industrial', /semi industrial/],
  ['segment', 'industrial', /industrial/],
  ['segment', 'artesanal', /artesana/],
  ['severity', 'high', /\bgraves?\b|gravidade alta|urgent|severos?/],
  ['severity', 'medium', /gravidade media/],
  ['severity', 'low', /gravidade baixa/],
  ['state', 'new', /por tratar|\bnovos?\b|por ver/],
  ['rule', 'no_licence', /sem licenca/],
  ['rule', 'closed_season', /\bveda\b|defeso/],
  ['rule', 'zone_entry', /entradas?/],
  ['only', 'illegal_fishing', /ilega/],
  ['valid', 'true', /validas?|em vigor/],
  ['valid', 'false', /expirad|caducad|invalid|acabad/],
  ['failed', 'failed', /falh/],
  ['report', 'auditoria', /auditoria/],
  ['model', 'temperature_forecaster', /temperatura/],
  ['model', 'biodiversity_predictor', /biodiversidade/],
  ['model', 'species_classifier', /especies/],
  ['wave', 'swellHeight', /ondulacao/],
  ['wave', 'wavePeriod', /periodo das ondas/],
  ['wave', 'waveDirection', /direcao|de onde vem/],
  ['weather', 'airTemperature', /temperatura do ar/],
  ['weather', 'precipitation', /chuva|chove|choveu|precipitacao/],
  ['weather', 'relativeHumidity', /humidade/],
  ['weather', 'airPressure', /pressao/],
  ['yearly', 'yes', /anua|por ano|\bfao\b/],
];

/** Choices that the words of a question make; the first of each argument. */
export function choicesOf(text: string): Readonly<Record<string, string>> {
  const made: Record<string, string> = {};
  for (const [argument, value, tells] of choices) {
    if (made[argument] === undefined && tells.test(text)) made[argument] = value;
  }
  return made;
}
