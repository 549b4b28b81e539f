import { z } from 'zod';

/** Search parameters as flat text: `?section=reports&page=2`, readable and the same for every section. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue;
    if (value !== '') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

const word = z
  .string()
  .regex(/^[\w.:,+-]{1,120}$/)
  .optional()
  .catch(undefined);

/**
 * Parameters that every section may keep in the address. A value that does not fit is dropped, never an error page: shared links
 * live long. Sections check their own further parameters with `useSectionSearch`.
 */
const sectionSearchSchema = z.looseObject({
  section: z
    .string()
    .regex(/^[a-z0-9][\w-]{0,63}$/i)
    .optional()
    .catch(undefined),
  tab: word,
  page: z.coerce.number().int().min(1).max(1_000_000).optional().catch(undefined),
  period: word,
  interface: word,
  q: z.string().max(200).optional().catch(undefined),
  sort: word,
  view: word,
});

export type SectionSearch = z.infer<typeof sectionSearchSchema>;

export function validateSection(search: Record<string, unknown>): SectionSearch {
  const checked = sectionSearchSchema.safeParse(search);
  return checked.success ? checked.data : {};
}

const loginSearchSchema = z.object({
  /** Where to go after sign-in: only search parameters of this console, so that no link leads elsewhere. */
  next: z.string().max(2_000).regex(/^\?/).optional().catch(undefined),
  reason: z.enum(['expired', 'signed-out']).optional().catch(undefined),
});

export type LoginSearch = z.infer<typeof loginSearchSchema>;

export function validateLogin(search: Record<string, unknown>): LoginSearch {
  return loginSearchSchema.parse(search);
}
