import { z } from 'zod';

/** Kinds of spatial analysis, by the names that people read. The first five are those of the specification's client. */
export const analysisTypes = {
  buffer: 'Zona tampão',
  connectivity: 'Conectividade',
  hotspots: 'Hotspots',
  corridors: 'Corredores ecológicos',
  mcda: 'Análise multicritério',
  proximity: 'Proximidade',
  interpolation: 'Interpolação',
  density: 'Densidade',
  clusters: 'Agrupamentos',
  contours: 'Isolinhas',
  zonal_statistics: 'Estatística por zona',
  voronoi: 'Polígonos de Voronoi',
  drift: 'Deriva de partículas',
} as const;
export type AnalysisType = keyof typeof analysisTypes;
export const analysisTypeNames = Object.keys(analysisTypes) as [AnalysisType, ...AnalysisType[]];
export const analysisTypeSchema = z.enum(analysisTypeNames);

/** The question that each kind answers, in one sentence. */
export const analysisQuestions = {
  buffer: 'O que fica a menos de uma distância de lugares, pela geodésica?',
  connectivity: 'Até que ponto os habitats comunicam entre si, e quais contam mais?',
  hotspots: 'Onde se juntam valores altos, ou baixos, mais do que por acaso?',
  corridors: 'Por onde é mais fácil passar de um habitat para outro?',
  mcda: 'Que lugares servem melhor vários critérios ao mesmo tempo?',
  proximity: 'O que fica mais perto de cada lugar, e a que distância?',
  interpolation: 'Que valor se espera onde não se mediu?',
  density: 'Quantos pontos há por quilómetro quadrado à volta de cada lugar?',
  clusters: 'Que pontos formam grupos, e quais ficam de fora?',
  contours: 'Por onde passam as linhas de igual valor de um campo?',
  zonal_statistics: 'Que valores tem um campo dentro de cada área?',
  voronoi: 'Que parte do mar fica mais perto de cada ponto do que dos outros?',
  drift: 'Para onde levam as correntes o que se larga num lugar?',
} as const satisfies Record<AnalysisType, string>;

const hotspotTypeNames = {
  biodiversity: 'Biodiversidade',
  fishing: 'Pesca',
  pollution: 'Poluição',
  migration: 'Migração',
  spawning: 'Desova',
} as const;
const zoneTypeNames = {
  exclusion: 'Exclusão',
  protection: 'Proteção',
  monitoring: 'Monitorização',
  fishing: 'Pesca',
  conservation: 'Conservação',
} as const;

