import { z } from 'zod';

type Issue = z.core.$ZodRawIssue;
type Texts = Readonly<Record<string, string>>;

const kinds: Texts = {
  string: 'um texto',
  number: 'um número',
  int: 'um número inteiro',
  bigint: 'um número inteiro',
  boolean: 'verdadeiro ou falso',
  date: 'uma data',
  array: 'uma lista',
  tuple: 'uma lista',
  set: 'uma lista',
  object: 'um objeto',
  record: 'um objeto',
  map: 'um objeto',
  file: 'um ficheiro',
  null: 'nulo',
};

const formats: Texts = {
  datetime: 'uma data com hora e fuso, como 2026-11-30T12:00:00Z',
  date: 'uma data, como 2026-11-30',
  time: 'uma hora, como 12:00:00',
  duration: 'uma duração, como P1D',
  uuid: 'um identificador (UUID)',
  guid: 'um identificador (UUID)',
  email: 'um endereço de e-mail',
  url: 'um endereço, como https://exemplo.ao',
  ipv4: 'um endereço IPv4',
  ipv6: 'um endereço IPv6',
  cidrv4: 'um intervalo de endereços IPv4',
  cidrv6: 'um intervalo de endereços IPv6',
  base64: 'um texto em base64',
  base64url: 'um texto em base64url',
  json_string: 'um texto JSON',
  jwt: 'um JWT',
};

/** The unit of what has a length, for one and for several. */
const units: Readonly<Record<string, readonly [one: string, several: string]>> = {
  string: ['carácter', 'caracteres'],
  array: ['elemento', 'elementos'],
  tuple: ['elemento', 'elementos'],
  set: ['elemento', 'elementos'],
  map: ['entrada', 'entradas'],
  record: ['entrada', 'entradas'],
  object: ['campo', 'campos'],
  file: ['byte', 'bytes'],
};

function oneOf(values: readonly z.core.util.Primitive[]): string {
  const named = values.map((value) => (value === null ? 'nulo' : String(value)));
  return named.length === 1 ? `Só pode ser ${named[0]}.` : `Valor desconhecido. Os válidos são: ${named.join(', ')}.`;
}

function wrongType(expected: string, input: unknown): string {
  if (expected === 'never') return 'Aqui não se aceita nenhum valor.';
  const wanted = kinds[expected] ?? `um valor do tipo ${expected}`;
  if (input === undefined) return `Falta: esperava-se ${wanted}.`;
  if (typeof input === 'number' && (expected === 'number' || expected === 'int')) return `Não é ${wanted}.`;
  const found = kinds[z.core.util.parsedType(input)];
  if (found === undefined || found === wanted) return `Esperava-se ${wanted}.`;
  return `Esperava-se ${wanted}, e veio ${found}.`;
}

/** «Tem de ter pelo menos 2 caracteres.», «Tem de ser menor do que 5.» */
function outside(side: 'least' | 'most', issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): string {
  const bound = issue.code === 'too_small' ? issue.minimum : issue.maximum;
  const unit = units[issue.origin];
  if (unit === undefined) {
    const shown = issue.origin === 'date' ? new Date(Number(bound)).toISOString() : String(bound);
    if (issue.inclusive === false) return `Tem de ser ${side === 'least' ? 'maior' : 'menor'} do que ${shown}.`;
    return `Tem de ser ${side === 'least' ? 'pelo menos' : 'no máximo'} ${shown}.`;
  }
  const size = `${bound} ${Number(bound) === 1 ? unit[0] : unit[1]}`;
  if (issue.exact === true) return `Tem de ter ${size}.`;
  if (side === 'least' && Number(bound) === 1) return 'Não pode ficar vazio.';
  return `Tem de ter ${side === 'least' ? 'pelo menos' : 'no máximo'} ${size}.`;
}

function wrongForm(issue: Extract<Issue, { code: 'invalid_format' }>): string {
  const { prefix, suffix, includes } = issue as { prefix?: string; suffix?: string; includes?: string };
  if (prefix !== undefined) return `Tem de começar por «${prefix}».`;
  if (suffix !== undefined) return `Tem de terminar em «${suffix}».`;
  if (includes !== undefined) return `Tem de conter «${includes}».`;
  const form = formats[issue.format];
  if (form !== undefined) return `Não é ${form}.`;
  return `Não tem a forma esperada${issue.pattern === undefined ? '' : ` (${issue.pattern})`}.`;
}

/** A fault that a schema has no text of its own for, as a person reads it. */
function issueText(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue.expected, issue.input);
    case 'invalid_value':
      return oneOf(issue.values);
    case 'too_small':
      return outside('least', issue);
    case 'too_big':
      return outside('most', issue);
    case 'invalid_format':
      return wrongForm(issue);
    case 'not_multiple_of':
      return `Tem de ser múltiplo de ${issue.divisor}.`;
    case 'unrecognized_keys':
      return `${issue.keys.length === 1 ? 'Campo desconhecido' : 'Campos desconhecidos'}: ${issue.keys.join(', ')}.`;
    case 'invalid_key':
      return 'Há um nome que não é válido aqui.';
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options) && issue.options.length > 0
        ? oneOf(issue.options)
        : 'Não é nenhum dos valores que aqui se aceitam.';
    case 'invalid_element':
      return 'Há um elemento que não é válido aqui.';
    default:
      return 'Valor inválido.';
  }
}

/** In force for every schema of the process: a library that loads zod's English again changes its locale, and not this. */
z.config({ customError: issueText });
