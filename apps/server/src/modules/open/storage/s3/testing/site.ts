import type { Role } from '@kianda/contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { createRequestMetrics } from '../../../../../platform/http/request-metrics.ts';
import { bindRoutes } from '../../../../../platform/http/routes.ts';
import { createHttpServer } from '../../../../../platform/http/server.ts';
import { createLogger } from '../../../../../platform/log/log.ts';
import type { ObjectStorage } from '../../../../../platform/storage/object-storage.ts';
import { createMovableClock } from '../../../../../testing/application.ts';
import { createModulePlatform } from '../../../../../testing/module.ts';
import { principalOf } from '../../../../../testing/serve.ts';
import { createStorageModule, s3Target } from '../../index.ts';
import { storageMigrations } from '../../storage.migrations.ts';

/** The storage behind the real server, at an address of this machine, with keys for whoever a test names. */
export async function openS3Site(options: { storage?: ObjectStorage } = {}) {
  const base = await createModulePlatform([{ name: 'storage', migrations: storageMigrations }]);
  const clock = createMovableClock();
  const platform = { ...base.platform, clock, storage: options.storage ?? base.platform.storage };
  const audited: AuditEntry[] = [];
  const suspended = new Set<string>();
  const accounts = (['administrador', 'operador', 'cientista', 'cliente'] as const).map(principalOf);
  const module = createStorageModule({
    platform,
    audit: { record: async (entry) => audited.push(entry) },
    masterKey: new Uint8Array(32).fill(7),
    publicUrl: 'https://kianda.test',
    queue: () => {
      throw new Error('no queue here');
    },
    accounts: {
      async accountOf(id) {
        const found = accounts.find(({ accountId }) => accountId === id);
        return found === undefined || suspended.has(id) ? null : { id, ...found };
      },
      confirmPassword: async () => undefined,
    },
  });
  const app = await createHttpServer({
    log: createLogger({ level: 'silent', pretty: false }),
    authenticate: async (token) => accounts.find(({ role }) => role === token) ?? null,
    rateLimitPerMinute: 1_000_000,
    requestTimeoutSeconds: 10,
    allowedOrigins: [],
    rewriteUrl: s3Target,
    contentSecurityPolicy: { connect: [], frame: [], frameAncestors: [], secure: false },
  });
  bindRoutes(app, module.bindings ?? [], {
    clock,
    metrics: createRequestMetrics({ nowMs: () => clock.nowMs(), random: () => 0.5 }),
    idempotency: null,
    onDenied: () => undefined,
    validateResponses: true,
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, role: Role, payload?: object) => {
    const answer = await app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${role}` },
      ...(payload === undefined ? {} : { payload }),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  return {
    origin,
    url: `${origin}/storage/s3`,
    clock,
    platform,
    audited,
    suspended,
    module,
    ask,
    async key(role: Role, given: { write?: boolean; buckets?: readonly string[] | null; days?: number } = {}) {
      const body = { name: 'ensaio', write: true, buckets: null, days: 30, ...given };
      const { status, body: answer } = await ask('POST', '/storage/s3-keys', role, body);
      if (status !== 201) throw new Error(`key: ${status} ${JSON.stringify(answer)}`);
      return {
        accessKeyId: String(answer.data.key.accessKey),
        secretAccessKey: String(answer.data.secretKey),
      };
    },
    async close() {
      await app.close();
      await base.close();
    },
  };
}
