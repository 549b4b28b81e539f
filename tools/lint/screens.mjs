/** Rules on what a screen shows: words stand in texts files, figures and instants pass through the format package. */
import ts from 'typescript';
import { isProduct, lineOf, walk } from './sources.mjs';

const screens = /^(apps\/(console|interfaces)|packages\/(ui|viz))\/src\//;
const textsFile = /(^|[/-])texts\.pt\.tsx?$|\.texts\.pt\.tsx?$/;
const isScreen = (path) => isProduct(path) && screens.test(path) && !textsFile.test(path);

/** Attributes that a person sees or hears. */
const spoken = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'title',
  'placeholder',
  'label',
  'alt',
  'description',
  'message',
  'emptyText',
  'heading',
]);
/** An address or a part of one is no text of a person: `/admin/realms/`. */
const isAddress = (text) => /^[\w.:?=&%-]*\/[\w.:?=&%/-]*$/.test(text);
const hasWord = (text) => /\p{L}{2,}/u.test(text) && !isAddress(text);
const hasSign = (text) => /[\p{L}\p{N}]/u.test(text);

/** Formatting belongs to the package of formats, which knows language, time zone and units. */
const localeMethods = new Set(['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']);

/** Kinds of input that a browser draws in its own language and zone. */
const nativeFields = new Set(['date', 'time', 'datetime-local', 'month', 'week']);

/** @param {import('./sources.mjs').Source} source */
export function checkScreens(source) {
  if (!isScreen(source.path)) return [];
  /** @type {import('./sources.mjs').Fault[]} */
  const faults = [];
  const report = (rule, node, message) => faults.push({ rule, path: source.path, line: lineOf(source, node), message });
  const text = (node, shown) =>
    report('texts-in-texts-files', node, `"${shown.trim()}" belongs in a texts.pt.ts beside the screen.`);
  walk(source.tree, (node) => {
    if (ts.isJsxText(node) && hasSign(node.text)) text(node, node.text);
    if (ts.isJsxExpression(node) && node.expression !== undefined) {
      if (ts.isJsxAttribute(node.parent)) {
        if (isSpoken(node.parent)) for (const words of wordsOf(node.expression)) if (hasWord(words)) text(node, words);
      } else checkChild(node.expression);
    }
    if (ts.isJsxAttribute(node) && isSpoken(node) && node.initializer !== undefined) {
      if (ts.isStringLiteral(node.initializer) && hasWord(node.initializer.text)) text(node, node.initializer.text);
    }
    if (ts.isJsxAttribute(node) && node.name.getText() === 'type') {
      const kind = [...wordsOf(node.initializer), ...wordsOf(node.initializer?.expression)].find((word) =>
        nativeFields.has(word),
      );
      if (kind !== undefined) {
        report(
          'dates-have-our-fields',
          node,
          `A field of type "${kind}" is written in the browser's language: DayInput, ClockInput or MomentInput of @kianda/ui.`,
        );
      }
    }
    if ((ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) && node.tagName.getText() === 'time')
      instant(node);
    if (ts.isPropertyAccessExpression(node) && localeMethods.has(node.name.text)) format(node, node.name.text);
    if (ts.isIdentifier(node) && node.text === 'Intl' && !ts.isQualifiedName(node.parent)) format(node, 'Intl');
  });
  return faults;

  function format(node, name) {
    report(
      'formats-by-package',
      node,
      `${name} is the format package's alone: numbers, dates and units pass through it.`,
    );
  }

  function instant(node) {
    if (shownInstants.test(source.path)) return;
    report(
      'instants-by-component',
      node,
      'An instant is drawn by Instant or RelativeTime of @kianda/ui: zone, and UTC on hover.',
    );
  }

  function checkChild(expression) {
    if (
      branchesOf(expression).some((one) => ts.isCallExpression(one) && one.expression.getText() === 'formatInstant')
    ) {
      instant(expression);
    }
    for (const words of wordsOf(expression)) if (hasWord(words)) text(expression, words);
    if (isFigure(expression)) {
      report(
        'figures-are-formatted',
        expression,
        `${expression.getText()} is shown as it is: format it, with its unit.`,
      );
    }
  }
}

/** Where instants are drawn; a map's bar stands without the components of the console. */
const shownInstants = /^packages\/(ui\/src\/time|viz\/src)\//;

/**
 * An expression, or both branches of a choice.
 * @param {import('typescript').Expression} expression
 * @returns {import('typescript').Expression[]}
 */
function branchesOf(expression) {
  if (ts.isParenthesizedExpression(expression)) return branchesOf(expression.expression);
  if (ts.isConditionalExpression(expression))
    return [...branchesOf(expression.whenTrue), ...branchesOf(expression.whenFalse)];
  return [expression];
}

const isSpoken = (attribute) => spoken.has(attribute.name.getText());

/**
 * Literal words of an expression: of a string, of a template, of both branches of a choice.
 * @param {import('typescript').Expression | undefined} expression
 * @returns {string[]}
 */
function wordsOf(expression) {
  if (expression === undefined) return [];
  if (ts.isStringLiteralLike(expression)) return [expression.text];
  if (ts.isTemplateExpression(expression)) {
    return [expression.head.text, ...expression.templateSpans.map(({ literal }) => literal.text)];
  }
  if (ts.isConditionalExpression(expression))
    return [...wordsOf(expression.whenTrue), ...wordsOf(expression.whenFalse)];
  if (ts.isParenthesizedExpression(expression)) return wordsOf(expression.expression);
  return [];
}

/** A number written out, or a count that is a number whatever the rest: `{42.5}`, `{-1}`, `{rows.length}`, `{set.size}`. */
function isFigure(expression) {
  if (ts.isNumericLiteral(expression)) return true;
  if (ts.isPrefixUnaryExpression(expression)) return ts.isNumericLiteral(expression.operand);
  if (ts.isConditionalExpression(expression)) return isFigure(expression.whenTrue) || isFigure(expression.whenFalse);
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text === 'length';
  return (
    ts.isCallExpression(expression) &&
    ts.isPropertyAccessExpression(expression.expression) &&
    (expression.expression.name.text === 'toFixed' || expression.expression.expression.getText() === 'Math')
  );
}
