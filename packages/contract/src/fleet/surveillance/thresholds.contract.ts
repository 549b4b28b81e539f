import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';

/** Rules whose thresholds are chosen, with what people read. */
export const thresholdRuleNames = {
  encounter: 'Encontro no mar',
  loitering: 'Permanência prolongada',
  loitering_carrier: 'Permanência prolongada de transportadores',
  gap: 'Silêncio do AIS',
} as const;
export type ThresholdRuleName = keyof typeof thresholdRuleNames;
const ruleSchema = z.enum(Object.keys(thresholdRuleNames) as [ThresholdRuleName, ...ThresholdRuleName[]]);

/** Values that a rule may have, with their units and limits. */
export const thresholdValues = {
  metres: { label: 'Distância máxima entre as duas', unit: 'm', min: 50, max: 5_000 },
  hours: { label: 'Duração mínima', unit: 'h', min: 0.5, max: 168 },
  knots: { label: 'Velocidade máxima', unit: 'nós', min: 0.1, max: 10 },
  miles: { label: 'Distância mínima à costa', unit: 'milhas náuticas', min: 0, max: 200 },
} as const;
export type ThresholdValueName = keyof typeof thresholdValues;
const valueNames = Object.keys(thresholdValues) as [ThresholdValueName, ...ThresholdValueName[]];
/** Values by name; those that a rule has are the ones of its presets. */
const valuesSchema = z.partialRecord(z.enum(valueNames), z.number());

const thresholdRuleSchema = z.object({
  rule: ruleSchema,
  /** Preset that the values came from, and whether a person altered them since. */
  preset: z.string(),
  isAltered: z.boolean(),
  values: valuesSchema,
  presets: z.array(z.object({ id: z.string(), name: z.string(), source: z.string(), values: valuesSchema })),
  /** Null while nobody has chosen. */
  updatedAt: instantSchema.nullable(),
});
export type ThresholdRuleView = z.infer<typeof thresholdRuleSchema>;

export const listThresholds = endpoint({
  id: 'listThresholds',
  service: 'admin-api',
  method: 'GET',
  path: '/surveillance/thresholds',
  summary: 'Limiares dos detetores por regra, com as predefinições publicadas e a sua fonte',
  access: 'surveillance:read',
  response: z.object({ rules: z.array(thresholdRuleSchema) }),
});
export const updateThresholds = endpoint({
  id: 'updateThresholds',
  service: 'admin-api',
  method: 'PUT',
  path: '/surveillance/thresholds/{rule}',
  summary: 'Escolhe os limiares de uma regra (auditado)',
  access: 'surveillance:configure',
  params: z.object({ rule: ruleSchema }),
  body: z.object({ preset: z.string().max(60), values: valuesSchema }),
  response: thresholdRuleSchema,
});

export const thresholdEndpoints = [listThresholds, updateThresholds] as const;
