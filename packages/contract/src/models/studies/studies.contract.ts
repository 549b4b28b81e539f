import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { recordReasonSchema, studyParametersSchema, studySteps } from './study-parameters.ts';
import { scenarioSchema, studyMapSchema, studyRecordSchema, studyRunSchema, studyWorkSchema } from './study-results.ts';

const count = z.number().int().nonnegative();
const stepSchema = z.enum(Object.keys(studySteps) as [keyof typeof studySteps, ...(keyof typeof studySteps)[]]);
const choiceSchema = z.object({ runId: z.uuid(), candidate: count });

const studySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  species: z.string(),
  createdAt: instantSchema,
  createdBy: z.string(),
  changedAt: instantSchema,
  /** AUC on the rows held out of the chosen candidate, or of the proposed one of the last tuning; null: none ended. */
  aucTest: z.number().nullable(),
  runs: count,
  maps: count,
  isChosen: z.boolean(),
  isSimulated: z.boolean(),
});
export type Study = z.infer<typeof studySchema>;

const studyDetailSchema = studySchema.extend({
  parameters: studyParametersSchema,
  chosen: choiceSchema.nullable(),
  /** Number of the state shown; earlier and later ones can be gone back to. */
  revision: z.number().int().min(1),
  revisions: z.array(
    z.object({ revision: z.number().int().min(1), step: stepSchema, changedAt: instantSchema, changedBy: z.string() }),
  ),
  tunings: z.array(studyRunSchema),
  shownMaps: z.array(studyMapSchema),
  work: z.array(studyWorkSchema),
});
export type StudyDetail = z.infer<typeof studyDetailSchema>;

const own = { service: 'admin-api' } as const;
const idParams = z.object({ id: z.uuid() });

export const listStudies = endpoint({
  ...own,
  id: 'listStudies',
  access: 'models:read',
  method: 'GET',
  path: '/ml/studies',
  summary: 'Estudos de distribuição de espécies, os mais novos primeiro',
  response: z.array(studySchema),
});

export const studySpecies = endpoint({
  ...own,
  id: 'studySpecies',
  access: 'models:read',
  method: 'GET',
  path: '/ml/studies/species',
  summary: 'Espécies com ocorrências guardadas, as mais registadas primeiro',
  query: z.object({ search: z.string().trim().max(80).default('') }),
  response: z.array(z.object({ name: z.string(), commonName: z.string().nullable(), records: count })),
});

export const createStudy = endpoint({
  ...own,
  id: 'createStudy',
  access: 'models:train',
  method: 'POST',
  path: '/ml/studies',
  summary: 'Cria um estudo de uma espécie, com os parâmetros habituais',
  body: z.object({ species: z.string().trim().min(1).max(200), name: z.string().trim().min(1).max(120).optional() }),
  response: studyDetailSchema,
  errors: ['not_found'],
});

export const getStudy = endpoint({
  ...own,
  id: 'getStudy',
  access: 'models:read',
  method: 'GET',
  path: '/ml/studies/{id}',
  summary: 'Um estudo: parâmetros, alterações, afinações e mapas',
  params: idParams,
  response: studyDetailSchema,
  errors: ['not_found'],
});

/** Parts that are left out stay as they are. */
export const changeStudy = endpoint({
  ...own,
  id: 'changeStudy',
  access: 'models:train',
  method: 'PATCH',
  path: '/ml/studies/{id}',
  summary: 'Guarda um passo de um estudo como nova alteração, que se pode desfazer',
  params: idParams,
  body: studyParametersSchema.partial().extend({ chosen: choiceSchema.nullable().optional() }),
  response: studyDetailSchema,
  errors: ['not_found', 'conflict'],
});

/** A change after going back takes the place of the later states. */
export const revertStudy = endpoint({
  ...own,
  id: 'revertStudy',
  access: 'models:train',
  method: 'POST',
  path: '/ml/studies/{id}/revision',
  summary: 'Volta a um estado anterior ou posterior de um estudo',
  params: idParams,
  body: z.object({ revision: z.number().int().min(1) }),
  response: studyDetailSchema,
  errors: ['not_found'],
});

export const removeStudy = endpoint({
  ...own,
  id: 'removeStudy',
  access: 'models:train',
  method: 'DELETE',
  path: '/ml/studies/{id}',
  summary: 'Elimina um estudo, com as suas afinações e mapas (auditado)',
  params: idParams,
  query: z.object({ confirm: z.string().max(120) }),
  response: z.object({ id: z.uuid() }),
  errors: ['not_found', 'conflict'],
});

