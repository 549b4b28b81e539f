import type { SearchHit } from '@kianda/contract/operations/search/search.contract';
import { findable } from '@kianda/format/match';
import { expect, test, vi } from 'vitest';
import { groupCommands, hitCommands, type OwnCommand, scoreCommands } from './palette-commands.ts';

function own(kind: OwnCommand['kind'], label: string, names: readonly string[] = [], about: string[] = []): OwnCommand {
  return { id: label, kind, label, detail: '', findable: findable(label, names, about), run: () => undefined };
}

const commands = [
  own('section', 'Saúde do Sistema', ['componentes']),
  own('section', 'Análise Espacial', [], ['QGIS Análise Avançada']),
  own('interface', 'QGIS Pescas'),
  own('action', 'Terminar sessão', ['sair']),
];
const hit = (kind: SearchHit['kind'], title: string, score: number): SearchHit => ({
  ...{ kind, id: title, title, detail: '', score, position: null },
  target: { section: 'maps', search: { map: title } },
});
const labels = (query: string, hits: readonly SearchHit[] = []) =>
  groupCommands([...scoreCommands(commands, query), ...hitCommands(hits, () => undefined)]).map(({ label }) => label);

test('accents and case do not matter, and other words find a command too', () => {
  expect(labels('SAUDE')).toEqual(['Saúde do Sistema']);
  expect(labels('terminar sessao')).toEqual(['Terminar sessão']);
  expect(labels('sair')).toEqual(['Terminar sessão']);
});

test('every word must be found; names come before mentions', () => {
  expect(labels('qgis')).toEqual(['QGIS Pescas', 'Análise Espacial']);
  expect(labels('qgis pescas')).toEqual(['QGIS Pescas']);
  expect(labels('inexistente')).toEqual([]);
});

test('answers stand by kind, the kind with the best one first, a few of each', () => {
  const vessels = Array.from({ length: 8 }, (_, index) => hit('vessel', `Sair ${index}`, 700 + index));
  expect(labels('sair', [...vessels, hit('map', 'Sair do porto', 1010)])).toEqual([
    'Sair do porto',
    'Terminar sessão',
    ...['Sair 7', 'Sair 6', 'Sair 5', 'Sair 4', 'Sair 3'],
  ]);
});

test('a section as good as a thing comes before it', () => {
  const [first] = labels('saude do sistema', [hit('report', 'Saúde do Sistema', 1000)]);
  const kinds = groupCommands([
    ...scoreCommands(commands, 'saude do sistema'),
    ...hitCommands([hit('report', 'Saúde do Sistema', 1000)], () => undefined),
  ]).map(({ kind }) => kind);
  expect(first).toBe('Saúde do Sistema');
  expect(kinds).toEqual(['section', 'report']);
});

test('a thing opens where the server says', () => {
  const open = vi.fn();
  hitCommands([hit('map', 'Mar de hoje', 900)], open)[0]?.run();
  expect(open).toHaveBeenCalledExactlyOnceWith({ section: 'maps', search: { map: 'Mar de hoje' } });
});
