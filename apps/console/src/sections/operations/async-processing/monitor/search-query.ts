import { taskStates } from '@kianda/contract/operations/tasks/monitor.contract';
import { z } from 'zod';

export const monitorViews = ['now', 'search', 'failures', 'workers'] as const;
export const pageSize = 100;

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .optional()
  .catch(undefined);

/** Parameters of the task monitor in the address. */
export const monitorSearch = z.object({
  task: z.uuid().optional().catch(undefined),
  view: z.enum(monitorViews).catch('now').default('now'),
  q: z.string().max(200).catch('').default(''),
  type: z.string().max(100).optional().catch(undefined),
  state: z.enum(taskStates).optional().catch(undefined),
  from: day,
  to: day,
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
});
export type MonitorSearch = z.output<typeof monitorSearch>;

/** Query of the monitor for the search; days become whole days in UTC. */
export function tasksQuery({ q, type, state, from, to, page }: MonitorSearch) {
  return {
    limit: pageSize,
    offset: (page - 1) * pageSize,
    ...(q === '' ? {} : { search: q }),
    ...(type === undefined ? {} : { taskname: type }),
    ...(state === undefined ? {} : { state }),
    ...(from === undefined ? {} : { received_start: `${from} 00:00` }),
    ...(to === undefined ? {} : { received_end: `${to} 23:59` }),
  };
}