export const studyRecords = endpoint({
  ...own,
  id: 'studyRecords',
  access: 'models:read',
  method: 'GET',
  path: '/ml/studies/{id}/records',
  summary: 'Todos os registos da espécie, com a razão de cada um que sai, os pontos do fundo e a partição',
  params: idParams,
  response: z.object({
    records: z.array(studyRecordSchema),
    /** Records that each filter took, in its order, and how many were left after it. */
    steps: z.array(z.object({ reason: recordReasonSchema, removed: count, left: count })),
    kept: count,
    background: z.array(z.tuple([z.number(), z.number()])),
    /** Presences and background points by fold. */
    folds: z.array(z.object({ fold: count, presences: count, background: count })),
    /** Why no model can be made of these records; null where one can. */
    absence: z.string().nullable(),
  }),
  errors: ['not_found'],
});

export const studyVariables = endpoint({
  ...own,
  id: 'studyVariables',
  access: 'models:read',
  method: 'GET',
  path: '/ml/studies/{id}/variables',
  summary: 'Variáveis do mar que há, com correlação e fator de inflação da variância no fundo do estudo',
  params: idParams,
  response: z.object({
    variables: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        unit: z.string().nullable(),
        isChosen: z.boolean(),
        min: z.number().nullable(),
        max: z.number().nullable(),
        /** Among the chosen variables; null of others, and where one is the sum of the others. */
        vif: z.number().nullable(),
        source: z.string(),
      }),
    ),
    /** Pearson's, of every two; null where one does not vary. */
    correlations: z.array(z.array(z.number().nullable())),
    missing: z.array(z.string()),
  }),
  errors: ['not_found'],
});

export const tuneStudy = endpoint({
  ...own,
  id: 'tuneStudy',
  access: 'models:train',
  method: 'POST',
  path: '/ml/studies/{id}/tunings',
  summary: 'Treina e mede cada combinação da afinação de um estudo; é uma tarefa',
  params: idParams,
  response: studyWorkSchema,
  errors: ['not_found', 'conflict', 'already_running'],
});

export const mapStudy = endpoint({
  ...own,
  id: 'mapStudy',
  access: 'models:train',
  method: 'POST',
  path: '/ml/studies/{id}/maps',
  summary: 'Faz o mapa do modelo escolhido sobre a ZEE, num cenário; é uma tarefa',
  params: idParams,
  body: scenarioSchema,
  response: studyWorkSchema,
  errors: ['not_found', 'conflict', 'already_running'],
});

export const cancelStudyWork = endpoint({
  ...own,
  id: 'cancelStudyWork',
  access: 'models:train',
  method: 'POST',
  path: '/ml/study-work/{id}/cancel',
  summary: 'Cancela uma afinação ou um mapa; nada dele fica',
  params: idParams,
  response: studyWorkSchema,
  errors: ['not_found', 'conflict'],
});

export const studyMapGrid = endpoint({
  ...own,
  id: 'studyMapGrid',
  access: 'models:read',
  method: 'GET',
  path: '/ml/study-maps/{id}/grid',
  summary: 'Uma camada do mapa de um estudo como grelha: adequação ou novidade',
  params: idParams,
  query: z.object({ band: z.enum(['value', 'novelty']).default('value') }),
  /** Rows south → north; `west` and `south` are the centre of the first cell. */
  response: z.object({
    ...{ west: z.number(), south: z.number(), lonStepDegrees: z.number(), latStepDegrees: z.number() },
    ...{ columns: count, rows: count },
    /** value = stored × scale + offset; −32768 is missing. Base64 of little-endian Int16. */
    encoding: z.literal('int16-base64'),
    ...{ scale: z.number(), offset: z.number(), values: z.string() },
  }),
  errors: ['not_found'],
});

export const studyMapFile = endpoint({
  ...own,
  id: 'studyMapFile',
  access: 'models:read',
  method: 'GET',
  path: '/ml/study-maps/{id}/file',
  summary: 'Mapa de um estudo: GeoTIFF otimizado para a nuvem, CSV ou GeoJSON; ou o modelo, em JSON',
  params: idParams,
  query: z.object({ format: z.enum(['tif', 'csv', 'geojson', 'model']).default('tif') }),
  response: z.string(),
  format: 'binary',
  contentType: 'application/octet-stream',
  errors: ['not_found'],
  rateLimitPerMinute: 30,
});

export const studyFile = endpoint({
  ...own,
  id: 'studyFile',
  access: 'models:read',
  method: 'GET',
  path: '/ml/studies/{id}/file',
  summary:
    'Registos de um estudo com a razão de cada um, em CSV ou GeoJSON, a tabela da última afinação, ou o relatório',
  params: idParams,
  query: z.object({
    format: z.enum(['records.csv', 'records.geojson', 'results.csv', 'report.html', 'report.pdf']),
  }),
  response: z.string(),
  format: 'binary',
  contentType: 'application/octet-stream',
  errors: ['not_found', 'conflict'],
  rateLimitPerMinute: 30,
});

export const studyEndpoints = [
  listStudies,
  studySpecies,
  createStudy,
  getStudy,
  changeStudy,
  revertStudy,
  removeStudy,
  studyRecords,
  studyVariables,
  tuneStudy,
  mapStudy,
  cancelStudyWork,
  studyMapGrid,
  studyMapFile,
  studyFile,
] as const;
