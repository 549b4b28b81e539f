import { createGateway } from '@kianda/connectors/services/ogc/client';
import { createServiceClient } from '@kianda/connectors/services/service-client';
import { servicePrefixes } from '@kianda/contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { Bindings } from '../../../platform/http/bind.ts';
import type { Platform } from '../../../platform/module.ts';
import type { ExternalServiceAudit, ExternalServiceId, ExternalServiceSettings } from './external-services.types.ts';
import { featureBindings } from './features.routes.ts';
import { flowerBindings } from './flower.routes.ts';
import { keycloakBindings } from './keycloak.routes.ts';
import { createRemoteService } from './remote-service.client.ts';
import { stacBindings } from './stac.routes.ts';
import { workflowBindings } from './workflow.routes.ts';

const names: Readonly<Record<ExternalServiceId, string>> = {
  stac: 'STAC API',
  features: 'OGC API',
  monitor: 'Flower',
  identity: 'Keycloak',
  workflow: 'Workflow',
};

export const externalServiceIds = Object.keys(names) as ExternalServiceId[];

export type ExternalServiceContext = {
  readonly platform: Pick<Platform, 'clock' | 'log' | 'random'>;
  readonly audit: { record(entry: AuditEntry): Promise<unknown> };
  readonly publicUrl: string;
  readonly userAgent: () => string;
  readonly timeoutMs: number;
};

/** The endpoints of one external service, and the connection to it, which the caller closes. */
export function openExternalService(
  id: ExternalServiceId,
  { baseUrl, credentials }: ExternalServiceSettings,
  context: ExternalServiceContext,
): { readonly bindings: Bindings; close(): Promise<void> } {
  const { platform, publicUrl, userAgent, timeoutMs } = context;
  const { clock, log, random } = platform;
  const serviceClient = createServiceClient({ baseUrl, userAgent, timeoutMs, nowMs: () => clock.nowMs(), random });
  const setting = `KIANDA_SERVICE_${id.toUpperCase()}`;
  const parts = id === 'identity' ? ['CLIENT_ID', 'CLIENT_SECRET'] : ['USERNAME', 'PASSWORD'];
  const outside = createRemoteService(
    {
      name: names[id],
      baseUrl,
      setting: `${setting}_URL`,
      credentials: parts.map((part) => `${setting}_${part}`).join(' e '),
      timeoutMs,
    },
    { clock, log },
  );
  const audit = auditOf(id, baseUrl, context);
  const { username, password } = credentials;
  const openGateway = (servedId: 'stac' | 'features') => ({
    gateway: createGateway({
      serviceClient,
      username,
      password,
      publicUrl: `${publicUrl}${servicePrefixes[servedId]}`,
      tokens: true,
    }),
    outside,
    hasCredential: username !== undefined,
  });
  const shared = { serviceClient, credentials, outside, audit };
  const bindings: Readonly<Record<ExternalServiceId, () => Bindings>> = {
    workflow: () => workflowBindings({ serviceClient, outside, clock }),
    monitor: () => flowerBindings({ ...shared, clock }),
    identity: () => keycloakBindings({ ...shared, clock, publicUrl }),
    stac: () => stacBindings(openGateway('stac')),
    features: () =>
      featureBindings(openGateway('features'), { audit, clock, publicUrl: `${publicUrl}${servicePrefixes.features}` }),
  };
  return { bindings: bindings[id](), close: () => serviceClient.close() };
}

function auditOf(id: ExternalServiceId, baseUrl: string, { audit }: ExternalServiceContext): ExternalServiceAudit {
  return async ({ principal, ipAddress, userAgent }, act) => {
    await audit.record({
      ...act,
      severity: act.event === 'data.access' ? 'low' : 'high',
      actorId: principal.accountId,
      actorName: principal.email,
      resource: `${names[id].toLowerCase()}/${act.resource}`.slice(0, 254),
      ipAddress,
      userAgent,
      metadata: { ...act.metadata, host: new URL(baseUrl).host },
    });
  };
}
