import { z } from 'zod';
import { fieldVariableSchema } from '../../sea/ocean/ocean.contract.ts';

/** More criteria than this are not told apart (Saaty & Ozdemir 2003), and the tables of random indices end soon after. */
export const mostCriteria = 9;
export const mostJudges = 12;
export const mostPlans = 12;

const finite = z.number().min(-1e9).max(1e9);
const share = z.number().min(0).max(1);

/** Curve that takes the values of a criterion to 0–1, as `standardise` of the science package. */
export const criterionCurveSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('range'), sense: z.enum(['benefit', 'cost']) }),
  z.object({ kind: z.literal('linear'), from: finite, to: finite }),
  z.object({ kind: z.literal('sigmoid'), from: finite, to: finite }),
  z.object({ kind: z.literal('j-shaped'), from: finite, to: finite }),
  z.object({ kind: z.literal('trapezoid'), points: z.tuple([finite, finite, finite, finite]) }),
  z.object({
    kind: z.literal('breaks'),
    points: z
      .array(z.tuple([finite, share]))
      .min(2)
      .max(20),
  }),
]);
export type CriterionCurve = z.infer<typeof criterionCurveSchema>;

/** Measure of a criterion: a field of the sea, or the distance to the features of a collection, or within its areas. */
const criterionSourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('field'), variable: fieldVariableSchema }),
  z.object({
    kind: z.literal('layer'),
    collection: z.string().min(1).max(200),
    title: z.string().trim().min(1).max(60),
    measure: z.enum(['distance', 'inside']),
  }),
]);
export type CriterionSource = z.infer<typeof criterionSourceSchema>;

/** A criterion: its source, its curve, and the values outside which a place is left out. */
const planCriterionSchema = z.object({
  source: criterionSourceSchema,
  curve: criterionCurveSchema,
  least: finite.nullable(),
  most: finite.nullable(),
});
export type Criterion = z.infer<typeof planCriterionSchema>;

/** Judgements of one person: those above the diagonal, row by row, on the scale 1/9–9. */
const judgeSchema = z.object({
  name: z.string().trim().min(1).max(60),
  /** How much the judge counts beside the others. */
  weight: z.number().min(0).max(100),
  above: z
    .array(
      z
        .number()
        .min(1 / 9.000001)
        .max(9),
    )
    .max((mostCriteria * (mostCriteria - 1)) / 2),
});
export type Judge = z.infer<typeof judgeSchema>;

/** Criteria, the judgements of one or several people, and how the criteria are put together. */
export const criteriaPlanSchema = z
  .object({
    name: z.string().trim().min(1).max(120),
    criteria: z.array(planCriterionSchema).max(mostCriteria),
    judges: z.array(judgeSchema).min(1).max(mostJudges),
    /** Power of the quantifier of the ordered weighted average; null asks for all criteria. */
    power: z.number().min(0).max(100).nullable(),
  })
  .refine(({ criteria, judges }) => {
    const pairs = (criteria.length * (criteria.length - 1)) / 2;
    return judges.every(({ above }) => above.length === pairs);
  }, 'Cada avaliador tem um juízo por par de critérios.');
export type CriteriaPlan = z.infer<typeof criteriaPlanSchema>;
