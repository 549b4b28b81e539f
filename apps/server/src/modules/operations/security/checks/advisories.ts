import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { SecurityCheck } from '../security.service.ts';

const severities = ['critical', 'high', 'moderate', 'low'] as const;
const titles = { critical: 'Críticas', high: 'Altas', moderate: 'Moderadas', low: 'Baixas' } as const;
const staleDays = 30;
const dayMs = 86_400_000;

/** Advisories of the registry as `npm test` writes them; `counts` is null where the registry did not answer. */
const advisoriesSchema = z.object({
  checkedAt: z.iso.datetime(),
  counts: z.record(z.enum(severities), z.number().int().nonnegative()).nullable(),
  reason: z.string().nullable(),
});

/** Advisories known when this release was tested. Throws `ZodError` or `SyntaxError` for a damaged file. */
export async function readAdvisories(file: string, nowMs: number): ReturnType<SecurityCheck['run']> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null)
    return {
      state: 'unknown',
      summary: 'Os ensaios não correram nesta instalação (npm test): são eles que perguntam ao registo de pacotes.',
      evidence: [],
    };
  const { checkedAt, counts, reason } = advisoriesSchema.parse(JSON.parse(text));
  const requested = ['Perguntado em', checkedAt.slice(0, 10)] as const;
  if (counts === null)
    return { state: 'unknown', summary: `O registo de pacotes não respondeu: ${reason ?? '—'}`, evidence: [requested] };
  const worst = severities.find((severity) => counts[severity] > 0);
  const isStale = nowMs - Date.parse(checkedAt) > staleDays * dayMs;
  return {
    state:
      worst === 'critical' || worst === 'high' ? 'missing' : worst !== undefined || isStale ? 'attention' : 'enforced',
    summary:
      worst === undefined
        ? isStale
          ? `Nenhuma era conhecida, mas foi perguntado há mais de ${staleDays} dias.`
          : 'Nenhuma era conhecida quando esta versão foi ensaiada.'
        : 'Há falhas conhecidas em dependências: atualize a plataforma.',
    evidence: [requested, ...severities.map((severity) => [titles[severity], String(counts[severity])] as const)],
  };
}
