import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import * as contract from '@kianda/contract/open/layers/layers.contract';
import { expect, vi } from 'vitest';
import type { TestApplication } from '../../../apps/server/src/testing/application.ts';

type Body = Readonly<Record<string, unknown>>;

const described = { licence: 'Domínio público', citation: 'Natural Earth', readers: 'public' };

/** Ways to bring files of others in as layers, as somebody who may. */
export async function layerTools(app: TestApplication, role: 'operador' | 'cientista' = 'cientista') {
  const { token } = await app.signIn(role);

  async function upload(file: string, bytes?: Uint8Array): Promise<contract.LayerFile> {
    const url = `/admin-api/layers/files?fileName=${encodeURIComponent(basename(file))}`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' };
    const payload = Buffer.from(bytes ?? (await readFile(file)));
    const reply = await app.inject<contract.LayerFile>({ method: 'POST', url, headers, payload });
    if (reply.status !== 201) throw new Error(`${file}: ${reply.status} ${reply.text}`);
    return reply.data;
  }

  /** The layer once its import has ended. */
  async function ended(id: string): Promise<contract.Layer> {
    return vi.waitFor(
      async () => {
        const { data } = await app.call<contract.Layer>(contract.getLayer, { params: { id }, token });
        expect(['done', 'failed']).toContain(data.lastImport?.state);
        return data;
      },
      { timeout: 120_000, interval: 100 },
    );
  }

  async function add(id: string, file: contract.LayerFile, more: Body = {}): Promise<contract.Layer> {
    const body = { ...described, id, title: `Camada ${id}`, fileId: file.id, ...more };
    const reply = await app.call(contract.addLayer, { token, body });
    if (reply.status !== 202) throw new Error(`${id}: ${reply.status} ${reply.text}`);
    return ended(id);
  }

  async function update(id: string, kind: 'replace' | 'append', file: contract.LayerFile, more: Body = {}) {
    const body = { kind, fileId: file.id, ...more };
    const reply = await app.call(contract.importLayer, { token, params: { id }, body });
    if (reply.status !== 202) throw new Error(`${id}: ${reply.status} ${reply.text}`);
    return ended(id);
  }

  return { token, upload, add, update, ended };
}
