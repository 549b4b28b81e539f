import type { DataOf, Provenance } from '@kianda/contract';
import type { areaReport } from '@kianda/contract/fleet/surveillance/area-report.contract';

export type Report = { readonly data: DataOf<typeof areaReport>; readonly provenance: Provenance };
