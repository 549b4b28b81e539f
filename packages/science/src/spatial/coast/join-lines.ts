import type { Position } from '@kianda/geo';

/** Degrees within which two ends are one: about a metre. */
const endDegrees = 1e-5;

/** Lines whose ends meet made one, each from south to north: then the sea of a west coast is on its left. */
export function joinedNorthward(lines: readonly (readonly Position[])[]): readonly (readonly Position[])[] {
  const waiting = lines.filter((line) => line.length > 1).map(northward);
  const joined: (readonly Position[])[] = [];
  for (let line = waiting.shift(); line !== undefined; line = waiting.shift()) {
    let chain = line;
    for (let found = -2; found !== -1; ) {
      const [start, end] = [chain[0], chain.at(-1)];
      found = waiting.findIndex((other) => [other[0], other.at(-1)].some((at) => meets(at, start) || meets(at, end)));
      const other = found === -1 ? undefined : waiting.splice(found, 1)[0];
      if (other !== undefined) chain = joinedPair(chain, other);
    }
    joined.push(northward(chain));
  }
  return joined;
}

function joinedPair(chain: readonly Position[], other: readonly Position[]): readonly Position[] {
  if (meets(chain.at(-1), other[0])) return [...chain, ...other.slice(1)];
  if (meets(chain.at(-1), other.at(-1))) return [...chain, ...other.toReversed().slice(1)];
  if (meets(chain[0], other.at(-1))) return [...other, ...chain.slice(1)];
  return [...other.toReversed(), ...chain.slice(1)];
}

function meets(a: Position | undefined, b: Position | undefined): boolean {
  return a !== undefined && b !== undefined && Math.abs(a[0] - b[0]) < endDegrees && Math.abs(a[1] - b[1]) < endDegrees;
}

const northward = (line: readonly Position[]): readonly Position[] =>
  (line[0]?.[1] ?? 0) <= (line.at(-1)?.[1] ?? 0) ? line : line.toReversed();
