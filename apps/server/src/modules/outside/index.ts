import { createGateway } from '@kianda/connectors/services/ogc/client';
import { reachService } from '@kianda/connectors/services/reach';
import { type Endpoint, servicePrefixes } from '@kianda/contract';
import type { AuditEntry, AuditMetadata } from '@kianda/contract/audit/audit';
import type { Bindings, Principal } from '../../platform/http/bind.ts';
import type { Module, Platform } from '../../platform/module.ts';
import { createOutside } from './faults.ts';
import { featureBindings } from './features.routes.ts';
import { flowerBindings } from './flower.routes.ts';
import { keycloakBindings } from './keycloak.routes.ts';
import { stacBindings } from './stac.routes.ts';
import { workflowBindings } from './workflow.routes.ts';

export { createOutside, type Outside } from './faults.ts';

/** Longest wait for an answer of a service elsewhere; the console itself gives up after eight seconds. */
export const outsideTimeoutMs = 7_500;

type Actor = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };
/** Records what somebody did at a service elsewhere. */
export type OutsideAudit = (
  actor: Actor,
  act: { event: AuditEntry['event']; resource: string; metadata: AuditMetadata },
) => Promise<void>;

/** Services that may be elsewhere, besides the storage, which is a module of its own. */
export type OutsideId = 'stac' | 'features' | 'monitor' | 'identity' | 'workflow';
export type OutsideSettings = {
  readonly baseUrl: string;
  readonly credentials: Readonly<Record<string, string>>;
};

export type OutsideServices = Module & {
  /** Each for the built-in binding of the same endpoint. */
  readonly replacements: Bindings;
};

const names: Readonly<Record<OutsideId, string>> = {
  stac: 'STAC API',
  features: 'OGC API',
  monitor: 'Flower',
  identity: 'Keycloak',
  workflow: 'Workflow',
};

/**
 * Endpoints of the services that settings point at the real thing: they take the place of the built-in ones of the same
 * identifier, behind the same permissions. Credentials stay in this process.
 */
export function createOutsideServices(options: {
  platform: Pick<Platform, 'clock' | 'log' | 'random'>;
  audit: { record(entry: AuditEntry): Promise<unknown> };
  publicUrl: string;
  userAgent: () => string;
  /** Null: the built-in one. */
  services: Readonly<Record<OutsideId, OutsideSettings | null>>;
  /** Longest wait for an answer, in ms. */
  timeoutMs?: number;
}): OutsideServices {
  const { platform, publicUrl, timeoutMs = outsideTimeoutMs } = options;
  const { clock, log } = platform;
  const reaches: { close(): Promise<void> }[] = [];

  function open(id: OutsideId, { baseUrl, credentials }: OutsideSettings): Bindings {
    const { userAgent } = options;
    const reach = reachService({ baseUrl, userAgent, timeoutMs, nowMs: () => clock.nowMs(), random: platform.random });
    reaches.push(reach);
    const setting = `KIANDA_SERVICE_${id.toUpperCase()}`;
    const parts = id === 'identity' ? ['CLIENT_ID', 'CLIENT_SECRET'] : ['USERNAME', 'PASSWORD'];
    const outside = createOutside(
      {
        name: names[id],
        baseUrl,
        setting: `${setting}_URL`,
        credentials: parts.map((part) => `${setting}_${part}`).join(' e '),
        timeoutMs,
      },
      { clock, log },
    );
    const audit: OutsideAudit = async ({ principal, ipAddress, userAgent: agent }, act) => {
      await options.audit.record({
        ...act,
        severity: act.event === 'data.access' ? 'low' : 'high',
        actorId: principal.accountId,
        actorName: principal.email,
        resource: `${names[id].toLowerCase()}/${act.resource}`.slice(0, 254),
        ipAddress,
        userAgent: agent,
        metadata: { ...act.metadata, host: new URL(baseUrl).host },
      });
    };
    const shared = { reach, credentials, outside, audit };
    if (id === 'workflow') return workflowBindings({ reach, outside, clock });
    if (id === 'monitor') return flowerBindings({ ...shared, clock });
    if (id === 'identity') return keycloakBindings({ ...shared, clock, publicUrl });
    const { username, password } = credentials;
    const gateway = createGateway({
      reach,
      username,
      password,
      publicUrl: `${publicUrl}${servicePrefixes[id]}`,
      // Addresses of items in the catalogue take known parameters alone; those of features take any.
      tokens: id === 'stac',
    });
    const desk = { gateway, outside, hasCredential: username !== undefined };
    return id === 'stac' ? stacBindings(desk) : featureBindings(desk, { audit, clock });
  }

  const ids = Object.keys(names) as OutsideId[];
  return {
    name: 'outside',
    migrations: [],
    replacements: ids.flatMap((id) => {
      const settings = options.services[id];
      return settings === null ? [] : open(id, settings);
    }),
    async stop() {
      await Promise.all(reaches.map((reach) => reach.close()));
    },
  };
}

/** The bindings, `replacements` in the place of the built-in ones of the same endpoint. */
export function withReplacements(bindings: Bindings, replacements: Bindings): Bindings {
  const byId = new Map<Endpoint['id'], Bindings[number]>(replacements.map((binding) => [binding.endpoint.id, binding]));
  return bindings.map((binding) => byId.get(binding.endpoint.id) ?? binding);
}