/** Choices of the parameters, by the names that people read. */
export const analysisChoices = {
  zone_type: zoneTypeNames,
  cap: { round: 'Redonda', flat: 'Direita', square: 'Quadrada' },
  join: { round: 'Redondo', mitre: 'Em esquadria', bevel: 'Chanfrado' },
  side: { both: 'Os dois lados', left: 'Esquerda', right: 'Direita' },
  clip_to: { none: 'Sem recorte', zee: 'ZEE de Angola', area: 'Área da entrada' },
  index: { iic: 'IIC', pc: 'PC' },
  analysis_type: { getis_ord: 'Gi* (Getis-Ord)', getis_ord_gi: 'Gi (Getis-Ord)', local_moran: 'I local de Moran' },
  neighbourhood: {
    band: 'Banda de distância',
    nearest: 'Vizinhos mais próximos',
    inverse_distance: 'Inverso da distância',
  },
  hotspot_type: hotspotTypeNames,
  algorithm: { least_cost: 'Menor custo', circuit: 'Teoria de circuitos' },
  pairs: { nearest: 'Rede mais curta', all: 'Todos os pares' },
  friction_sense: { low: 'Valores baixos', high: 'Valores altos' },
  method: { ahp: 'AHP', wlc: 'Pesos dados (WLC)', owa: 'OWA', topsis: 'TOPSIS' },
  random_index: { saaty1980: 'Saaty 1980', saaty2008: 'Saaty 2008' },
  measure: { value: 'Valor', distance: 'Distância', inside: 'Dentro ou fora' },
  output: { nearest: 'O mais próximo', raster: 'Mapa de distâncias', both: 'Os dois' },
  interpolator: { idw: 'Inverso da distância (IDW)', kriging: 'Krigagem ordinária' },
  kernel: { gaussian: 'Gaussiano', quartic: 'Quártico' },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

const choice = <C extends keyof typeof analysisChoices>(of: C) =>
  z.enum(Object.keys(analysisChoices[of]) as [keyof (typeof analysisChoices)[C] & string]);

const metres = (least: number, most: number) => z.number().min(least).max(most);
const attribute = z.string().trim().min(1).max(120);
/** Side of the cells of a grid, degrees. */
const cellDegrees = z.number().min(0.005).max(2);

export const bufferParametersSchema = z.object({
  buffer_distance: metres(-500_000, 500_000)
    .refine((distance) => Math.abs(distance) >= 1, { message: 'Pelo menos 1 m, para fora ou para dentro.' })
    .default(5_000)
    .describe('Distância em metros, pela geodésica; abaixo de zero encolhe as áreas'),
  rings: z
    .array(metres(1, 500_000))
    .max(10)
    .default([])
    .describe('Distâncias de mais anéis, em metros, cada uma maior do que a anterior'),
  zone_type: choice('zone_type').default('protection').describe('Fim da zona'),
  dissolve: z.boolean().default(false).describe('Junta as zonas que se tocam'),
  cap: choice('cap').default('round').describe('Ponta das linhas'),
  join: choice('join').default('round').describe('Canto'),
  side: choice('side').default('both').describe('Lado das linhas'),
  segments: z.number().int().min(1).max(256).default(64).describe('Segmentos num quarto de círculo'),
  clip_to: choice('clip_to').default('none').describe('Área em que o resultado fica'),
});

export const connectivityParametersSchema = z.object({
  max_distance: metres(1, 5_000_000).default(10_000).describe('Distância máxima de uma ligação, em metros'),
  index: choice('index').default('iic').describe('Índice'),
  dispersal_distance: metres(1, 5_000_000)
    .default(5_000)
    .describe('Distância de dispersão, em metros, que se percorre com a probabilidade indicada (só PC)'),
  dispersal_chance: z.number().min(0.001).max(0.999).default(0.5).describe('Probabilidade a essa distância (só PC)'),
  area_attribute: attribute.nullable().default(null).describe('Atributo com a área ou qualidade; vazio: a área'),
  link_importance: z.boolean().default(true).describe('Importância de cada ligação'),
});

export const hotspotParametersSchema = z.object({
  analysis_type: choice('analysis_type').default('getis_ord').describe('Estatística'),
  value_attribute: attribute
    .nullable()
    .default(null)
    .describe('Atributo numérico que se analisa; vazio: quantos pontos há em cada célula'),
  cell_degrees: cellDegrees.default(0.25).describe('Lado das células em que se contam os pontos, em graus'),
  neighbourhood: choice('neighbourhood').default('band').describe('Vizinhos de um lugar'),
  band_distance: metres(1, 2_000_000)
    .nullable()
    .default(null)
    .describe('Banda, em metros; vazia: a menor em que todos têm um vizinho'),
  neighbour_count: z.number().int().min(1).max(100).default(8).describe('Número de vizinhos mais próximos'),
  false_discovery: z.boolean().default(false).describe('Corrige as classes pela taxa de falsas descobertas'),
  hotspot_type: choice('hotspot_type').default('biodiversity').describe('Assunto dos hotspots'),
});

export const corridorParametersSchema = z.object({
  algorithm: choice('algorithm').default('least_cost').describe('Algoritmo'),
  pairs: choice('pairs').default('nearest').describe('Pares de habitats que se ligam'),
  max_distance: metres(1_000, 5_000_000).default(1_500_000).describe('Distância máxima de um par, em metros'),
  cell_degrees: cellDegrees.default(0.1).describe('Lado das células, em graus'),
  neighbours: z
    .union([z.literal(4), z.literal(8), z.literal(16)])
    .default(8)
    .describe('Células vizinhas de um passo'),
  cutoff: z.number().min(0).max(1).default(0.05).describe('Custo acima do mínimo que ainda é corredor, 0–1'),
  friction_max: z.number().min(1).max(10_000).default(100).describe('Atrito do pior valor do campo; o melhor tem 1'),
  friction_sense: choice('friction_sense').default('high').describe('Valores do campo por onde se passa melhor'),
  barrier_friction: z.number().min(1).max(10_000).default(50).describe('Atrito a partir do qual há uma barreira'),
});

/** Curves that turn the values of a criterion into shares 0–1 of full suitability. */
export const curveSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('range'), sense: z.enum(['benefit', 'cost']) }),
  z.object({ kind: z.enum(['linear', 'sigmoid', 'j-shaped']), from: z.number(), to: z.number() }),
  z.object({ kind: z.literal('trapezoid'), points: z.tuple([z.number(), z.number(), z.number(), z.number()]) }),
  z.object({
    kind: z.literal('breaks'),
    points: z
      .array(z.tuple([z.number(), z.number().min(0).max(1)]))
      .min(2)
      .max(20),
  }),
]);

