import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule } from '../../../platform/modules/definition.ts';
import { surveillanceModule } from '../../fleet/surveillance/index.ts';
import { auditModule } from '../../people/audit/index.ts';
import { notificationsModule } from '../../people/notifications/index.ts';
import { biodiversityModule } from '../../sea/biodiversity/index.ts';
import { fisheriesModule } from '../../sea/fisheries/index.ts';
import type { FieldContext } from './field.context.ts';
import { fieldJobs } from './field.jobs.ts';
import { fieldMigrations } from './field.migrations.ts';
import { createFieldRepository } from './field.repository.ts';
import { fieldBindings } from './field.routes.ts';
import { createPhotos } from './photos.service.ts';
import { createReception } from './reception.service.ts';
import { createReference } from './reference.service.ts';
import { createReview } from './review.service.ts';

/** Front door of the field: what people record on their phones, its review, and what becomes of it. */
export function createField(
  options: { readonly platform: Platform } & Omit<FieldContext, 'platform' | 'repository'>,
): Module {
  const { platform } = options;
  const repository = createFieldRepository(platform.database);
  const context: FieldContext = { ...options, repository };
  const reference = createReference(context);
  const photos = createPhotos(context);
  return {
    name: 'field',
    migrations: fieldMigrations,
    jobs: fieldJobs(photos.removeRejected, platform.clock),
    holdings: [
      {
        id: 'field-records',
        label: 'Registos de campo enviados',
        fate: 'kept',
        note: 'Ficam, com o nome de quem os enviou: há mapas e números feitos deles.',
        count: repository.countOf,
      },
    ],
    bindings: fieldBindings(context, {
      reference,
      photos,
      reception: createReception(context, reference),
      review: createReview(context, reference),
    }),
  };
}

export const fieldModule = defineModule({
  name: 'field',
  needs: {
    audit: auditModule,
    notifications: notificationsModule,
    surveillance: surveillanceModule,
    biodiversity: biodiversityModule,
    fisheries: fisheriesModule,
  },
  create: ({ platform, needs: { audit, notifications, surveillance, biodiversity, fisheries } }) => ({
    manifest: createField({
      platform,
      audit,
      tell: notifications.tell,
      browsers: notifications.browsers,
      registryCopy: surveillance.registryCopy,
      namedTaxa: biodiversity.namedTaxa,
      recordOccurrences: biodiversity.recordOccurrences,
      recordCatches: fisheries.recordCatches,
    }),
  }),
});
