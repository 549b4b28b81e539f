import { type MapField, renderFile } from '../../../../platform/documents/index.ts';
import type { Download } from '../../../../platform/http/bind.ts';
import type { createPreviews } from '../preparation/previews.service.ts';
import type { StudyActor, StudyContext } from '../studies.context.ts';
import type { Studies } from '../studies.service.ts';
import type { StudyMapRow } from '../studies.tables.ts';
import { studyReport } from './study-report.ts';

const contentTypes = { html: 'text/html; charset=utf-8', pdf: 'application/pdf' } as const;
/** A report is a few pages: one that takes longer is given up. */
const mostMs = 60_000;

type Parts = {
  readonly studies: Studies;
  readonly previews: ReturnType<typeof createPreviews>;
  /** Layers of a map, row-major, south → north. */
  readonly bandsOf: (row: StudyMapRow) => Promise<readonly Float32Array[]>;
};

/** Reports of studies as files. */
export function createReports(
  { platform, repository, provenance }: StudyContext,
  { studies, previews, bandsOf }: Parts,
) {
  async function fieldOf(id: string): Promise<MapField | null> {
    const [row] = await repository.maps(id);
    if (row === undefined) return null;
    const [values = new Float32Array(0)] = await bandsOf(row);
    const { west, south, columns, rows, cell_degrees: step } = row;
    return {
      ...{ label: 'Adequação', unit: '', west, south, columns, rows, values },
      ...{ lonStepDegrees: step, latStepDegrees: step, ramp: 'algae', range: [0, 1], log: false },
    };
  }

  return async function report(
    id: string,
    format: keyof typeof contentTypes,
    { principal }: StudyActor,
  ): Promise<Download> {
    const study = await studies.detail(id);
    const records = await previews.records(id);
    const document = studyReport({
      field: await fieldOf(id),
      ...{ study, records, author: principal.name, createdMs: platform.clock.nowMs() },
      provenance: provenance(study.isSimulated || records.isSimulated),
    });
    const bytes = await renderFile({ format, document }, AbortSignal.timeout(mostMs));
    const stem = study.species.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
    return { bytes, contentType: contentTypes[format], fileName: `${stem}-relatorio.${format}` };
  };
}
