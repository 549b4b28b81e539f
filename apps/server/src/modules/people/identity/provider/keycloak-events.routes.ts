import * as contract from '@kianda/contract/people/identity/keycloak-realm.contract';
import { type Bindings, bind } from '../../../../platform/http/bind.ts';
import type { IdentityContext } from '../core/identity-context.ts';
import { createAnswer } from './keycloak-answers.ts';
import { adminEvent, adminKinds, momentOf, resourceAt, userEvent, userEventTypes } from './keycloak-events.rules.ts';
import { checkRealm } from './oidc-realm.ts';

const listOf = (given: string | readonly string[] | undefined): readonly string[] | null =>
  given === undefined ? null : [given].flat();

/** The audit trail as Keycloak's administration reads events. */
export function keycloakEventBindings(context: IdentityContext): Bindings {
  const answer = createAnswer(context);
  return [
    bind(contract.realmEvents, async ({ params, query }) => {
      checkRealm(params);
      const wanted = listOf(query.type);
      const kinds = Object.entries(userEventTypes)
        .filter(([type]) => wanted === null || wanted.includes(type))
        .map(([, event]) => ({ event }));
      const rows = await context.dependencies.events({
        kinds,
        actorId: query.user,
        ipAddress: query.ipAddress,
        from: momentOf(query.dateFrom, 'from'),
        to: momentOf(query.dateTo, 'to'),
        first: query.first,
        max: query.max,
      });
      return answer(rows.map(userEvent));
    }),
    bind(contract.realmAdminEvents, async ({ params, query }) => {
      checkRealm(params);
      const [types, operations] = [listOf(query.resourceTypes), listOf(query.operationTypes)];
      const resource = query.resourcePath === undefined ? undefined : resourceAt(query.resourcePath);
      if (query.resourcePath !== undefined && resource === undefined) return answer([]);
      const rows = await context.dependencies.events({
        kinds: adminKinds.filter(({ type }) => types === null || types.includes(type)),
        actorId: query.authUser,
        ipAddress: query.authIpAddress,
        resource,
        from: momentOf(query.dateFrom, 'from'),
        to: momentOf(query.dateTo, 'to'),
        // An act on a program names its operation in its metadata: operations are told apart after reading.
        first: operations === null ? query.first : 0,
        max: operations === null ? query.max : mostFiltered,
      });
      if (operations === null) return answer(rows.map(adminEvent));
      const wanted = rows.map(adminEvent).filter(({ operationType }) => operations.includes(operationType));
      return answer(wanted.slice(query.first, query.first + query.max));
    }),
    bind(contract.realmEventsConfig, async ({ params }) => {
      checkRealm(params);
      return answer({
        eventsEnabled: true,
        eventsListeners: ['audit'],
        enabledEventTypes: Object.keys(userEventTypes),
        adminEventsEnabled: true,
        adminEventsDetailsEnabled: true,
      });
    }),
  ];
}

/** Newest events among which operations are looked for. */
const mostFiltered = 10_000;
