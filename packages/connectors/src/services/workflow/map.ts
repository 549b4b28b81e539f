import type { DataOf } from '@kianda/contract';
import type { clientInfo, workflowServices } from '@kianda/contract/operations/services/services.contract';
import type { z } from 'zod';
import type { clientInfoWire, serviceRowWire, servicesWire } from './wire.ts';

type ClientInfo = DataOf<typeof clientInfo>;
type Services = DataOf<typeof workflowServices>;
type Row = Services['services'][number];

const priorities: readonly Row['priority'][] = ['critical', 'high', 'medium', 'low'];
const overalls: readonly Services['overall'][] = ['CRITICAL', 'WARNING', 'HEALTHY'];

/** `readAt`: instant of the answer, for answers without one. */
export function mapClientInfo(wire: z.output<typeof clientInfoWire>, readAt: string): ClientInfo {
  const contact = textsOf(wire.contact);
  return {
    success: true,
    message: wire.message,
    company: wire.company,
    version: wire.version ?? '',
    status: statusOf(wire.status),
    description: wire.description ?? '',
    features: wire.features ?? [],
    accessPoints: textsOf(wire.accessPoints),
    technicalSpecs: textsOf(wire.technicalSpecs),
    contact: { email: contact.email ?? '', website: contact.website ?? '', support: contact.support ?? '' },
    timestamp: instantOf(wire.timestamp) ?? readAt,
  };
}

export function mapServices(wire: z.output<typeof servicesWire>, readAt: string): Services {
  const services = wire.services.map(rowOf);
  return {
    success: true,
    overall: overalls.find((one) => one === wire.overall?.toUpperCase()) ?? overallOf(services),
    services,
    timestamp: instantOf(wire.timestamp) ?? readAt,
  };
}

/** A critical service down makes the whole critical, another a warning. */
function overallOf(services: readonly Row[]): Services['overall'] {
  const down = services.filter(({ state }) => state === 'unhealthy');
  if (down.some(({ priority }) => priority === 'critical')) return 'CRITICAL';
  return down.length > 0 ? 'WARNING' : 'HEALTHY';
}

function rowOf(row: z.output<typeof serviceRowWire>): Row {
  const port = Number(row.port ?? Number.NaN);
  const state = row.state?.toLowerCase();
  return {
    name: row.name,
    port: Number.isInteger(port) ? port : null,
    url: row.url ?? null,
    type: row.type ?? '',
    priority: priorities.find((one) => one === row.priority?.toLowerCase()) ?? 'low',
    description: row.description ?? '',
    status: row.status === 'internal' ? 'internal' : 'available',
    clientAccess: row.clientAccess ?? false,
    state: state === 'healthy' || state === 'unhealthy' ? state : 'unknown',
  };
}

/** A word that means neither healthy nor ill counts as ill. */
function statusOf(status: string): ClientInfo['status'] {
  const word = status.toLowerCase();
  if (word === 'online' || word === 'healthy') return 'online';
  return word === 'offline' || word === 'critical' ? 'offline' : 'degraded';
}

function textsOf(members: Readonly<Record<string, unknown>> | null | undefined): Record<string, string> {
  const entries = Object.entries(members ?? {});
  return Object.fromEntries(entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
}

function instantOf(text: string | null | undefined): string | null {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
