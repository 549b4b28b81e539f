import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule } from '../../../platform/modules/definition.ts';
import type { Rooms } from '../../../platform/realtime/rooms.ts';
import { auditModule } from '../audit/index.ts';
import { identityModule } from '../identity/index.ts';
import { notificationsModule } from '../notifications/index.ts';
import { createCaseworkService } from './casework.service.ts';
import type { Context } from './collaboration.context.ts';
import { collaborationMigrations } from './collaboration.migrations.ts';
import { createCollaborationRepository } from './collaboration.repository.ts';
import { collaborationRoutes } from './collaboration.routes.ts';
import { collaborationSearches } from './collaboration.searches.ts';
import { createDiscussionsService } from './discussions.service.ts';
import { createLiveRooms } from './live-rooms.service.ts';
import { createRoomsService } from './rooms.service.ts';

export type CollaborationModule = Module & {
  /** Takes what websocket clients say about rooms. */
  readonly rooms: Rooms;
};

type Options = Pick<Context, 'audit' | 'people' | 'tellPeople'> & {
  readonly platform: Platform;
  /** Updates of a room after which its document is written out whole; 200 when absent. */
  readonly compactAfterUpdates?: number;
};

/** Front door of what people do together: rooms with shared annotations, discussions, validation by peers, tasks. */
export function createCollaboration({ platform, compactAfterUpdates, ...options }: Options): CollaborationModule {
  const { clock, log, events } = platform;
  const repository = createCollaborationRepository(platform.database);
  const context: Context = { ...options, repository, clock, log, events };
  const live = createLiveRooms({
    ...{ repository, events, clock, log },
    ...(compactAfterUpdates === undefined ? {} : { compactAfterUpdates }),
  });
  let unfollow: (() => void) | null = null;
  return {
    name: 'collaboration',
    migrations: collaborationMigrations,
    searches: collaborationSearches(repository),
    bindings: collaborationRoutes({
      rooms: createRoomsService(context),
      discussions: createDiscussionsService(context),
      casework: createCaseworkService(context, live),
      clock,
    }),
    holdings: [
      {
        id: 'collaboration-rooms',
        label: 'Salas de colaboração',
        fate: 'kept',
        note: 'Ficam para quem nelas está, com o nome de quem as fez.',
        count: repository.countOwned,
      },
      {
        id: 'collaboration-comments',
        label: 'Comentários em discussões',
        fate: 'kept',
        note: 'Ficam, com o nome de quem os escreveu.',
        count: repository.countComments,
      },
      {
        id: 'collaboration-memberships',
        label: 'Lugares em salas de colaboração',
        fate: 'removed',
        note: 'Sai das salas; as suas anotações ficam.',
        count: repository.countMemberships,
        release: repository.removeMemberships,
      },
    ],
    rooms: live,
    async start() {
      unfollow = live.follow();
    },
    async stop() {
      unfollow?.();
      await live.settled();
    },
  };
}

export const collaborationModule = defineModule({
  name: 'collaboration',
  needs: { audit: auditModule, identity: identityModule, notifications: notificationsModule },
  offers: ['rooms'],
  create({ platform, needs: { audit, identity, notifications } }) {
    const collaboration = createCollaboration({
      platform,
      audit,
      people: identity,
      tellPeople: notifications.tell,
    });
    return { manifest: collaboration, offers: collaboration };
  },
});