/** A criterion: the input of its name, measured on the grid. */
export const criterionSchema = z.object({
  /** Name of the input among the inputs of the analysis. */
  input: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Minúsculas sem acento, algarismos e «_», até 40.'),
  label: z.string().trim().min(1).max(80),
  /** `value` of fields; `distance` in metres to features, or `inside` (1 or 0) of areas. */
  measure: choice('measure').default('value'),
  curve: curveSchema.default({ kind: 'range', sense: 'benefit' }),
  /** Values outside which a place is left out. */
  least: z.number().nullable().default(null),
  most: z.number().nullable().default(null),
});
export type Criterion = z.infer<typeof criterionSchema>;

/** Judgements of one judge: the cells above the diagonal, row by row, 1/9–9. */
const judgeSchema = z.object({
  name: z.string().trim().max(80).default(''),
  judgements: z
    .array(
      z
        .number()
        .min(1 / 9 - 1e-9)
        .max(9),
    )
    .max(45),
  weight: z.number().min(0.01).max(100).default(1),
});

/** Criteria of an analysis that names none. */
export const usualCriteria: readonly z.input<typeof criterionSchema>[] = [
  { input: 'temperature', label: 'Temperatura da superfície', curve: { kind: 'range', sense: 'cost' } },
  { input: 'chlorophyll', label: 'Clorofila-a', curve: { kind: 'range', sense: 'benefit' } },
  { input: 'ports', label: 'Distância aos portos', measure: 'distance', curve: { kind: 'range', sense: 'cost' } },
];

export const mcdaParametersSchema = z.object({
  method: choice('method').default('ahp').describe('Método'),
  criteria: z
    .array(criterionSchema)
    .min(1)
    .max(10)
    .prefault([...usualCriteria])
    .describe('Critérios'),
  judges: z
    .array(judgeSchema)
    .max(20)
    .default([])
    .describe('Juízos de cada pessoa (AHP); vazios: todos os critérios iguais'),
  random_index: choice('random_index').default('saaty1980').describe('Tabela do índice aleatório'),
  weights: z.array(z.number().min(0).max(1_000)).max(10).default([]).describe('Pesos dados; vazios: iguais'),
  order_weights: z.array(z.number().min(0).max(1_000)).max(10).default([]).describe('Pesos de ordem (OWA)'),
  cell_degrees: cellDegrees.default(0.1).describe('Lado das células, em graus'),
  sensitivity: z.number().min(0.01).max(0.9).default(0.1).describe('Variação de cada peso na sensibilidade, 0–1'),
});

