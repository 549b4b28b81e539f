import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Permission } from '@kianda/contract';
import { checkFrame, listInterfaces, openInterface } from '@kianda/contract/interfaces/interfaces.contract';
import { interfaces } from '@kianda/contract/interfaces/manifest';
import type { Kysely } from 'kysely';
import { nowIso } from '../../platform/clock/clock.ts';
import type { Migration } from '../../platform/db/database.ts';
import { bind } from '../../platform/http/bind.ts';
import { AppError } from '../../platform/http/errors.ts';
import { ownProvenance } from '../../platform/http/own-provenance.ts';
import type { Module, Platform } from '../../platform/module.ts';
import type { Identity } from '../identity/index.ts';
import { checkFrameAt } from './frame-check.ts';
import { permissionsOf } from './interface-permissions.ts';

export const interfaceMigrations: readonly Migration[] = [
  {
    id: '0001-last-access',
    sql: `
      CREATE TABLE interfaces.accesses (
        interface_id text PRIMARY KEY,
        last_accessed timestamptz NOT NULL,
        openings integer NOT NULL
      );
    `,
  },
];

type Tables = { 'interfaces.accesses': { interface_id: string; last_accessed: Date; openings: number } };

/** Front door of the scientific interfaces: catalogue, short-lived tokens, frame checks. */
export function createInterfaces(options: {
  platform: Platform;
  identity: Pick<Identity, 'issueInterfaceToken'>;
  /** Folder of the built pages: an interface is active once its page is in it. */
  pagesDir: string;
  baseUrl: string;
  consoleUrl: string;
  /** Origins whose pages the console may embed. */
  allowedOrigins: readonly string[];
}): Module {
  const { clock, database } = options.platform;
  const db: Kysely<Tables> = database.for<Tables>();
  const own = () => ownProvenance(clock);
  let active: ReadonlySet<string> = new Set();

  return {
    name: 'interfaces',
    migrations: interfaceMigrations,
    async start() {
      const found = await Promise.all(
        interfaces.map(async (entry) => ((await exists(join(options.pagesDir, entry.file))) ? entry.id : null)),
      );
      active = new Set(found.filter((id) => id !== null));
    },
    bindings: [
      bind(listInterfaces, async () => {
        const rows = await db.selectFrom('interfaces.accesses').selectAll().execute();
        const accessed = new Map(rows.map((row) => [row.interface_id, row.last_accessed.toISOString()]));
        const list = interfaces.map((entry) => ({
          id: entry.id,
          name: entry.name,
          description: entry.description,
          url: `${options.baseUrl}/${entry.file}`,
          category: entry.category,
          features: [...entry.features],
          isActive: active.has(entry.id),
          lastAccessed: accessed.get(entry.id) ?? null,
        }));
        const byCategory: Record<string, number> = {};
        for (const entry of list) byCategory[entry.category] = (byCategory[entry.category] ?? 0) + 1;
        return {
          data: {
            interfaces: list,
            total: list.length,
            active: active.size,
            by_category: byCategory,
            baseUrl: options.baseUrl,
          },
          provenance: own(),
        };
      }),
      bind(openInterface, async ({ params, principal }) => {
        if (!active.has(params.id)) throw new AppError('not_found', { detail: 'Esta interface não está ativa.' });
        const permissions: readonly Permission[] = permissionsOf(params.id);
        const { token, scopes, expiresAt } = await options.identity.issueInterfaceToken(principal, permissions);
        const now = new Date(clock.nowMs());
        await db
          .insertInto('interfaces.accesses')
          .values({ interface_id: params.id, last_accessed: now, openings: 1 })
          .onConflict((conflict) =>
            conflict.column('interface_id').doUpdateSet((eb) => ({
              last_accessed: now,
              openings: eb('interfaces.accesses.openings', '+', 1),
            })),
          )
          .execute();
        return {
          data: {
            token,
            expiresAt,
            permissions: [...scopes],
            origin: new URL(options.baseUrl).origin,
            apiBaseUrl: options.consoleUrl,
          },
          provenance: own(),
        };
      }),
      bind(checkFrame, async ({ query }) => ({
        data: await checkFrameAt(query.url, {
          allowedOrigins: options.allowedOrigins,
          consoleOrigin: new URL(options.consoleUrl).origin,
          nowIso: nowIso(clock),
        }),
        provenance: own(),
      })),
    ],
  };
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
