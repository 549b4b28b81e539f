import { z } from 'zod';

const epoch = z.number().nullish();
const text = z.string().nullish();
/** Representations are texts; some brokers hand the value itself on. */
const representation = z.unknown().optional();

/** `flower/api/tasks.py`; fields that no event has set are null or absent. */
export const taskWire = z.looseObject({
  uuid: z.string(),
  name: text,
  state: z.string().nullish(),
  args: representation,
  kwargs: representation,
  result: representation,
  exception: text,
  traceback: text,
  received: epoch,
  sent: epoch,
  started: epoch,
  succeeded: epoch,
  failed: epoch,
  retried: epoch,
  revoked: epoch,
  rejected: epoch,
  timestamp: epoch,
  runtime: epoch,
  eta: text,
  expires: z.union([z.string(), z.number()]).nullish(),
  retries: z.number().nullish(),
  clock: z.number().nullish(),
  client: text,
  exchange: text,
  routing_key: text,
  worker: text,
  root_id: text,
  parent_id: text,
});

/** By identifier; tasks of which Flower knows nothing but the identifier come as null. */
export const tasksWire = z.record(z.string(), taskWire.nullable());
export const typesWire = z.object({ 'task-types': z.array(z.string().nullable()) });
export const resultWire = z.looseObject({
  'task-id': z.string(),
  state: z.string(),
  result: representation,
  traceback: text,
});
/** Without a result backend Flower gives no state. */
export const callWire = z.looseObject({
  'task-id': z.uuid(),
  state: z.string().optional(),
  result: representation,
  traceback: z.string().optional(),
});
export const messageWire = z.object({ message: z.string() });
export const queuesWire = z.object({
  active_queues: z.array(z.looseObject({ name: z.string(), messages: z.number().nullish() })),
});

/** A worker that did not answer the last inspection has only the values of the one before. */
export const workerWire = z.looseObject({
  active_queues: z.array(z.looseObject({ name: z.string() })).nullish(),
  registered: z.array(z.string()).nullish(),
  stats: z
    .looseObject({
      broker: z.looseObject({ transport: text }).nullish(),
      pool: z
        .looseObject({
          'max-concurrency': z.number().nullish(),
          processes: z.union([z.array(z.number()), z.string()]).nullish(),
        })
        .nullish(),
      prefetch_count: z.number().nullish(),
      total: z.record(z.string(), z.number()).nullish(),
      pid: z.number().nullish(),
      uptime: z.number().nullish(),
    })
    .nullish(),
  timestamp: epoch,
  active: z.array(z.looseObject({ id: text, name: text })).nullish(),
  reserved: z.array(z.looseObject({})).nullish(),
  scheduled: z.array(z.looseObject({})).nullish(),
  revoked: z.array(z.unknown()).nullish(),
});
export const workersWire = z.record(z.string(), z.union([z.boolean(), workerWire]));

/** `flower/views/workers.py`; a counter appears with its first event. */
export const workerRowWire = z.looseObject({
  hostname: z.string(),
  pid: z.number().nullish(),
  freq: z.number().nullish(),
  heartbeats: z.array(z.number()).nullish(),
  clock: z.number().nullish(),
  active: z.number().nullish(),
  processed: z.number().nullish(),
  loadavg: z.array(z.number()).nullish(),
  sw_ident: text,
  sw_ver: text,
  sw_sys: text,
  status: z.boolean().nullish(),
  'task-received': z.number().nullish(),
  'task-succeeded': z.number().nullish(),
  'task-failed': z.number().nullish(),
  'task-retried': z.number().nullish(),
});
export const workerTableWire = z.object({ data: z.array(workerRowWire) });
