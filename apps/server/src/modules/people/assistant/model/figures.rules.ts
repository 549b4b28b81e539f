/** A figure as it stands in a text: the values it may mean, and how many decimals were written. */
export type WrittenFigure = {
  readonly text: string;
  /** Several where a point may group thousands or stand for a comma. */
  readonly values: readonly number[];
  readonly decimals: number;
  /** Factors of the word after it: `mil`, `milhões`. */
  readonly scale: number;
};

export type Checked = {
  /** Sentences without a figure that no tool gave. */
  readonly text: string;
  readonly struck: readonly { readonly sentence: string; readonly figures: readonly string[] }[];
};

const cardinals: Readonly<Record<string, number>> = {
  dois: 2,
  duas: 2,
  três: 3,
  quatro: 4,
  cinco: 5,
  seis: 6,
  sete: 7,
  oito: 8,
  nove: 9,
  dez: 10,
  onze: 11,
  doze: 12,
  treze: 13,
  catorze: 14,
  quinze: 15,
  dezasseis: 16,
  dezassete: 17,
  dezoito: 18,
  dezanove: 19,
  vinte: 20,
  trinta: 30,
  quarenta: 40,
  cinquenta: 50,
  sessenta: 60,
  setenta: 70,
  oitenta: 80,
  noventa: 90,
  cem: 100,
  duzentos: 200,
  duzentas: 200,
  trezentos: 300,
  quinhentos: 500,
  quinhentas: 500,
  mil: 1_000,
  metade: 0.5,
  dúzia: 12,
  dezena: 10,
  centena: 100,
};
const scales: readonly (readonly [RegExp, number])[] = [
  [/^\s*mil milhões/i, 1e9],
  [/^\s*milh(?:ão|ões)/i, 1e6],
  [/^\s*mil(?![\p{L}])/iu, 1e3],
  [/^\s*bili(?:ão|ões)/i, 1e12],
];

/** `1 234,5`, `1.234,5`, `−0,3`, `23.7`: digits with the marks that group and part them; never a part of a word. */
const digits = /(?<![\p{L}\d])([-−–]?)(\d{1,3}(?:[ .\u00a0\u202f]\d{3})+(?!\d)|\d+)(?:([.,])(\d+))?(?!\d|\.?[ºª])/gu;
const word = new RegExp(`(?<![\\p{L}])(${Object.keys(cardinals).join('|')})(?![\\p{L}])`, 'giu');

const months = 'janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro'.split('|');
const dates = [
  /(?<!\d)(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/g,
  new RegExp(`(?<!\\d)(\\d{1,2}) de (${months.join('|')})(?: de (\\d{4}))?`, 'gi'),
  /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?/g,
];

/** Figures of a text in Portuguese, dates left out; numbers written as words among them. */
export function figuresIn(text: string): readonly WrittenFigure[] {
  const found: WrittenFigure[] = [];
  for (const match of text.matchAll(digits)) {
    const [whole, minus = '', body = '', mark, fraction = ''] = match;
    const rest = text.slice(match.index + whole.length);
    const sign = minus === '' || /(?:\d\s?|\p{L})$/u.test(text.slice(0, match.index)) ? 1 : -1;
    const plain = body.replaceAll(/[ .\u00a0\u202f]/g, '');
    const values = [Number(fraction === '' ? plain : `${plain}.${fraction}`) * sign];
    let decimals = fraction.length;
    // `1.234` groups thousands in Portuguese, and parts decimals in what a program writes.
    if (mark === undefined && /^\d{1,3}\.\d{3}$/.test(body)) {
      values.push(Number(body) * sign);
      decimals = 0;
    }
    const scale = scales.find(([form]) => form.test(rest))?.[1] ?? 1;
    found.push({ text: whole.trim(), values, decimals, scale });
  }
  for (const [whole] of text.matchAll(word)) {
    // `mil` after digits multiplies them.
    if (/^mil$/i.test(whole) && /\d\s*mil/i.test(text)) continue;
    const value = cardinals[whole.toLocaleLowerCase('pt-PT')];
    if (value !== undefined) found.push({ text: whole, values: [value], decimals: 0, scale: 1 });
  }
  return found;
}

/** Numbers that the answers of tools hold: values, lengths of lists, and digits inside their texts; and their dates. */
export function knownFigures(answers: readonly unknown[]) {
  const numbers = new Set<number>();
  const days = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value === 'number') numbers.add(value);
    else if (typeof value === 'string') readText(value, numbers, days);
    else if (Array.isArray(value)) {
      numbers.add(value.length);
      value.forEach(walk);
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk);
  };
  answers.forEach(walk);
  return { numbers: [...numbers], days };
}

