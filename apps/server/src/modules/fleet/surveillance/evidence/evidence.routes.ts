import { alertEvidence } from '@kianda/contract/fleet/surveillance/evidence.contract';
import { type Bindings, bind } from '../../../../platform/http/bind.ts';
import type { EvidenceService } from './evidence.service.ts';

export function evidenceBindings(evidence: EvidenceService): Bindings {
  return [bind(alertEvidence, async (c) => evidence.pdf(c.params.id, c))];
}
