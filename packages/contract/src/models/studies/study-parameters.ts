import { z } from 'zod';

/** Why a record is left out of a study, in the order in which the filters look at it. */
export const recordReasons = {
  no_coordinate: 'Sem coordenadas',
  duplicate: 'Duplicado',
  on_land: 'Em terra',
  outside: 'Fora da ZEE',
  imprecise: 'Coordenadas imprecisas',
  centroid: 'No centro de uma área',
  no_environment: 'Sem valores do mar',
  outlier: 'Ambiente anómalo',
  thinned: 'Desbaste',
} as const;
export type RecordReason = keyof typeof recordReasons;
export const recordReasonSchema = z.enum(Object.keys(recordReasons) as [RecordReason, ...RecordReason[]]);

export const thinningNames = {
  none: 'Sem desbaste',
  cell: 'Um registo por célula',
  distance: 'Distância mínima',
} as const;
export const backgroundNames = {
  zee: 'Toda a ZEE',
  target_group: 'Onde há registos de qualquer espécie',
  bias_layer: 'Segundo o esforço de registo (densidade de todos os registos)',
  buffer: 'À volta dos registos',
} as const;
export const partitionNames = {
  random: 'Ao acaso',
  spatial_blocks: 'Blocos espaciais',
  checkerboard: 'Tabuleiro de xadrez',
  environmental: 'Blocos ambientais',
} as const;
export const featureSets = ['L', 'LQ', 'H', 'LQH', 'LQHP'] as const;

const names = <T extends string>(of: Readonly<Record<T, string>>) => z.enum(Object.keys(of) as [T, ...T[]]);

export const cleaningSchema = z.object({
  duplicates: z.boolean(),
  land: z.boolean(),
  /** Decimals that a coordinate has at least; 0: any will do. */
  leastDecimals: z.number().int().min(0).max(4),
  /** Kilometres from the centre of an area within which a record counts as put there; 0: none. */
  centroidKilometres: z.number().min(0).max(50),
  /** Interquartile ranges beyond the quartiles where a variable is anomalous; 0: never. */
  outlierRanges: z.number().min(0).max(10),
  thinning: names(thinningNames),
  thinningCellDegrees: z.number().min(0.01).max(2),
  thinningKilometres: z.number().min(0.5).max(200),
});

export const studyParametersSchema = z.object({
  cleaning: cleaningSchema,
  background: z.object({
    kind: names(backgroundNames),
    /** Points at most. */
    points: z.number().int().min(100).max(10_000),
    bufferKilometres: z.number().min(10).max(1_000),
  }),
  /** Names of variables of the sea. */
  variables: z.array(z.string().max(60)).max(40),
  partition: z.object({
    kind: names(partitionNames),
    folds: z.number().int().min(2).max(10),
    blockKilometres: z.number().min(10).max(1_000),
    cellDegrees: z.number().min(0.05).max(5),
  }),
  tuning: z.object({
    features: z.array(z.enum(featureSets)).min(1).max(5),
    betas: z.array(z.number().min(0.1).max(20)).min(1).max(10),
  }),
  seed: z.number().int().min(0).max(2_147_483_647),
});
export type StudyParameters = z.infer<typeof studyParametersSchema>;

/** Steps that a change belongs to. */
export const studySteps = {
  created: 'Estudo criado',
  cleaning: 'Limpeza dos registos',
  background: 'Área e fundo',
  variables: 'Variáveis',
  partition: 'Partição',
  tuning: 'Afinação',
  seed: 'Semente',
  choice: 'Modelo escolhido',
} as const;
export type StudyStep = keyof typeof studySteps;

/** Parameters of a new study; all variables that have a field are taken. */
export const usualParameters: Omit<StudyParameters, 'variables' | 'seed'> = {
  cleaning: {
    ...{ duplicates: true, land: true, leastDecimals: 2, centroidKilometres: 1, outlierRanges: 3 },
    ...{ thinning: 'cell', thinningCellDegrees: 0.1, thinningKilometres: 10 },
  },
  background: { kind: 'zee', points: 2_000, bufferKilometres: 200 },
  partition: { kind: 'spatial_blocks', folds: 4, blockKilometres: 150, cellDegrees: 1 },
  tuning: { features: ['L', 'LQ', 'LQH'], betas: [1, 2, 4] },
};
