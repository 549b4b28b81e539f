import { foldText } from '@kianda/format';
import { expect, test } from 'vitest';
import { type Command, rankCommands } from './palette-commands.ts';

function command(kind: Command['kind'], label: string, words = ''): Command {
  return { id: label, kind, label, detail: '', words: foldText(`${label} ${words}`), run: () => undefined };
}

const commands = [
  command('section', 'Saúde do Sistema'),
  command('section', 'Análise Espacial', 'QGIS Análise Avançada'),
  command('interface', 'QGIS Pescas'),
  command('action', 'Terminar sessão'),
];
const labels = (query: string) => rankCommands(commands, query).map(({ label }) => label);

test('accents and case do not matter', () => {
  expect(labels('SAUDE')).toEqual(['Saúde do Sistema']);
  expect(labels('terminar sessao')).toEqual(['Terminar sessão']);
});

test('every word must be found; names come before mentions', () => {
  expect(labels('qgis')).toEqual(['QGIS Pescas', 'Análise Espacial']);
  expect(labels('qgis pescas')).toEqual(['QGIS Pescas']);
  expect(labels('inexistente')).toEqual([]);
});

test('nothing typed shows everything', () => {
  expect(labels('  ')).toHaveLength(4);
});
