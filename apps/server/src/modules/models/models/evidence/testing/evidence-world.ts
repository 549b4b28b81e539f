import type { Platform } from '../../../../../platform/module.ts';
import { mapWorld, speciesTask } from '../../maps/testing/map-world.ts';
import { createEvidenceRepository, type EvidenceRepository } from '../evidence.repository.ts';
import { createEvidence } from '../evidence.service.ts';

/** Proofs over the rows of the species' task; `over` changes how they are kept. */
export function evidenceWorld(platform: Platform, over: (kept: EvidenceRepository) => EvidenceRepository) {
  const { versions, context } = mapWorld(platform);
  const kept = createEvidenceRepository(platform.database);
  const words = { purpose: 'Espécies', sources: [], leftOut: [], limits: [] };
  const tableOf = async () => ({ ...speciesTask(), ...words });
  // The proof asks for the table, the files and the versions, and for nothing else.
  return { kept, evidence: createEvidence({ ...context, repository: versions, tableOf } as never, over(kept)) };
}
