import { connectors } from '@kianda/connectors/registry';
import { type ModelType, modelTypes } from '@kianda/contract/models/registry/models.contract';
import { renderFile } from '../../../../platform/documents/index.ts';
import type { Download } from '../../../../platform/http/bind.ts';
import type { EvidenceRepository } from '../evidence/evidence.repository.ts';
import type { Labels } from '../labels/labels.service.ts';
import { learnedProvenance } from '../learned-provenance.rules.ts';
import { versionDetailView } from '../model-views.rules.ts';
import type { ModelActor, ModelContext } from '../models.context.ts';
import { modelCard, type SourceTerms } from './model-card.ts';

const contentTypes = { html: 'text/html; charset=utf-8', pdf: 'application/pdf' } as const;
/** A card is a few pages: one that takes longer is given up. */
const mostMs = 60_000;

/** Cards of versions as files. */
export function createCards(
  context: ModelContext,
  labels: Pick<Labels, 'find' | 'of'>,
  evidence: Pick<EvidenceRepository, 'find'>,
) {
  return async function card(
    type: ModelType,
    reference: number | string,
    format: keyof typeof contentTypes,
    { principal }: ModelActor,
  ): Promise<Download> {
    const row = await labels.find(type, reference);
    const version = versionDetailView(row, await labels.of(row));
    const document = modelCard({
      ...{ name: modelTypes[type], version, author: principal.name },
      evidence: await evidence.find(type, row.version),
      terms: version.lineage.sources.map(({ name }) => termsOf(name)),
      provenance: learnedProvenance(context, row.is_simulated),
      createdMs: context.platform.clock.nowMs(),
    });
    const bytes = await renderFile({ format, document }, AbortSignal.timeout(mostMs));
    return { bytes, contentType: contentTypes[format], fileName: `ficha_${type}_v${row.version}.${format}` };
  };
}

export type Cards = ReturnType<typeof createCards>;

/** Licences and citations of the connectors of a source, whose name ends with that of its provider. */
export function termsOf(source: string): SourceTerms {
  const provider = source.split(': ').at(-1) ?? source;
  const known = connectors.filter((one) => one.provider === provider || one.id === provider.toLowerCase());
  const unique = (values: readonly string[]) => [...new Set(values)];
  return {
    licences: unique(known.map(({ licence }) => licence)),
    citations: unique(known.map(({ citation }) => citation)),
  };
}
