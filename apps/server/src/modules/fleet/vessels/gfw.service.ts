import type { VesselEventRecord } from '@kianda/connectors';
import {
  gfwAttribution,
  gfwEvents,
  gfwPermissionRequest,
  gfwPermissionStatus,
  gfwPermissionTest,
  gfwPresenceReport,
  gfwQuota,
  gfwVesselDetail,
  gfwVesselInsights,
  gfwVessels,
} from '@kianda/contract/fleet/vessels/gfw.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import type { Platform } from '../../../platform/module.ts';
import type { ConfiguredConnector, ProvenanceOf, Sink } from '../../ingestion/connectors/index.ts';
import type { GfwTables } from './gfw.tables.ts';
import { createGfwAccess } from './gfw-access.service.ts';
import { createGfwEventRepository, type GfwEventRepository } from './gfw-events.repository.ts';
import { type ProviderFishingReading, provenanceOfEvents, providerFishing } from './gfw-fishing.service.ts';
import { gfwIntegrationBindings } from './gfw-integration.service.ts';
import { createGfwPermissionRepository } from './gfw-permissions.repository.ts';
import { createGfwPermissions, type GfwPermissions } from './gfw-permissions.service.ts';
import { createStoredFleet, createStoredTotals } from './gfw-stored.repository.ts';
import { createGfwVessels } from './gfw-vessels.service.ts';
import type { VesselService } from './vessels.service.ts';

/** Audit of what people do with the provider's access. */
export type VesselAudit = { record(entry: AuditEntry): Promise<unknown> };

/** Connection to the provider for requests on demand. */
export type GfwConnection = {
  readonly connector: () => Promise<ConfiguredConnector | null>;
  readonly userAgent: () => string;
  /** 25 s when absent. */
  readonly limitMs?: number;
};

/** Global Fishing Watch on demand, in the specification's forms, and its events as stored. */
export function createGfw(options: {
  readonly platform: Platform;
  readonly provenanceOf: ProvenanceOf;
  readonly service: VesselService;
  readonly connection: GfwConnection;
  readonly audit?: VesselAudit | undefined;
}): {
  readonly eventSink: Sink<VesselEventRecord>;
  readonly fishing: ProviderFishingReading;
  readonly bindings: Bindings;
} {
  const { platform, provenanceOf, audit } = options;
  const { clock } = platform;
  const db = platform.database.for<GfwTables>();
  const access = createGfwAccess({ ...options.connection, clock, random: platform.random, log: platform.log });
  const vessels = createGfwVessels({ access, stored: createStoredFleet(db, options.service), clock });
  const permissions = createGfwPermissions({ access, repository: createGfwPermissionRepository(db), clock });
  const events = createGfwEventRepository(db);
  return {
    eventSink: eventSink(events),
    fishing: providerFishing(events, provenanceOf),
    bindings: [
      bind(gfwVessels, ({ query }) => vessels.vessels(query)),
      bind(gfwPresenceReport, ({ query }) => vessels.report(query)),
      bind(gfwVesselDetail, ({ params }) => vessels.detail(params.vesselId)),
      bind(gfwVesselInsights, ({ params, query }) => vessels.insights(params.vesselId, query)),
      ...permissionBindings(permissions, audit),
      ...gfwIntegrationBindings({ access, permissions, totals: createStoredTotals(db) }),
      eventBinding(events, provenanceOf),
    ],
  };
}

/** Stores the provider's events as a connector delivers them. */
function eventSink(events: GfwEventRepository): Sink<VesselEventRecord> {
  return async (records, origin) => {
    const written = await events.upsert(records, origin);
    const newest = records.reduce<number | null>(
      (latest, { startMs, endMs }) => Math.max(latest ?? 0, endMs ?? startMs),
      null,
    );
    return { written, duplicates: records.length - written, newestObservedMs: newest };
  };
}

function permissionBindings(permissions: GfwPermissions, audit: VesselAudit | undefined): Bindings {
  return [
    bind(gfwPermissionStatus, () => permissions.status()),
    bind(gfwPermissionTest, ({ query }) => permissions.test(query.force === 'true')),
    bind(gfwPermissionRequest, async ({ body, principal, ipAddress, userAgent }) => {
      const noted = await permissions.noteRequest(body.submission_date);
      await audit?.record({
        event: 'system.config.change',
        severity: 'medium',
        actorId: principal.accountId,
        actorName: principal.email,
        resource: 'gfw/permission-request',
        ipAddress,
        userAgent,
        metadata: { submissionDate: body.submission_date },
      });
      return noted;
    }),
    bind(gfwQuota, () => permissions.quota()),
  ];
}

function eventBinding(events: GfwEventRepository, provenanceOf: ProvenanceOf): Bindings[number] {
  return bind(gfwEvents, async ({ query }) => {
    const { limit, offset } = query;
    const filter = {
      type: query.type ?? null,
      vessel: query.vessel ?? null,
      from: query.from === undefined ? null : new Date(query.from),
      to: query.to === undefined ? null : new Date(query.to),
    };
    const { rows, total } = await events.page(filter, offset, limit);
    const entries = rows.map((row) => ({
      id: row.id,
      origin: 'gfw' as const,
      type: row.type,
      start: row.start_at.toISOString(),
      end: row.end_at?.toISOString() ?? null,
      lon: row.lon,
      lat: row.lat,
      vessel: row.vessel,
      other: row.other,
      details: { ...row.details },
    }));
    return {
      entries,
      total,
      limit,
      offset,
      attribution: gfwAttribution,
      provenance: await provenanceOfEvents(rows, provenanceOf),
    };
  });
}
