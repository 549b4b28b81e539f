import { type Position, pointInRing } from '@kianda/geo';

/** A row as filters read it. */
export type Filterable = {
  /** Plain field by its path, e.g. `ContentDate/Start` (dates: epoch milliseconds); undefined for one that does not exist. */
  field(path: string): string | number | boolean | undefined;
  attribute(name: string): string | number | undefined;
  readonly ring: readonly Position[];
};

export type Predicate = (row: Filterable) => boolean;

/** Thrown for a filter that is not understood. */
export class FilterError extends Error {}

const comparison = '(eq|ne|gt|ge|lt|le)';
const literal = String.raw`('(?:[^']|'')*'|[^\s()]+)`;
const attributeTerm = new RegExp(
  String.raw`^Attributes/OData\.CSC\.\w+Attribute/any\((\w+):\1/Name eq '(\w+)' and \1/OData\.CSC\.\w+Attribute/Value ${comparison} ${literal}\)`,
);
const intersectsTerm = /^OData\.CSC\.Intersects\(area=geography'SRID=4326;POLYGON\s*\(\(([^)]*)\)\)'\)/;
const textTerm = /^(contains|startswith)\((\w+),'([^']*)'\)/;
const fieldTerm = new RegExp(String.raw`^([A-Za-z]\w*(?:/[A-Za-z]\w*)?) ${comparison} ${literal}`);

/** The subset of OData that the catalogue documents: and, or, not, parentheses, attributes, areas, fields, texts. */
export function parseFilter(text: string): Predicate {
  const parser = new Parser(text);
  const predicate = parser.either();
  parser.end();
  return predicate;
}

class Parser {
  #rest: string;

  constructor(text: string) {
    this.#rest = text.trim();
  }

  either(): Predicate {
    const terms = [this.#both()];
    while (this.#word('or')) terms.push(this.#both());
    return (row) => terms.some((term) => term(row));
  }

  end(): void {
    if (this.#rest !== '') throw new FilterError(`Invalid filter near: ${this.#rest.slice(0, 60)}`);
  }

  #both(): Predicate {
    const terms = [this.#term()];
    while (this.#word('and')) terms.push(this.#term());
    return (row) => terms.every((term) => term(row));
  }

  #term(): Predicate {
    if (this.#word('not')) {
      const inner = this.#term();
      return (row) => !inner(row);
    }
    const attribute = this.#take(attributeTerm);
    if (attribute !== null) {
      const [, , name = '', operator = '', value = ''] = attribute;
      const wanted = literalOf(value);
      return (row) => compare(row.attribute(name), operator, wanted);
    }
    const area = this.#take(intersectsTerm);
    if (area !== null) {
      const ring = ringOf(area[1] ?? '');
      return (row) => intersects(row.ring, ring);
    }
    const words = this.#take(textTerm);
    if (words !== null) {
      const [, call, path = '', part = ''] = words;
      return (row) => {
        const found = String(row.field(path) ?? '');
        return call === 'contains' ? found.includes(part) : found.startsWith(part);
      };
    }
    if (this.#rest.startsWith('(')) {
      this.#rest = this.#rest.slice(1).trimStart();
      const inner = this.either();
      if (!this.#rest.startsWith(')')) throw new FilterError('Invalid filter: missing )');
      this.#rest = this.#rest.slice(1).trimStart();
      return inner;
    }
    const field = this.#take(fieldTerm);
    if (field === null) throw new FilterError(`Invalid filter near: ${this.#rest.slice(0, 60)}`);
    const [, path = '', operator = '', value = ''] = field;
    const wanted = literalOf(value);
    return (row) => {
      const found = row.field(path);
      if (found === undefined) throw new FilterError(`Invalid field: ${path}`);
      return compare(found, operator, wanted);
    };
  }

  #word(word: string): boolean {
    return this.#take(new RegExp(String.raw`^${word}(?=[\s(])`)) !== null;
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    const match = pattern.exec(this.#rest);
    if (match !== null) this.#rest = this.#rest.slice(match[0].length).trimStart();
    return match;
  }
}

/** A field that a row does not have matches nothing. */
function compare(a: string | number | boolean | undefined, operator: string, b: string | number | boolean): boolean {
  if (a === undefined) return false;
  if (operator === 'eq') return a === b;
  if (operator === 'ne') return a !== b;
  if (operator === 'gt') return a > b;
  if (operator === 'ge') return a >= b;
  return operator === 'lt' ? a < b : a <= b;
}

/** Quoted values are texts, dates instants (epoch milliseconds), the others numbers. */
function literalOf(given: string): string | number | boolean {
  const quoted = /^'(.*)'$/.exec(given)?.[1];
  if (quoted !== undefined) return quoted.replaceAll("''", "'");
  if (given === 'true' || given === 'false') return given === 'true';
  const value = /^\d{4}-\d{2}-\d{2}/.test(given) ? Date.parse(given) : Number(given);
  if (Number.isNaN(value)) throw new FilterError(`Invalid value: ${given}`);
  return value;
}

function ringOf(text: string): Position[] {
  return text.split(',').map((pair): Position => {
    const [lon, lat] = pair.trim().split(/\s+/).map(Number);
    if (lon === undefined || lat === undefined || Number.isNaN(lon) || Number.isNaN(lat))
      throw new FilterError(`Invalid WKT: ${pair}`);
    return [lon, lat];
  });
}

/** Whether two rings share a point: a corner of one in the other, or edges that cross. */
export function intersects(a: readonly Position[], b: readonly Position[]): boolean {
  if (apart(a, b, 0) || apart(a, b, 1)) return false;
  if (a.some((corner) => pointInRing(corner, b)) || b.some((corner) => pointInRing(corner, a))) return true;
  return edges(a).some(([p, q]) => edges(b).some(([r, s]) => cross(p, q, r, s)));
}

/** Whether all of one ring lies beyond all of the other along an axis: the quick answer for most. */
function apart(a: readonly Position[], b: readonly Position[], axis: 0 | 1): boolean {
  const along = (ring: readonly Position[]) => ring.map((corner) => corner[axis]);
  return Math.max(...along(a)) < Math.min(...along(b)) || Math.min(...along(a)) > Math.max(...along(b));
}

function edges(ring: readonly Position[]): [Position, Position][] {
  return ring.slice(1).map((end, index) => [ring[index] ?? end, end]);
}

function cross(p: Position, q: Position, r: Position, s: Position): boolean {
  const side = (a: Position, b: Position, c: Position) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  return side(p, q, r) * side(p, q, s) < 0 && side(r, s, p) * side(r, s, q) < 0;
}
