import type { ErddapError } from '@kianda/connectors/erddap/wire';
import { type Axis, axisMax, axisMin } from './axis.ts';

/** Indexes taken from one axis. */
export type Selection = { readonly axis: Axis; readonly indexes: readonly number[] };

/** A parsed query: some variables over all axes, or one or more axes alone. */
export type GridQuery =
  | { readonly kind: 'data'; readonly variables: readonly string[]; readonly selections: readonly Selection[] }
  | { readonly kind: 'axes'; readonly selections: readonly Selection[] };

/** ERDDAP's refusal: a status and its text. */
export class GridQueryError extends Error {
  readonly answer: ErddapError;

  constructor(code: number, message: string) {
    super(message);
    this.answer = { code, message };
  }
}

/** Reads `sst[(last)][(0.0)][(-18):2:(-4)][(8):(14)],anom[…]` or `time[(last)]`, as in ERDDAP's griddap documentation. */
export function parseGridQuery(query: string, axes: readonly Axis[], variables: readonly string[]): GridQuery {
  const parts = splitVariables(query);
  const first = parts[0];
  if (first === undefined) throw bad('Query error: no variable was requested.');
  if (parts.every(({ name }) => axes.some((axis) => axis.name === name)))
    return { kind: 'axes', selections: parts.map((part) => axisSelection(part, axes)) };
  for (const part of parts) {
    if (!variables.includes(part.name))
      throw new GridQueryError(500, `Internal Server Error: Unrecognized variable="${part.name}".`);
    if (part.brackets.length !== axes.length)
      throw bad(
        `Query error: For variable=${part.name} ${part.brackets.length} constraints were given, ${axes.length} are needed.`,
      );
    if (part.brackets.join('][') !== first.brackets.join(']['))
      throw bad('Query error: all variables must have the same constraints.');
  }
  const selections = axes.map((axis, index) => select(first.name, axis, index, first.brackets[index] ?? ''));
  return { kind: 'data', variables: parts.map(({ name }) => name), selections };
}

type Part = { readonly name: string; readonly brackets: readonly string[] };

function splitVariables(query: string): Part[] {
  const parts = query.match(/[^,[\]]+(\[[^\]]*\])*/g) ?? [];
  if (parts.join(',') !== query) throw bad(`Query error: malformed query "${query}".`);
  return parts.map((part) => ({
    name: /^[^[]*/.exec(part)?.[0] ?? '',
    brackets: [...part.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? ''),
  }));
}

function axisSelection(part: Part, axes: readonly Axis[]): Selection {
  const index = axes.findIndex((axis) => axis.name === part.name);
  const axis = axes[index];
  if (axis === undefined) throw bad(`Query error: unknown axis ${part.name}.`);
  return select(part.name, axis, index, part.brackets[0] ?? `0:${axis.size - 1}`);
}

function select(variable: string, axis: Axis, number: number, bracket: string): Selection {
  const where = `For variable=${variable} axis#${number}=${axis.name} Constraint="[${bracket}]": `;
  const [start, middle, stop] = splitRange(bracket);
  const from = indexOf(axis, start, 'Start', where);
  const to = stop === undefined && middle === undefined ? from : indexOf(axis, stop ?? middle ?? '', 'Stop', where);
  const stride = stop === undefined ? 1 : Number(middle);
  if (!Number.isInteger(stride) || stride < 1)
    throw bad(`Query error: ${where}Stride=${middle} is invalid. It must be an integer >= 1.`);
  const indexes: number[] = [];
  // ERDDAP swaps a reversed range; the answer always follows the axis.
  for (let index = Math.min(from, to); index <= Math.max(from, to); index += stride) indexes.push(index);
  return { axis, indexes };
}

/** Splits at the colons outside of parentheses: an instant contains colons. */
function splitRange(bracket: string): [string, string | undefined, string | undefined] {
  const parts = bracket.match(/\([^)]*\)|[^:()]+/g) ?? [];
  return [parts[0] ?? '', parts[1], parts[2]];
}

function indexOf(axis: Axis, token: string, end: 'Start' | 'Stop', where: string): number {
  const inner = /^\((.*)\)$/.exec(token)?.[1];
  if (inner === undefined) {
    const back = /^last(?:-(\d+))?$/.exec(token);
    const index = back === null ? Number(token) : axis.size - 1 - Number(back[1] ?? 0);
    if (token === '' || !Number.isInteger(index) || index < 0 || index >= axis.size)
      throw bad(
        `Query error: ${where}${end}="${token}" is invalid. It must be an integer between 0 and ${axis.size - 1}.`,
      );
    return index;
  }
  const back = /^last(?:-([\d.]+))?$/.exec(inner);
  const value = back === null ? parseValue(axis, inner) : axis.at(axis.size - 1) - Number(back[1] ?? 0);
  if (Number.isNaN(value)) throw bad(`Query error: ${where}${end}=NaN (invalid format?) isn't allowed.`);
  const [min, max] = [axisMin(axis), axisMax(axis)];
  if (value > max + axis.tolerance)
    throw none(
      `${where}${end}="${inner}" is greater than the axis maximum=${shown(axis, max)} (and even ${max + axis.tolerance}).`,
    );
  if (value < min - axis.tolerance)
    throw none(
      `${where}${end}="${inner}" is less than the axis minimum=${shown(axis, min)} (and even ${min - axis.tolerance}).`,
    );
  return axis.nearest(value);
}

function parseValue(axis: Axis, text: string): number {
  if (axis.name === 'time' && /^\d{4}-/.test(text))
    return Date.parse(/[Zz]|[+-]\d\d:?\d\d$/.test(text) ? text : text.length > 10 ? `${text}Z` : text) / 1000;
  return text.trim() === '' ? Number.NaN : Number(text);
}

function shown(axis: Axis, value: number): string {
  return axis.name === 'time' ? new Date(value * 1000).toISOString().replace('.000Z', 'Z') : String(value);
}

function bad(message: string): GridQueryError {
  return new GridQueryError(400, `Bad Request: ${message}`);
}

function none(message: string): GridQueryError {
  return new GridQueryError(404, `Not Found: Your query produced no matching results. Query error: ${message}`);
}
