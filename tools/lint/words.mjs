/** The words of the console: European Portuguese, and the terms of docs/glossary.md. */
import ts from 'typescript';
import { lineOf, walk } from './sources.mjs';

const textsFile = /\/texts\.pt\.ts$|\.texts\.ts$/;

/**
 * Words that never stand in a text of ours, with the one that does. Each is a whole word, in any case; where the
 * specification fixes a text with one of them, the text is listed in `fixedTexts`.
 */
const avoided = new Map([
  ['usuário', 'utilizador'],
  ['usuários', 'utilizadores'],
  ['você', 'a terceira pessoa, sem pronome'],
  ['monitoramento', 'monitorização'],
  ['gerenciamento', 'gestão'],
  ['gerenciar', 'gerir'],
  ['tela', 'ecrã'],
  ['arquivo de dados', 'ficheiro de dados'],
  ['senha', 'palavra-passe'],
  ['deletar', 'apagar'],
  ['salvar', 'guardar'],
  ['baixar', 'descarregar'],
  ['acessar', 'abrir'],
  ['cadastro', 'registo'],
  ['cadastrar', 'registar'],
  ['registro', 'registo'],
  ['registros', 'registos'],
  ['planilha', 'folha de cálculo'],
  ['mouse', 'rato'],
  ['celular', 'telemóvel'],
  ['navio pesqueiro', 'embarcação de pesca'],
  ['tracejados', 'percursos'],
]);

/** Texts of the specification that keep such a word. */
const fixedTexts = [
  'Acessar',
  'Acessar ',
  'Erro ao buscar detalhes do registro',
  'Selecione registros para arquivar',
  ' registros arquivados',
  'Erro ao arquivar registros',
];

const pattern = new RegExp(`(?<![\\p{L}-])(${[...avoided.keys()].join('|')})(?![\\p{L}-])`, 'iu');

/** @param {import('./sources.mjs').Source} source */
export function checkWords(source) {
  if (!textsFile.test(source.path)) return [];
  const faults = [];
  walk(source.tree, (node) => {
    if (!ts.isStringLiteralLike(node) && !ts.isTemplateHead(node) && !ts.isTemplateMiddleOrTemplateTail(node)) return;
    if (fixedTexts.includes(node.text)) return;
    const found = pattern.exec(node.text)?.[1];
    if (found === undefined) return;
    const better = avoided.get(found.toLowerCase());
    const message = `“${found}” in “${node.text.slice(0, 60)}”: write “${better}” (docs/glossary.md).`;
    faults.push({ rule: 'words-of-the-glossary', path: source.path, line: lineOf(source, node), message });
  });
  return faults;
}
