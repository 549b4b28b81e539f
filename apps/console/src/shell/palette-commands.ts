import { foldText } from '@kianda/format';

export type Command = {
  readonly id: string;
  readonly kind: 'section' | 'interface' | 'action';
  readonly label: string;
  readonly detail: string;
  /** Text that queries are matched against: without accents, in lower case. */
  readonly words: string;
  readonly iconId?: string;
  readonly run: () => void;
};

const kindOrder = { section: 0, interface: 1, action: 2 } as const;

/** How well `command` answers the folded query; 0 when not at all. */
function scoreOf(command: Command, terms: readonly string[]): number {
  const label = foldText(command.label);
  let score = 0;
  for (const term of terms) {
    if (label.startsWith(term)) score += 4;
    else if (label.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(term))) score += 3;
    else if (label.includes(term)) score += 2;
    else if (command.words.includes(term)) score += 1;
    else return 0;
  }
  return score;
}

/** Commands that answer every term of `query`, kinds together, best first within a kind; all of them for none. */
export function rankCommands(commands: readonly Command[], query: string): readonly Command[] {
  const terms = foldText(query)
    .split(/\s+/)
    .filter((term) => term !== '');
  if (terms.length === 0) return commands;
  const scored = commands
    .map((command, order) => ({ command, order, score: scoreOf(command, terms) }))
    .filter(({ score }) => score > 0);
  const bestOfKind = { section: 0, interface: 0, action: 0 };
  for (const { command, score } of scored) bestOfKind[command.kind] = Math.max(bestOfKind[command.kind], score);
  return scored
    .sort(
      (a, b) =>
        bestOfKind[b.command.kind] - bestOfKind[a.command.kind] ||
        kindOrder[a.command.kind] - kindOrder[b.command.kind] ||
        b.score - a.score ||
        a.order - b.order,
    )
    .map(({ command }) => command);
}
