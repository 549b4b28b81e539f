import type { RunnableJobQueue } from '../../../platform/jobs/queue.ts';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { auditModule } from '../../people/audit/index.ts';
import { deadLetterRoutes } from './dead-letters.routes.ts';
import { monitorRoutes } from './monitor.routes.ts';
import { tasksRoutes } from './tasks.routes.ts';
import { createTaskService } from './tasks.service.ts';
import type { TasksAudit } from './tasks.types.ts';

/** Background work as operators see it: list, detail, cancellation. */
export function createTasks(options: {
  platform: Platform;
  queue: RunnableJobQueue;
  audit: TasksAudit;
  version: string;
}): Module {
  const { platform, queue } = options;
  return {
    name: 'tasks',
    migrations: [],
    bindings: [
      ...tasksRoutes(createTaskService(queue, queue.monitor, platform.clock), platform.clock, options.audit),
      ...monitorRoutes(options),
      ...deadLetterRoutes(options),
    ],
  };
}

export const tasksModule = defineModule({
  name: 'tasks',
  needs: { audit: auditModule },
  settings: settingsOf<{ readonly version: string }>(),
  create: ({ platform, jobs, settings, needs: { audit } }) => ({
    manifest: createTasks({ platform, queue: jobs, audit, version: settings.version }),
  }),
});
