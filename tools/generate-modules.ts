/** Writes docs/modulos.md from the modules' own definitions: `node tools/generate-modules.ts`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type NamedPort, portsOf } from '../apps/server/src/platform/modules/graph.ts';
import { type PlacedDefinition, placedDefinitions } from '../apps/server/src/testing/definitions.ts';

export const modulesPage = join(import.meta.dirname, '../docs/modulos.md');

const listed = (names: readonly string[]): string => (names.length === 0 ? '—' : names.join(', '));
const idOf = (name: string): string => name.replaceAll('-', '_');

function diagram(placed: readonly PlacedDefinition[], ports: readonly NamedPort[]): readonly string[] {
  const domains = [...new Set(placed.map(({ domain }) => domain))].sort();
  const groups = domains.flatMap((domain) => [
    `  subgraph ${domain}`,
    ...placed.filter((one) => one.domain === domain).map(({ definition: { name } }) => `    ${idOf(name)}[${name}]`),
    '  end',
  ]);
  const needs = placed.flatMap(({ definition: { name, needs: needed } }) =>
    Object.values(needed).map((need) => `  ${idOf(name)} --> ${idOf(need.name)}`),
  );
  const fills = ports.flatMap(({ name, owner, filledBy }) =>
    filledBy.map((filler) => `  ${idOf(owner.name)} -. ${name.split('.')[1]} .-> ${idOf(filler.name)}`),
  );
  return ['```mermaid', 'flowchart TD', ...groups, ...needs, ...fills, '```'];
}

function row({ domain, definition }: PlacedDefinition, ports: readonly NamedPort[]): string {
  const own = ports.filter(({ owner }) => owner === definition).map(({ name }) => name);
  const filled = ports.filter(({ filledBy }) => filledBy.includes(definition)).map(({ name }) => name);
  const needs = Object.values(definition.needs).map(({ name }) => name);
  const cells = [domain, definition.name, listed(needs), listed(own), listed(filled), listed(definition.collects)];
  return `| ${cells.join(' | ')} |`;
}

/** The page, in Portuguese: the graph by domain, and a line a module. */
export async function modulesMarkdown(): Promise<string> {
  const placed = [...(await placedDefinitions())].sort((a, b) =>
    `${a.domain}/${a.folder}` < `${b.domain}/${b.folder}` ? -1 : 1,
  );
  const ports = portsOf(placed.map(({ definition }) => definition));
  return [
    '# Mapa dos módulos',
    '',
    'Esta página é gerada a partir do que cada módulo do servidor declara, por `npm run docs`; um ensaio falha quando deixa de o',
    `seguir. São ${placed.length} módulos. Uma seta cheia é uma necessidade: o de cima recebe o que o de baixo oferece, e por isso é feito`,
    'depois. Uma seta tracejada é um ponto de extensão: o de baixo declara-o, e o de cima preenche-o. Um módulo que recolhe lê,',
    'depois de todos estarem feitos, o que todos trazem (tarefas, verificações, coleções…).',
    '',
    ...diagram(placed, ports),
    '',
    '| Domínio | Módulo | Precisa de | Pontos de extensão | Preenche | Recolhe |',
    '|---|---|---|---|---|---|',
    ...placed.map((one) => row(one, ports)),
    '',
  ].join('\n');
}

if (import.meta.main) writeFileSync(modulesPage, await modulesMarkdown());
