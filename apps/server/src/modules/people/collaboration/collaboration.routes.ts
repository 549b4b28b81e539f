import * as casework from '@kianda/contract/people/collaboration/casework.contract';
import * as rooms from '@kianda/contract/people/collaboration/collaboration.contract';
import * as discussions from '@kianda/contract/people/collaboration/discussions.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Answer, type Bindings, bind } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { CaseworkService } from './casework.service.ts';
import type { DiscussionsService } from './discussions.service.ts';
import type { RoomsService } from './rooms.service.ts';

type Services = {
  readonly rooms: RoomsService;
  readonly discussions: DiscussionsService;
  readonly casework: CaseworkService;
  readonly clock: Clock;
};
type Answering = <T>(data: T) => Answer<T>;

/** Endpoints of the module. */
export function collaborationRoutes(services: Services): Bindings {
  const answer = <T>(data: T): Answer<T> => ({ data, provenance: ownProvenance(services.clock) });
  return [
    ...roomRoutes(services.rooms, answer),
    ...discussionRoutes(services.discussions, answer),
    ...caseworkRoutes(services.casework, answer),
  ];
}

function roomRoutes(service: RoomsService, answer: Answering): Bindings {
  return [
    bind(rooms.listRooms, async ({ query, principal }) =>
      answer({ rooms: await service.list(query.search ?? '', principal) }),
    ),
    bind(rooms.createRoom, async (c) => ({ ...answer(await service.create(c.body, c)), status: 201 as const })),
    bind(rooms.findRoom, async ({ params, principal }) => answer(await service.detail(params.id, principal))),
    bind(rooms.updateRoom, async (c) => answer(await service.update(c.params.id, c.body, c))),
    bind(rooms.deleteRoom, async (c) => {
      await service.remove(c.params.id, c);
      return answer({ deleted: true as const });
    }),
    bind(rooms.setRoomMember, async (c) => {
      const { id, account } = c.params;
      return answer(await service.setMember(id, { account, role: c.body.role }, c));
    }),
    bind(rooms.removeRoomMember, async (c) => {
      await service.removeMember(c.params.id, c.params.account, c);
      return answer({ removed: true as const });
    }),
    bind(rooms.collaborators, async ({ query }) => answer({ people: await service.people(query.search) })),
  ];
}

function discussionRoutes(service: DiscussionsService, answer: Answering): Bindings {
  return [
    bind(discussions.listDiscussions, async ({ query, principal }) =>
      answer({ discussions: await service.list(query, principal) }),
    ),
    bind(discussions.collaborationInbox, async ({ principal }) => answer(await service.inbox(principal))),
    bind(discussions.findDiscussion, async ({ params, principal }) =>
      answer(await service.detail(params.id, principal)),
    ),
    bind(discussions.startDiscussion, async ({ body, principal }) => ({
      ...answer(await service.start(body, principal)),
      status: 201 as const,
    })),
    bind(discussions.addComment, async ({ params, body, principal }) => ({
      ...answer(await service.add(params.id, body, principal)),
      status: 201 as const,
    })),
    bind(discussions.removeComment, async ({ params, principal }) =>
      answer(await service.remove(params.id, params.comment, principal)),
    ),
    bind(discussions.setDiscussionState, async ({ params, body, principal }) =>
      answer(await service.setState(params.id, body.state, principal)),
    ),
  ];
}

function caseworkRoutes(service: CaseworkService, answer: Answering): Bindings {
  return [
    bind(casework.roomValidations, async ({ params, principal }) =>
      answer({ validations: await service.validations(params.id, principal) }),
    ),
    bind(casework.reviewAnnotation, async (c) =>
      answer(await service.review(c.params.id, c.params.annotation, { ...c.body, actor: c })),
    ),
    bind(casework.roomTasks, async ({ params, principal }) =>
      answer({ tasks: await service.tasks(params.id, principal) }),
    ),
    bind(casework.addRoomTask, async ({ params, body, principal }) => ({
      ...answer({ tasks: await service.addTask(params.id, body, principal) }),
      status: 201 as const,
    })),
    bind(casework.setRoomTaskState, async ({ params, body, principal }) =>
      answer({ tasks: await service.setTaskState(params.id, params.task, { state: body.state, principal }) }),
    ),
    bind(casework.addRoomPicture, async ({ params, stream, principal }) => ({
      ...answer(await service.addPicture(params.id, stream, principal)),
      status: 201 as const,
    })),
    bind(casework.roomPicture, ({ params, principal }) => service.picture(params.id, params.picture, principal)),
  ];
}
