import { type SearchHit, type SearchKind, searchHitsPerKind } from '@kianda/contract/operations/search/search.contract';
import { type Findable, matchScore, typedQuery } from '@kianda/format/match';

/** Kinds of commands: those that the console knows by itself, and the things that the server finds. */
export type CommandKind = 'place' | 'section' | 'interface' | 'action' | 'guide' | SearchKind;

export type Command = {
  readonly id: string;
  readonly kind: CommandKind;
  readonly label: string;
  readonly detail: string;
  readonly iconId?: string;
  readonly run: () => void;
};

/** A command that the console knows by itself, with what it is found by. */
export type OwnCommand = Command & { readonly findable: Findable };
export type ScoredCommand = Command & { readonly score: number };

/** Commands of one kind that a result shows at most. */
const mostOwn = 6;

/** Commands of the console that answer every word of `query`, best first. */
export function scoreCommands(commands: readonly OwnCommand[], query: string): readonly ScoredCommand[] {
  const typed = typedQuery(query);
  return commands
    .map((command) => ({ ...command, score: matchScore(typed, command.findable) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
}

/** Things that the server found, each with the way to open it. */
export function hitCommands(
  hits: readonly SearchHit[],
  open: (target: SearchHit['target']) => void,
): readonly ScoredCommand[] {
  return hits.map(({ kind, id, title, detail, score, target }) => ({
    id: `${kind}-${id}`,
    kind,
    label: title,
    detail,
    score,
    run: () => open(target),
  }));
}

/** Advance of a kind's best answer: answers about as good stand in the order of their kinds, places of the console before things in them. */
const lead: Readonly<Partial<Record<CommandKind, number>>> = { place: 60, section: 30, action: 15 };

/** All answers by kind: the kinds by their best answer, best first within a kind, a few of each. */
export function groupCommands(commands: readonly ScoredCommand[]): readonly Command[] {
  const kinds = Map.groupBy(commands, ({ kind }) => kind);
  return [...kinds]
    .map(([kind, found]) => {
      const sorted = found.toSorted((one, other) => other.score - one.score);
      const most = kind === 'section' || kind === 'action' || kind === 'interface' ? mostOwn : searchHitsPerKind;
      return { best: (sorted[0]?.score ?? 0) + (lead[kind] ?? 0), commands: sorted.slice(0, most) };
    })
    .sort((one, other) => other.best - one.best)
    .flatMap((group) => group.commands);
}
