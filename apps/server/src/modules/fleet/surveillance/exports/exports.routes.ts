import * as jobContract from '@kianda/contract/fleet/vessels/export-jobs.contract';
import * as exportContract from '@kianda/contract/fleet/vessels/exports.contract';
import type { Clock } from '../../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../../platform/http/bind.ts';
import { ownProvenance } from '../../../../platform/http/own-provenance.ts';
import type { ExportService } from './exports.service.ts';
import type { LargeExports } from './large-exports.service.ts';

export function exportBindings(options: { exports: ExportService; large: LargeExports; clock: Clock }): Bindings {
  const { exports, large, clock } = options;
  const answer = <T>(data: T) => ({ data, provenance: ownProvenance(clock) });
  return [
    bind(jobContract.startExport, async (c) => ({ ...answer(await large.start(c.body, c)), status: 201 as const })),
    bind(jobContract.listExports, async ({ principal }) => answer({ exports: await large.list(principal.accountId) })),
    bind(jobContract.noteBrowserExport, async (c) => {
      await exports.note(c.body, c);
      return answer({ noted: true as const });
    }),
    bind(exportContract.exportVessels, async (c) => exports.vessels(c.query, c)),
    bind(exportContract.exportTrack, async (c) => exports.track(c.params.id, c.query, c)),
    bind(exportContract.exportVesselEvents, async (c) => exports.events(c.query, c)),
  ];
}
