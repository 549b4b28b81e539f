import type { Block, PlatformDocument } from './document.ts';
import { provenanceLabels } from './pt-format.ts';

/** Whether any figure of a document is of a simulator. */
export const hasSimulated = ({ provenance }: PlatformDocument): boolean =>
  provenance.some((entry) => entry.provenance.state === 'simulated');

/** The last blocks of every document. */
export function closingOf({ provenance, licences, citations }: PlatformDocument): Block[] {
  const rows = provenance.map(({ label, provenance: of }) => [label, ...provenanceLabels(of)]);
  const note = (text: string): Block => ({ kind: 'paragraph', text, tone: 'note' });
  return [
    { kind: 'heading', level: 1, text: 'Proveniência, licenças e citações' },
    {
      kind: 'table',
      caption: 'De onde vem cada parte deste documento',
      columns: [
        { label: 'Parte', share: 3 },
        { label: 'Estado', share: 2 },
        { label: 'Fonte', share: 4 },
        { label: 'Quando', share: 4 },
      ],
      rows,
      empty: 'Este documento não usa dados de fontes.',
    },
    ...(licences.length === 0 ? [] : [{ kind: 'heading', level: 2, text: 'Licenças' } as const, ...licences.map(note)]),
    ...(citations.length === 0
      ? []
      : [{ kind: 'heading', level: 2, text: 'Como citar' } as const, ...citations.map(note)]),
  ];
}
