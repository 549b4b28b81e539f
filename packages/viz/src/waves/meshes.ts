/** Depths under the block: a square of `cells` + 1 places on a side, m, from the north-west, row by row. */
export type SeabedPatch = {
  readonly cells: number;
  readonly depthsM: Float32Array;
  /** Deepest of them, m. */
  readonly deepestM: number;
};

export type Mesh = { readonly values: Float32Array; readonly indices: Uint32Array };

/** A square of cells from 0 to 1, as two triangles each: two numbers a place. */
export function cellMesh(cells: number): Mesh {
  const row = cells + 1;
  const values = new Float32Array(row * row * 2);
  for (let index = 0; index < row * row; index += 1) {
    values[index * 2] = (index % row) / cells;
    values[index * 2 + 1] = Math.floor(index / row) / cells;
  }
  return { values, indices: triangles(cells) };
}

function triangles(cells: number): Uint32Array {
  const row = cells + 1;
  const indices = new Uint32Array(cells * cells * 6);
  let at = 0;
  for (let y = 0; y < cells; y += 1) {
    for (let x = 0; x < cells; x += 1) {
      const first = y * row + x;
      indices.set([first, first + row, first + 1, first + 1, first + row, first + row + 1], at);
      at += 6;
    }
  }
  return indices;
}

/** Measures of a block in the drawing, m: its side, how far below the surface the deepest is, and the highest wave. */
export type BlockSize = { readonly sideM: number; readonly downM: number; readonly crestM: number };

/** Height in the drawing of a depth: land stands above the crests, and the shallowest bottom lies below the troughs. */
function heightOfDepth(patch: SeabedPatch, index: number, { downM, crestM }: BlockSize): number {
  const depth = patch.depthsM[index] ?? 0;
  return depth <= 0 ? crestM : -crestM - ((downM - crestM) * depth) / Math.max(patch.deepestM, 1);
}

/** Places along the four edges of a square of cells, each edge from corner to corner, with what is outward of it. */
const edges: readonly {
  readonly at: (along: number, cells: number) => readonly [x: number, y: number];
  readonly outward: readonly [x: number, z: number];
}[] = [
  { at: (along) => [along, 0], outward: [0, -1] },
  { at: (along, cells) => [cells, along], outward: [1, 0] },
  { at: (along, cells) => [cells - along, cells], outward: [0, 1] },
  { at: (along, cells) => [0, cells - along], outward: [-1, 0] },
];

/** Two rows of places along each edge, joined to a band: `push` adds the upper and the lower one of each. */
function band(
  cells: number,
  first: number,
  push: (x: number, y: number, outward: readonly [number, number]) => void,
): number[] {
  const indices: number[] = [];
  let next = first;
  for (const { at, outward } of edges) {
    for (let along = 0; along <= cells; along += 1) {
      push(...at(along, cells), outward);
      if (along < cells) indices.push(next, next + 1, next + 2, next + 2, next + 1, next + 3);
      next += 2;
    }
  }
  return indices;
}

/** Relief of the seabed below a block, on ground that reaches below the deepest: place, normal and depth, seven numbers. */
export function bedMesh(patch: SeabedPatch, size: BlockSize): Mesh {
  const { sideM, downM } = size;
  const { cells, depthsM } = patch;
  const row = cells + 1;
  const step = sideM / cells;
  const at = (x: number, y: number) => {
    const [column, line] = [Math.min(cells, Math.max(0, x)), Math.min(cells, Math.max(0, y))];
    return heightOfDepth(patch, line * row + column, size);
  };
  const values: number[] = [];
  const placeOf = (x: number, y: number) => [x * step - sideM / 2, y * step - sideM / 2] as const;
  for (let index = 0; index < row * row; index += 1) {
    const [x, y] = [index % row, Math.floor(index / row)];
    const [east, south] = placeOf(x, y);
    const [dx, dz] = [(at(x + 1, y) - at(x - 1, y)) / (2 * step), (at(x, y + 1) - at(x, y - 1)) / (2 * step)];
    const length = Math.hypot(dx, 1, dz);
    values.push(east, at(x, y), south, -dx / length, 1 / length, -dz / length, depthsM[index] ?? 0);
  }
  const sides = band(cells, row * row, (x, y, [outX, outZ]) => {
    const [east, south] = placeOf(x, y);
    // The ground is seen in section: of one colour, that of the deepest.
    const depth = patch.deepestM;
    values.push(east, at(x, y), south, outX, 0, outZ, depth, east, -downM * 1.12, south, outX, 0, outZ, depth);
  });
  return { values: new Float32Array(values), indices: new Uint32Array([...triangles(cells), ...sides]) };
}

/** The four sides of a block, from the surface to the seabed: place and share of the way down, four numbers. */
export function wallMesh(patch: SeabedPatch, size: BlockSize): Mesh {
  const { sideM } = size;
  const { cells } = patch;
  const step = sideM / cells;
  const values: number[] = [];
  const indices = band(cells, 0, (x, y) => {
    const place = [x * step - sideM / 2, heightOfDepth(patch, y * (cells + 1) + x, size), y * step - sideM / 2];
    // No water stands before land: both ends of the band are at its edge.
    const isLand = (patch.depthsM[y * (cells + 1) + x] ?? 0) <= 0;
    values.push(...place, isLand ? 1 : 0, ...place, 1);
  });
  return { values: new Float32Array(values), indices: new Uint32Array(indices) };
}
