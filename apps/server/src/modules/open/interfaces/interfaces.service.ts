import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataOf } from '@kianda/contract';
import type { listInterfaces, openInterface } from '@kianda/contract/open/interfaces/interfaces.contract';
import { type InterfaceEntry, interfaces } from '@kianda/contract/open/interfaces/manifest';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Identity } from '../../people/identity/index.ts';
import { permissionsOf } from './interface-permissions.rules.ts';
import type { InterfaceRepository } from './interfaces.repository.ts';

export type InterfaceService = ReturnType<typeof createInterfaceService>;

/** The scientific interfaces: which of them are built, who opened each, and the tokens that their pages get. */
export function createInterfaceService({
  repository,
  identity,
  pagesDir,
  baseUrl,
  consoleUrl,
  clock,
}: {
  repository: InterfaceRepository;
  identity: Pick<Identity, 'issueInterfaceToken'>;
  pagesDir: string;
  baseUrl: string;
  consoleUrl: string;
  clock: Clock;
}) {
  let active: ReadonlySet<string> = new Set();

  return {
    /** Looks which pages are built: an interface is active once its page is in the folder. */
    async findActive(): Promise<void> {
      const found = await Promise.all(
        interfaces.map(async (entry) => ((await exists(join(pagesDir, entry.file))) ? entry.id : null)),
      );
      active = new Set(found.filter((id) => id !== null));
    },

    async list(): Promise<DataOf<typeof listInterfaces>> {
      const rows = await repository.accesses();
      const accessed = new Map(rows.map((row) => [row.interface_id, row.last_accessed.toISOString()]));
      const list = interfaces.map((entry) => ({
        id: entry.id,
        name: entry.name,
        description: entry.description,
        url: `${baseUrl}/${pathOf(entry)}`,
        category: entry.category,
        features: [...entry.features],
        isActive: active.has(entry.id),
        lastAccessed: accessed.get(entry.id) ?? null,
      }));
      const byCategory: Record<string, number> = {};
      for (const entry of list) byCategory[entry.category] = (byCategory[entry.category] ?? 0) + 1;
      return { interfaces: list, total: list.length, active: active.size, by_category: byCategory, baseUrl };
    },

    /** Counts the opening and issues the token of the page. Throws `not_found` where its page is not built. */
    async open(id: string, principal: Principal): Promise<DataOf<typeof openInterface>> {
      if (!active.has(id)) throw new AppError('not_found', { detail: 'Esta interface não está ativa.' });
      const { token, scopes, expiresAt } = await identity.issueInterfaceToken(principal, permissionsOf(id));
      await repository.countOpening(id, new Date(clock.nowMs()));
      return {
        token,
        expiresAt,
        permissions: [...scopes],
        origin: new URL(baseUrl).origin,
        apiBaseUrl: consoleUrl,
      };
    },
  };
}

/** File of an interface; where two share one, the second says in the address which of them is opened. */
export function pathOf({ id, file }: InterfaceEntry): string {
  return interfaces.find((entry) => entry.file === file)?.id === id ? file : `${file}?interface=${id}`;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
