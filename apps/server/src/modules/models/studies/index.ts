import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { auditModule } from '../../people/audit/index.ts';
import { biodiversityModule } from '../../sea/biodiversity/index.ts';
import { oceanModule } from '../../sea/ocean/index.ts';
import { modelsModule } from '../models/index.ts';
import { batchJobs } from './batches/batches.jobs.ts';
import { createBatchRepository } from './batches/batches.repository.ts';
import { createBatches } from './batches/batches.service.ts';
import { forgetFiles } from './fitting/forget-files.ts';
import { mapByJob } from './fitting/map.service.ts';
import { tuneByJob } from './fitting/tune.service.ts';
import { createPreviews } from './preparation/previews.service.ts';
import { createSea } from './preparation/sea.service.ts';
import type { StudyContext, StudySettings } from './studies.context.ts';
import { createStudyFiles } from './studies.files.ts';
import { studyJobs } from './studies.jobs.ts';
import { studyMigrations } from './studies.migrations.ts';
import { createStudyRepository } from './studies.repository.ts';
import { studyBindings } from './studies.routes.ts';
import { createStudies } from './studies.service.ts';
import { createStudyFigures } from './study-figures.service.ts';

/** Front door of the studies of species: their saved steps, tunings, maps and reports. */
export const studiesModule = defineModule({
  name: 'studies',
  needs: { audit: auditModule, biodiversity: biodiversityModule, ocean: oceanModule, models: modelsModule },
  settings: settingsOf<StudySettings>(),
  create({ platform, jobs, settings, needs: { audit, biodiversity, ocean, models } }) {
    const repository = createStudyRepository(platform.database);
    const context: StudyContext = {
      ...{ platform, audit, settings, repository, queue: () => jobs, provenance: models.provenance },
      sea: createSea(ocean.climate, platform.clock),
      stores: {
        ...{ climate: ocean.climate, species: biodiversity.speciesRecords },
        occurrences: biodiversity.learningOccurrences,
      },
    };
    const studies = createStudies(context);
    const previews = createPreviews(context, studies);
    const files = createStudyFiles(context, { studies, previews });
    const told = createStudyFigures(context, studies);
    const batches = createBatches(context, { batches: createBatchRepository(platform.database), studies });
    return {
      manifest: {
        name: 'studies',
        migrations: studyMigrations,
        bindings: studyBindings(context, { studies, previews, files, told, batches }),
        jobs: [
          ...studyJobs({
            tune: (input, job) => tuneByJob(context, input, job),
            map: (input, job) => mapByJob(context, input, job),
            forget: () => forgetFiles(context),
          }),
          ...batchJobs((id, job) => batches.run(id, job)),
        ],
        holdings: [
          {
            ...{ id: 'studies', label: 'Estudos de espécies criados', fate: 'kept' },
            note: 'Continuam à vista de todos, com o nome de quem os criou.',
            count: repository.countOf,
          },
        ],
      },
    };
  },
});
