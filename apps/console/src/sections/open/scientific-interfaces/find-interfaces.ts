import type { ScientificInterface } from '@kianda/contract/open/interfaces/interfaces.contract';
import { interfaceCategories } from '@kianda/contract/open/interfaces/manifest';
import { findable, matchScore, typedQuery } from '@kianda/format/match';

/**
 * Interfaces of one category (all for undefined) that answer what was typed, the best first: accents and case aside, with
 * plurals and small typing errors, in names, features and descriptions.
 */
export function findInterfaces(
  list: readonly ScientificInterface[],
  category: string | undefined,
  query: string,
): readonly ScientificInterface[] {
  const inCategory = list.filter((entry) => category === undefined || entry.category === category);
  const typed = typedQuery(query);
  if (typed.words.length === 0) return inCategory;
  const labels: Readonly<Record<string, string>> = interfaceCategories;
  return inCategory
    .map((entry) => {
      const { name, id, features, description } = entry;
      const thing = findable(name, [id.replaceAll('_', ' '), ...features], [description, labels[entry.category] ?? '']);
      return { entry, score: matchScore(typed, thing) };
    })
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ entry }) => entry);
}