export const proximityParametersSchema = z.object({
  output: choice('output').default('both').describe('Resultado'),
  max_distance: metres(100, 5_000_000).default(200_000).describe('Distância máxima, em metros'),
  cell_degrees: cellDegrees.default(0.1).describe('Lado das células do mapa, em graus'),
  count_radius: metres(1, 5_000_000)
    .nullable()
    .default(null)
    .describe('Raio em que se contam os alvos de cada ponto, em metros'),
});

export const interpolationParametersSchema = z.object({
  interpolator: choice('interpolator').default('idw').describe('Método'),
  value_attribute: attribute.nullable().default(null).describe('Atributo numérico; vazio: o único que houver'),
  power: z.number().min(0.1).max(10).default(2).describe('Potência da distância (IDW)'),
  neighbours: z.number().int().min(1).max(200).default(12).describe('Medições mais próximas que contam'),
  max_distance: metres(100, 5_000_000).default(200_000).describe('Distância máxima de uma medição, em metros (IDW)'),
  cell_degrees: cellDegrees.default(0.1).describe('Lado das células, em graus'),
});

export const densityParametersSchema = z.object({
  bandwidth: metres(10, 1_000_000).default(10_000).describe('Largura de banda, em metros'),
  kernel: choice('kernel').default('gaussian').describe('Núcleo'),
  weight_attribute: attribute.nullable().default(null).describe('Atributo que pesa cada ponto'),
  cell_degrees: cellDegrees.default(0.1).describe('Lado das células, em graus'),
});

export const clusterParametersSchema = z.object({
  radius: metres(1, 1_000_000).default(5_000).describe('Raio, em metros'),
  min_points: z.number().int().min(2).max(1_000).default(5).describe('Pontos dentro do raio, pelo menos'),
});

export const contourParametersSchema = z.object({
  levels: z.array(z.number()).max(30).default([]).describe('Valores das isolinhas; vazios: tantos quantos se pedem'),
  level_count: z.number().int().min(1).max(30).default(8).describe('Número de isolinhas'),
});

export const zonalParametersSchema = z.object({
  zone_attribute: attribute.nullable().default(null).describe('Atributo que dá nome a cada zona'),
});

export const voronoiParametersSchema = z.object({
  clip_to: choice('clip_to').default('zee').describe('Área em que o resultado fica'),
});

export const driftParametersSchema = z.object({
  days: z.number().min(0.25).max(60).default(10).describe('Duração, em dias'),
  start: z.iso
    .datetime({ offset: true })
    .nullable()
    .default(null)
    .describe('Início; vazio: a última corrente guardada'),
  particles: z.number().int().min(1).max(10_000).default(100).describe('Partículas por lugar'),
  diffusivity: z.number().min(0).max(1_000).default(10).describe('Difusão horizontal, em m²/s'),
  step_seconds: z.number().int().min(300).max(21_600).default(3_600).describe('Passo, em segundos'),
  seed: z.number().int().min(0).max(2_147_483_647).default(1).describe('Semente'),
});

/** Parameters of each kind, with their units, bounds and the specification's defaults; `{}` takes all defaults. */
export const analysisParameters = {
  buffer: bufferParametersSchema,
  connectivity: connectivityParametersSchema,
  hotspots: hotspotParametersSchema,
  corridors: corridorParametersSchema,
  mcda: mcdaParametersSchema,
  proximity: proximityParametersSchema,
  interpolation: interpolationParametersSchema,
  density: densityParametersSchema,
  clusters: clusterParametersSchema,
  contours: contourParametersSchema,
  zonal_statistics: zonalParametersSchema,
  voronoi: voronoiParametersSchema,
  drift: driftParametersSchema,
} as const satisfies Record<AnalysisType, z.ZodObject>;
