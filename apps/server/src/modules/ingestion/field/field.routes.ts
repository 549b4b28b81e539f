import * as contract from '@kianda/contract/ingestion/field/field.contract';
import { fieldResource } from '@kianda/contract/ingestion/field/field.resource';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { listExport } from '../../../platform/http/list-file.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { FieldContext } from './field.context.ts';
import type { createPhotos } from './photos.service.ts';
import type { createReception } from './reception.service.ts';
import type { ReferenceService } from './reference.service.ts';
import type { createReview } from './review.service.ts';

export function fieldBindings(
  { platform: { clock }, audit, browsers }: FieldContext,
  parts: {
    readonly reference: ReferenceService;
    readonly reception: ReturnType<typeof createReception>;
    readonly review: ReturnType<typeof createReview>;
    readonly photos: ReturnType<typeof createPhotos>;
  },
): Bindings {
  const { reference, reception, review, photos } = parts;
  const answer = <T>(data: T) => ({ data, provenance: ownProvenance(clock) });
  return [
    bind(contract.fieldReference, async ({ principal }) => answer(await reference.forPhone(principal))),
    bind(contract.fieldCharts, async () => answer(await reference.charts())),
    bind(contract.fieldChart, async ({ params }) => answer(await reference.chart(params.id))),
    bind(contract.sendFieldRecords, async ({ body, principal }) => answer(await reception.receive(body, principal))),
    bind(contract.sendFieldPhoto, async ({ params, query, stream, principal }) =>
      answer(await photos.receive(params, query, { stream, principal })),
    ),
    bind(contract.myFieldRecords, async ({ query, principal }) =>
      answer(await reception.own(principal.accountId, query.since)),
    ),
    bind(contract.fieldPush, async ({ principal }) => {
      const { pushKey, devices } = await browsers.settings(principal);
      const listed = devices.map(({ id, lastSentAt, lastError }) => ({ id, lastSentAt, lastError }));
      return answer({ key: pushKey, devices: listed });
    }),
    bind(contract.keepFieldPush, async ({ body, principal, userAgent }) => ({
      ...answer(await browsers.subscribe(principal, body, userAgent)),
      status: 201 as const,
    })),
    bind(contract.dropFieldPush, async ({ params, principal }) => {
      await browsers.unsubscribe(principal, params.id);
      return answer({ id: params.id });
    }),
    bind(contract.listFieldRecords, async ({ query }) => answer(await review.list(query))),
    bind(contract.exportFieldRecords, listExport(fieldResource, { clock, audit, read: review.list })),
    bind(contract.fieldRecord, async ({ params }) => answer(await review.detail(params.id))),
    bind(contract.fieldPhoto, async ({ params }) => photos.open(params.photoId)),
    bind(contract.reviewFieldRecord, async ({ params, body, principal, ipAddress, userAgent }) =>
      answer(await review.review(params.id, body, { principal, ipAddress, userAgent })),
    ),
  ];
}
