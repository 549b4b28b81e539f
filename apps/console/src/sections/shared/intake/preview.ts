import type { DataOf } from '@kianda/contract';
import type { intakePreview } from '@kianda/contract/ingestion/connectors/intake.contract';

/** A file as it was read and checked, before anything of it is stored. */
export type Preview = DataOf<typeof intakePreview>['preview'];
export type PreviewRow = Preview['rows'][number];
