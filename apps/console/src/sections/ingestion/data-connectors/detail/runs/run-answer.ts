import type { DataOf } from '@kianda/contract';
import type { runDetail } from '@kianda/contract/ingestion/connectors/operations.contract';

/** One run as the server answers it. */
export type RunAnswer = DataOf<typeof runDetail>;
