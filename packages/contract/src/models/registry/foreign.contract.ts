import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { modelParams, trainingSchema } from './models.contract.ts';

/** Files of models that others trained, by the names that people read. */
export const foreignFormats = { onnx: 'ONNX', lambdas: 'MaxEnt (.lambdas)' } as const;
const format = z.enum(['onnx', 'lambdas']);

/** Outputs of a lambdas file. */
export const lambdasOutputs = { cloglog: 'cloglog', logistic: 'logística' } as const;

const count = z.number().int().nonnegative();
const name = z.string().min(1).max(200);

/** Description of a file by itself, and what the platform has for it. Nothing of it has become a version yet. */
const foreignFileSchema = z.object({
  id: z.uuid(),
  format,
  fileName: z.string(),
  sizeBytes: count,
  sha256: z.string(),
  /** Program that wrote it; null where it does not say. */
  producer: z.string().nullable(),
  /** Version of the operators; null of a lambdas file. */
  opset: z.number().int().nullable(),
  operators: z.array(z.string()),
  variables: z.array(
    z.object({
      name,
      isCategory: z.boolean(),
      /** Range that it was trained in; null where the file does not say. */
      min: z.number().nullable(),
      max: z.number().nullable(),
      /** Column of the platform that has this name; null where none has. */
      column: z.string().nullable(),
    }),
  ),
  /** Outputs to choose from; empty of a lambdas file. */
  outputs: z.array(z.object({ name, columns: z.number().int().min(1).nullable() })),
  classes: z.array(z.string()),
  /** Whether the file notes that its number is ln(1 + number). */
  isLogged: z.boolean(),
  platform: z.object({
    columns: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        unit: z.string().nullable(),
        /** Units that the platform can give it in, its own first. */
        units: z.array(z.string()),
        categories: z.array(z.string()).nullable(),
      }),
    ),
    target: z.object({
      kind: z.enum(['presence', 'number', 'classes']),
      unit: z.string().nullable(),
      classes: z.array(z.string()),
    }),
  }),
});
export type ForeignFile = z.infer<typeof foreignFileSchema>;

const variableSchema = z.object({
  /** Name in the file, in its order. */
  name,
  /** Column of the platform. */
  column: z.string().min(1).max(100),
  /** Unit in the file; absent: that of the platform. */
  unit: z.string().max(40).optional(),
  /** Number in the file of each category of the platform that it knows; absent: its place in the list. */
  codes: z
    .array(z.object({ category: z.string().max(200), value: z.number().min(-1e9).max(1e9) }))
    .max(2_000)
    .optional(),
});

/** An author's words on a model. */
export const foreignDeclaration = z.object({
  fileId: z.uuid(),
  fileName: z.string().trim().min(1).max(200),
  /** Usual name of the method. */
  name: z.string().trim().min(2, 'Diga que método é.').max(80),
  /** Who trained it, with what data. */
  origin: z.string().trim().min(5, 'Diga quem o treinou e com que dados.').max(500),
  licence: z.string().trim().min(1).max(200).nullable().default(null),
  variables: z.array(variableSchema).min(1).max(200),
  output: z.discriminatedUnion('kind', [
    /** `output`: of ONNX; `scale`: of a lambdas file. */
    z.object({
      kind: z.literal('presence'),
      output: name.optional(),
      scale: z.enum(['cloglog', 'logistic']).optional(),
    }),
    /** `isLogged`: the file gives ln(1 + number). */
    z.object({
      kind: z.literal('number'),
      output: name,
      unit: z.string().max(60),
      isLogged: z.boolean().default(false),
    }),
    /** Names of the classes in the order of the output's columns. */
    z.object({ kind: z.literal('classes'), output: name, classes: z.array(name).min(2).max(500) }),
  ]),
});
export type ForeignDeclaration = z.infer<typeof foreignDeclaration>;

const own = { service: 'admin-api', access: 'models:train' } as const;

/** The request body is the file itself. */
export const uploadForeignModel = endpoint({
  ...own,
  id: 'uploadForeignModel',
  method: 'POST',
  path: '/ml/models/{type}/foreign/files',
  summary: 'Envia um modelo de fora (ONNX ou .lambdas do MaxEnt): verifica-o num processo à parte e diz o que tem',
  params: modelParams,
  query: z.object({ fileName: z.string().trim().min(1).max(200) }),
  requestBody: 'stream',
  takesRoom: 'objects',
  response: foreignFileSchema,
  errors: ['conflict'],
  rateLimitPerMinute: 20,
});

/** It becomes a version by a job, measured on the rows that the platform's own are held out on. */
export const takeForeignModel = endpoint({
  ...own,
  id: 'takeForeignModel',
  method: 'POST',
  path: '/ml/models/{type}/foreign',
  summary:
    'Faz de um ficheiro enviado uma versão por aprovar, medida nas mesmas linhas das outras; é uma tarefa (auditado)',
  params: modelParams,
  body: foreignDeclaration,
  response: trainingSchema,
  errors: ['not_found', 'conflict', 'already_running'],
});

export const foreignModelEndpoints = [uploadForeignModel, takeForeignModel] as const;
