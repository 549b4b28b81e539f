import { type Provenance, worstProvenance } from '@kianda/contract';
import { listConnectors } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { expect, test } from 'vitest';
import { provenanceLabels } from '../../../platform/documents/pt-format.ts';
import type { Binding } from '../../../platform/http/bind.ts';
import { createLogger } from '../../../platform/log/log.ts';
import { createReader } from './reader.service.ts';

const at = '2026-08-31T09:00:00Z';
const live: Provenance = { state: 'live', source: 'Ensaio', observedAt: at, retrievedAt: at };

/** The replica that a report reads when it is so far behind; null: the database itself is read. */
async function readWith(lagMs: number | null): Promise<Provenance> {
  const answer: Binding = { endpoint: listConnectors, handler: async () => ({ data: [], provenance: live }) };
  const read = createReader({
    bindings: () => [answer],
    database: { reads: async (act) => ({ value: await act(), lagMs }) },
    author: { id: 'a', name: 'Ana', email: 'ana@kianda.test', role: 'administrador' },
    log: createLogger({ level: 'silent', pretty: false }),
    signal: new AbortController().signal,
  });
  return (await read(listConnectors)).provenance;
}

test('what was read of a replica says how far behind it was, and so does what is derived from it', async () => {
  expect(await readWith(null)).toEqual(live);
  const late = await readWith(1_499.7);
  expect(late).toEqual({ ...live, replicaLagMs: 1_500 });
  expect(worstProvenance([live, late, { ...live, replicaLagMs: 20 }])).toMatchObject({ replicaLagMs: 1_500 });
  expect(worstProvenance([live, live])).not.toHaveProperty('replicaLagMs');
  expect(provenanceLabels(late)[2]).toMatch(/; réplica com 1,5\ss de atraso$/);
});
