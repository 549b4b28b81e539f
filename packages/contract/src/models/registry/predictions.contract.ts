import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { modelTypeSchema, versionReference } from './models.contract.ts';

const own = { service: 'admin-api' } as const;

/** Inputs that are left out are looked up from the fields at the place. */
const predictionItemSchema = z.object({
  longitude: z.number().min(-180).max(180).optional(),
  latitude: z.number().min(-90).max(90).optional(),
  date: z.iso.date().optional(),
  inputs: z.record(z.string(), z.union([z.number(), z.string()])).default({}),
});

const predictedSchema = z.object({
  /** Number in `unit`, or the chance of presence; null of a classifier. */
  value: z.number().nullable(),
  /** Class with the greatest chance, of a classifier. */
  label: z.string().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Chances by class, the greatest first; empty where it predicts a number. */
  chances: z.array(z.object({ label: z.string(), chance: z.number() })),
  /** The five inputs that moved this prediction most, in the unit of the score; empty where the method has none. */
  explanation: z.array(z.object({ name: z.string(), label: z.string(), effect: z.number() })),
  /** The inputs as they were used, and where each came from. */
  inputs: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      unit: z.string().nullable(),
      value: z.union([z.number(), z.string()]).nullable(),
      source: z.string(),
    }),
  ),
  /** Least similarity with the training rows (MESS): below nought, outside of what it has seen. */
  similarity: z.number().nullable(),
  warning: z.string().nullable(),
});
export type Predicted = z.infer<typeof predictedSchema>;

const predictionResponse = z.object({
  modelType: modelTypeSchema,
  version: z.number().int().min(1),
  unit: z.string().nullable(),
  items: z.array(predictedSchema),
});

export const predictModel = endpoint({
  ...own,
  id: 'predictModel',
  access: 'models:predict',
  method: 'POST',
  path: '/ml/predict/{name}',
  summary: 'Prevê com a versão em uso, ou com a pedida, a partir de entradas dadas ou de um lugar e uma data',
  params: z.object({ name: z.enum(['biodiversity', 'temperature', 'species', 'abundance', 'habitat']) }),
  /** Number or alias of a version; absent: the one in use. */
  query: z.object({ version: versionReference.optional() }),
  body: z.object({ items: z.array(predictionItemSchema).min(1).max(10_000) }),
  response: predictionResponse,
  errors: ['not_found', 'conflict'],
});

export const predictionEndpoints = [predictModel] as const;
