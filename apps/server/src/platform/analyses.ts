import type { Access } from '@kianda/contract';
import { z } from 'zod';
import type { Principal } from './http/bind.ts';

export type AnalysisContext = {
  readonly signal: AbortSignal;
  progress(fraction: number | null, message: string): Promise<void>;
};

/** An analysis that clients may ask for. Inputs are checked by `inputs` before `check` and `run` see them. */
export type Analysis = {
  readonly id: string;
  readonly version: string;
  readonly title: string;
  readonly description: string;
  /** Permission needed; any signed-in account when absent. */
  readonly access?: Access;
  readonly inputs: z.ZodObject;
  readonly outputs: Readonly<Record<string, { readonly title: string; readonly schema: object }>>;
  /** Refuses what the caller may not ask for, before anything runs. */
  check(inputs: Readonly<Record<string, unknown>>, principal: Principal | null): void | Promise<void>;
  run(inputs: Readonly<Record<string, unknown>>, context: AnalysisContext): Promise<Record<string, unknown>>;
};

/** JSON Schema of what a zod schema lets out. */
export function outputSchema(schema: z.ZodType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  return rest;
}
