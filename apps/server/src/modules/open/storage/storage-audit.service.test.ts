import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { expect, test } from 'vitest';
import { recorder } from './storage-audit.service.ts';

const actor = {
  principal: { accountId: 'a1', email: 'ana@mar.ao' } as never,
  ...{ ipAddress: '10.0.0.1', userAgent: 'ensaio' },
};
async function recorded(
  ...given: Parameters<ReturnType<typeof recorder>> extends [unknown, ...infer Rest] ? Rest : never
) {
  const entries: AuditEntry[] = [];
  const audit = { record: async (entry: AuditEntry) => entries.push(entry) };
  await recorder(audit, 'armazem.example.ao')(actor, ...given);
  return entries[0];
}

test('what takes something away weighs more than what adds it', async () => {
  expect((await recorded('data.delete', 'mapas/a.tif'))?.severity).toBe('high');
  expect((await recorded('auth.key.created', 'chave'))?.severity).toBe('high');
  expect((await recorded('data.modify', 'mapas/a.tif'))?.severity).toBe('medium');
});

test('an object is named with its area and its storage, a very long name by its beginning', async () => {
  expect(await recorded('data.modify', 'mapas/a.tif', { bytes: 3 })).toMatchObject({
    ...{ resource: 'storage/mapas/a.tif', actorId: 'a1', actorName: 'ana@mar.ao', ipAddress: '10.0.0.1' },
    metadata: { bytes: 3, host: 'armazem.example.ao' },
  });
  expect((await recorded('data.modify', `mapas/${'n'.repeat(1_000)}`))?.resource).toHaveLength(254);
});