const luandaMs = 3_600_000;

function readText(text: string, numbers: Set<number>, days: Set<string>): void {
  if (/^\d{4}-\d{2}-\d{2}/.test(text)) {
    days.add(text.slice(0, 10));
    const ms = Date.parse(text);
    if (Number.isFinite(ms) && text.length > 10) days.add(new Date(ms + luandaMs).toISOString().slice(0, 10));
    return;
  }
  for (const { values } of figuresIn(text)) for (const value of values) numbers.add(value);
}

/** Whether a number of a tool, rounded as the figure was written, is that figure; a percentage may stand for a share. */
function isSupported({ values, decimals, scale }: WrittenFigure, known: readonly number[], isFall: boolean): boolean {
  const tolerance = 0.5 * 10 ** -decimals * scale * (1 + 1e-9);
  return values.some((value) => {
    const meant = value * scale;
    return known.some(
      (one) =>
        Math.abs(one - meant) <= tolerance ||
        Math.abs(one * 100 - meant) <= tolerance * (Math.abs(one) <= 1 ? 1 : 0) ||
        (isFall && Math.abs(-one - meant) <= tolerance),
    );
  });
}

function dayOf([, first = '', second = '', third]: RegExpMatchArray): string {
  if (first.length === 4) return `${first}-${second}-${third}`;
  const named = months.indexOf(second.toLocaleLowerCase('pt-PT'));
  const month = named === -1 ? second.padStart(2, '0') : String(named + 1).padStart(2, '0');
  return `${third ?? '*'}-${month}-${first.padStart(2, '0')}`;
}

/** Dates of a sentence that no answer has, and the sentence without its dates. */
function datesOf(sentence: string, days: ReadonlySet<string>) {
  const unsupported: string[] = [];
  let rest = sentence;
  for (const form of dates) {
    for (const match of rest.matchAll(form)) {
      const day = dayOf(match);
      const isKnown = day.startsWith('*') ? [...days].some((one) => one.endsWith(day.slice(1))) : days.has(day);
      if (!isKnown) unsupported.push(match[0]);
    }
    rest = rest.replaceAll(form, ' ');
  }
  return { unsupported, rest };
}

/** Ends of sentences: a point within a number is none. */
const sentenceEnds = /(?<=[.!?])\s+(?=[\p{Lu}«"0-9-])|\n+/u;

/**
 * Strikes the sentences of a text in which a figure stands that none of the tools' answers has, rounded as it is written.
 * A sentence without figures stands: it claims nothing that could be counted.
 */
export function checkFigures(text: string, answers: readonly unknown[]): Checked {
  const { numbers, days } = knownFigures(answers);
  const kept: string[] = [];
  const struck: { sentence: string; figures: string[] }[] = [];
  for (const sentence of text
    .split(sentenceEnds)
    .map((one) => one.trim())
    .filter((one) => one !== '')) {
    const { unsupported, rest } = datesOf(sentence, days);
    const isFall = /abaixo|desce|menos|negativ|baix|arrefec|inferior|sul|oeste|° ?[SW]/i.test(sentence);
    const figures = [
      ...unsupported,
      ...figuresIn(rest)
        .filter((figure) => !isSupported(figure, numbers, isFall))
        .map((figure) => figure.text),
    ];
    if (figures.length === 0) kept.push(sentence);
    else struck.push({ sentence, figures });
  }
  return { text: kept.join(' '), struck };
}
