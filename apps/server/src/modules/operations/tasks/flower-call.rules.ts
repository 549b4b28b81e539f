import { z } from 'zod';
import { AppError } from '../../../platform/http/errors.ts';

const callSchema = z.strictObject({
  args: z.array(z.unknown()).max(1).default([]),
  kwargs: z.record(z.string(), z.unknown()).default({}),
});

/** The input of a job in the body of a call, as Flower's clients write it: an only argument, or the named ones. */
export function inputOf(text: string): unknown {
  const { args, kwargs } = parseCall(text);
  const [argument] = args;
  if (argument === undefined) return kwargs;
  if (Object.keys(kwargs).length > 0) throw invalid('use «args» ou «kwargs», não os dois');
  return argument;
}

function parseCall(text: string): z.output<typeof callSchema> {
  if (text.trim() === '') return { args: [], kwargs: {} };
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch {
    throw invalid('o corpo não é JSON');
  }
  const parsed = callSchema.safeParse(written);
  if (parsed.success) return parsed.data;
  throw new AppError('validation_failed', {
    detail: 'O corpo tem «args», com um valor no máximo, ou «kwargs», e mais nada.',
    issues: parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
  });
}

function invalid(reason: string): AppError {
  return new AppError('validation_failed', { detail: `Chamada de uma tarefa: ${reason}.` });
}
