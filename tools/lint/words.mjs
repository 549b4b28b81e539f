/** The words of the console: European Portuguese, the terms of docs/glossary.md, and sentences that are read at once. */
import ts from 'typescript';
import { figureNames } from '../../packages/contract/src/core/figure-names.ts';
import { lineOf, walk } from './sources.mjs';

const textsFile = /[/-]texts\.pt\.ts$|\.texts\.ts$/;

/** Words of a sentence at most; a text may have several. */
const longestSentence = 25;

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
  ['à deriva', 'permanência prolongada'],
  ['realm', 'domínio'],
  ['realms', 'domínios'],
  ['endpoint', 'endereço'],
  ['endpoints', 'endereços'],
  ['rate limit', 'limite de pedidos'],
  ['timeout', 'tempo limite'],
  ['browser', 'navegador'],
  ['browsers', 'navegadores'],
  ['ao vivo', 'em direto'],
  ['login', 'início de sessão'],
  ['upload', 'envio'],
  ['feedback', 'resposta'],
  ['deste aparelho', 'deste dispositivo'],
]);

/** Texts of the specification that keep such a word. */
const fixedTexts = [
  'Acessar',
  'Acessar ',
  'Erro ao buscar detalhes do registro',
  'Deletar',
  'Detalhes do Registro',
  'Selecione registros para arquivar',
  ' registros arquivados',
  'Erro ao arquivar registros',
  'Request timeout. Please try again later.',
  'Request Timeout',
  'Gateway Timeout',
  // Commands, as they are typed.
  'rclone config create kianda s3 provider=Other endpoint=',
  'export AWS_S3_ENDPOINT=',
];

const pattern = new RegExp(`(?<![\\p{L}-])(${[...avoided.keys()].join('|')})(?![\\p{L}-])`, 'iu');

/** Words of the longest sentence of a text. */
function longestOf(text) {
  const sentences = text.split(/(?<=[.!?…])\s+/);
  return Math.max(...sentences.map((one) => one.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length));
}

/** The whole of a text: of a template, with a word for each value. */
function wholeText(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `x${literal.text}`).join('');
}

/** @param {import('./sources.mjs').Source} source */
export function checkSentences(source) {
  if (!textsFile.test(source.path)) return [];
  const faults = [];
  walk(source.tree, (node) => {
    const text = wholeText(node);
    const words = text === null ? 0 : longestOf(text);
    if (words <= longestSentence) return;
    const message = `A sentence of ${words} words in “${text.slice(0, 60)}”: at most ${longestSentence}, cut it in two.`;
    faults.push({ rule: 'sentences-read-at-once', path: source.path, line: lineOf(source, node), message });
  });
  return faults;
}

/** A number of a thousand or more without its separator, or with a space at which a line may break; years are none. */
const ungrouped = /(?<![\p{L}\d.,:/_–-])(?:\d{1,3}(?: \d{3})+|(?!(?:19|20)\d\d\b)\d{4,})(?![\p{L}\d.:/_-])/u;
/** Numbers that are names. */
const namedNumbers = /RFC \d+/g;

/** @param {import('./sources.mjs').Source} source */
export function checkNumbers(source) {
  if (!textsFile.test(source.path)) return [];
  const faults = [];
  walk(source.tree, (node) => {
    const found = ungrouped.exec((wholeText(node) ?? '').replaceAll(namedNumbers, ''))?.[0];
    if (found === undefined) return;
    const message = `“${found}”: thousands stand apart by a no-break space (U+00A0), as formatNumber writes them.`;
    faults.push({ rule: 'numbers-are-grouped', path: source.path, line: lineOf(source, node), message });
  });
  return faults;
}

/** Names that a figure had on some screen, each with the figure that it is. */
const formerNames = new Map([
  ['Alertas ativos', 'platformAlerts'],
  ['Alertas por encerrar', 'vesselAlerts'],
  ['Embarcações ativas', 'vesselsHeard'],
  ['Embarcações ativas na ZEE', 'vesselsPresent'],
  ['Conectores ativos', 'connectorsWorking'],
  ['Fluxos dentro do prazo', 'streamsOnTime'],
  ['Fluxos de dados dentro do prazo', 'streamsOnTime'],
  ['Serviços operacionais', 'servicesOnline'],
  ['Serviços em linha', 'servicesOnline'],
  ['Utilização de CPU', 'cpu'],
  ['Utilização do processador', 'cpu'],
  ['Utilização de memória', 'memory'],
  ['Ocupação do disco', 'disk'],
  ['Tempo de resposta da API', 'apiLatency'],
  ['Espécies ameaçadas', 'threatenedSpecies'],
  ['Utilizadores ativos', 'accounts'],
]);
/** Names of one word are also columns and axes. */
const namesInUse = new Map(
  Object.entries(figureNames).flatMap(([id, name]) => (name.includes(' ') ? [[name, id]] : [])),
);
/** Texts of another figure or of a layer, and of files that are painted first and import nothing. */
const otherFigures = new Set([
  'apps/console/src/sections/sea/advanced-analysis/texts.pt.ts',
  'apps/console/src/shell/texts.pt.ts',
  'apps/interfaces/src/ocean-map/texts.pt.ts',
  'apps/console/src/shell/palette/texts.pt.ts',
]);

/**
 * A figure has one name: whoever shows it imports it.
 * @param {import('./sources.mjs').Source} source
 */
export function checkFigureNames(source) {
  if (!textsFile.test(source.path) || otherFigures.has(source.path)) return [];
  const faults = [];
  walk(source.tree, (node) => {
    if (!ts.isStringLiteral(node)) return;
    const figure = namesInUse.get(node.text) ?? formerNames.get(node.text);
    if (figure === undefined) return;
    const message = `“${node.text}” is a figure with one name everywhere: write figureNames.${figure}.`;
    faults.push({ rule: 'figures-have-one-name', path: source.path, line: lineOf(source, node), message });
  });
  return faults;
}

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
