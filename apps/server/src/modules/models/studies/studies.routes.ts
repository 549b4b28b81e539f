import * as contract from '@kianda/contract/models/studies/studies.contract';
import * as batch from '@kianda/contract/models/studies/study-batches.contract';
import * as figures from '@kianda/contract/models/studies/study-figures.contract';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { createBatches } from './batches/batches.service.ts';
import type { createPreviews } from './preparation/previews.service.ts';
import type { StudyContext } from './studies.context.ts';
import type { createStudyFiles } from './studies.files.ts';
import type { Studies } from './studies.service.ts';
import type { createStudyFigures } from './study-figures.service.ts';

type Parts = {
  readonly studies: Studies;
  readonly previews: ReturnType<typeof createPreviews>;
  readonly files: ReturnType<typeof createStudyFiles>;
  readonly told: ReturnType<typeof createStudyFigures>;
  readonly batches: ReturnType<typeof createBatches>;
};

export function studyBindings(context: StudyContext, { studies, previews, files, told, batches }: Parts): Bindings {
  const answer = <T>(data: T) => ({ data, provenance: ownProvenance(context.platform.clock) });
  const begun = <T>(data: T) => ({ ...answer(data), status: 202 as const });
  /** An answer of what was learned: simulated where the rows were. */
  const learned = <T>(data: T, isSimulated: boolean) => ({ data, provenance: context.provenance(isSimulated) });
  const study = (detail: contract.StudyDetail) => learned(detail, detail.isSimulated);
  return [
    bind(contract.listStudies, async () => {
      const all = await studies.list();
      return learned(
        all,
        all.some(({ isSimulated }) => isSimulated),
      );
    }),
    bind(contract.studySpecies, async (c) => answer(await studies.species(c.query.search))),
    bind(contract.createStudy, async (c) => {
      const { accountId: id, name } = c.principal;
      return { ...study(await studies.create(c.body, { id, name })), status: 201 as const };
    }),
    bind(contract.getStudy, async (c) => study(await studies.detail(c.params.id))),
    bind(contract.changeStudy, async (c) => study(await studies.change(c.params.id, c.body, c))),
    bind(contract.revertStudy, async (c) => study(await studies.revert(c.params.id, c.body.revision))),
    bind(contract.removeStudy, async (c) => answer(await studies.remove(c.params.id, c.query.confirm, c))),
    bind(contract.studyRecords, async (c) => {
      const { isSimulated, ...records } = await previews.records(c.params.id);
      return learned(records, isSimulated);
    }),
    bind(contract.studyVariables, async (c) => {
      const { isSimulated, ...variables } = await previews.variables(c.params.id);
      return learned(variables, isSimulated);
    }),
    bind(contract.tuneStudy, async (c) => begun(await studies.tune(c.params.id, c))),
    bind(contract.mapStudy, async (c) => begun(await studies.map(c.params.id, c.body, c))),
    bind(contract.cancelStudyWork, async (c) => answer(await studies.cancel(c.params.id))),
    bind(contract.studyMapGrid, async (c) => {
      const { grid, isSimulated } = await files.grid(c.params.id, c.query.band);
      return learned(grid, isSimulated);
    }),
    bind(contract.studyMapFile, (c) => files.map(c.params.id, c.query.format)),
    bind(contract.studyFile, (c) => files.study(c.params.id, c.query.format, c)),
    ...figureBindings(context, told),
    ...batchBindings(context, batches),
  ];
}

function figureBindings(context: StudyContext, told: Parts['told']): Bindings {
  const learned = <T>(data: T, isSimulated: boolean) => ({ data, provenance: context.provenance(isSimulated) });
  return [
    bind(figures.biodiversityStudies, async (c) => {
      const { isSimulated, ...page } = await told.studies(c.query.page, c.query.pageSize);
      return learned(page, isSimulated);
    }),
    bind(figures.biodiversityStudyStats, async () => {
      const { isSimulated, ...stats } = await told.stats();
      return learned(stats, isSimulated);
    }),
    bind(figures.maxentModels, async () => {
      const { isSimulated, models } = await told.models();
      return learned(models, isSimulated);
    }),
    bind(figures.runMaxent, async (c) => ({
      ...learned(await told.run(String(c.body.speciesId), c), false),
      status: 202 as const,
    })),
  ];
}

function batchBindings({ platform }: StudyContext, batches: Parts['batches']): Bindings {
  const answer = <T>(data: T) => ({ data, provenance: ownProvenance(platform.clock) });
  const begun = <T>(data: T) => ({ ...answer(data), status: 202 as const });
  return [
    bind(batch.listStudyBatches, async () => answer(await batches.list())),
    bind(batch.getStudyBatch, async (c) => answer(await batches.detail(c.params.id))),
    bind(batch.createStudyBatch, async (c) => begun(await batches.create(c.body, c))),
    bind(batch.resumeStudyBatch, async (c) => begun(await batches.resume(c.params.id, c))),
    bind(batch.cancelStudyBatch, async (c) => answer(await batches.cancel(c.params.id))),
  ];
}
