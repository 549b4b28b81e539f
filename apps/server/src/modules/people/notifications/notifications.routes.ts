import type { QueryOf } from '@kianda/contract';
import * as bell from '@kianda/contract/people/notifications/bell.contract';
import * as notices from '@kianda/contract/people/notifications/notices.contract';
import { noticeResource } from '@kianda/contract/people/notifications/notices.resource';
import * as contract from '@kianda/contract/people/notifications/notifications.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { type ListRecorder, listExport } from '../../../platform/http/list-file.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { NotificationService } from './notifications.service.ts';

type Context = { readonly service: NotificationService; readonly clock: Clock; readonly audit: ListRecorder };

export function notificationBindings({ service, clock, audit }: Context): Bindings {
  const answer = <T>(data: T) => ({ data, provenance: ownProvenance(clock) });
  return [
    bind(bell.listNotifications, async ({ principal, query }) => answer(await service.list(principal, query.limit))),
    bind(bell.readNotifications, async ({ principal, body }) => answer(await service.read(principal, body))),
    bind(notices.listNotices, async ({ principal, query }) => answer(await service.page(principal, query))),
    bind(notices.exportNotices, (c) =>
      listExport(noticeResource, {
        clock,
        audit,
        read: (query: QueryOf<typeof notices.listNotices>) => service.page(c.principal, query),
      })(c),
    ),
    bind(contract.notificationSettings, async ({ principal }) => answer(await service.settings(principal))),
    bind(contract.saveNotificationSettings, async ({ principal, body }) => answer(await service.save(principal, body))),
    bind(contract.subscribePush, async ({ principal, body, userAgent }) => ({
      ...answer(await service.subscribe(principal, body, userAgent)),
      status: 201 as const,
    })),
    bind(contract.unsubscribePush, async ({ principal, params }) => {
      await service.unsubscribe(principal, params.id);
      return answer({ id: params.id });
    }),
    bind(contract.testPush, async ({ principal, params }) => answer(await service.test(principal, params.id))),
  ];
}
