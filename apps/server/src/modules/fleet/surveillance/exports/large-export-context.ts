import type { JobQueue } from '../../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../../platform/module.ts';
import type { SurveillanceAudit } from '../audit.service.ts';
import type { ExportRow } from '../surveillance.tables.ts';
import type { ExportSources } from './export-sources.ts';
import type { LargeExportRepository } from './large-exports.repository.ts';

/** Signs a link that opens an object of the storage until an instant (s since 1970). */
export type SignedLink = (object: { bucket: string; key: string; expires: number }) => string;

/** Dependencies of the work on large exports. */
export type LargeExportContext = {
  readonly platform: Platform;
  readonly sources: ExportSources;
  readonly repository: LargeExportRepository;
  readonly audit: SurveillanceAudit;
  readonly queue: () => JobQueue;
  readonly signedLink: SignedLink;
};

export const exportJobName = 'surveillance.export';
export const exportBucket = 'exports';

/** Key of the file of an export in the bucket. */
export const exportKey = ({ id, file_name }: Pick<ExportRow, 'id' | 'file_name'>): string => `${id}/${file_name}`;
