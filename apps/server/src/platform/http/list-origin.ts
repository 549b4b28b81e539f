import { connectors } from '@kianda/connectors';
import type { Provenance } from '@kianda/contract';

type Credit = { readonly source: string; readonly licence: string; readonly citation: string };
type ListOrigin = {
  readonly source: string;
  /** Some or all of the rows; null where the origin is not known. */
  readonly simulated: boolean | null;
  readonly observedAt: string | null;
  readonly retrievedAt: string | null;
  /** Terms of the providers among the sources; a source that is no provider of ours has none here. */
  readonly credits: readonly Credit[];
};

/** Origin of a list as its file states it: where from, whether simulated, and on whose terms. */
export function listOriginOf(provenance: Provenance): ListOrigin {
  if (provenance.state === 'fallback')
    return { source: provenance.reason, simulated: null, observedAt: null, retrievedAt: null, credits: [] };
  const { source, observedAt, retrievedAt } = provenance;
  const seed = 'seed' in provenance ? provenance.seed : undefined;
  const named = new Set(source.split(' + '));
  const terms = connectors
    .filter(({ provider }) => named.has(provider))
    .map(({ provider, licence, citation }) => ({ source: provider, licence, citation }));
  const credits = [...new Map(terms.map((credit) => [Object.values(credit).join('\n'), credit])).values()];
  return { source, simulated: seed !== undefined, observedAt, retrievedAt, credits };
}

/** The same in lines for people, each a label and its text. */
export function originLines(origin: ListOrigin, exportedAt: string): readonly (readonly [string, string])[] {
  const simulated = { true: 'sim, em parte ou no todo', false: 'não', null: 'por saber' } as const;
  return [
    ['Fonte', origin.source],
    ['Simulado', simulated[`${origin.simulated}`]],
    ...origin.credits.flatMap(({ source, licence, citation }): [string, string][] => [
      ['Licença', `${source}: ${licence}`],
      ['Citação', citation],
    ]),
    ...(origin.observedAt === null ? [] : [['Observado', origin.observedAt] as const]),
    ...(origin.retrievedAt === null ? [] : [['Obtido', origin.retrievedAt] as const]),
    ['Exportado', exportedAt],
  ];
}
