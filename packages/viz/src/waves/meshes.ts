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

/** Relief of the seabed below a block: place, normal and depth of each point, seven numbers. */
export function bedMesh(patch: SeabedPatch, size: BlockSize): Mesh {
  const { sideM } = size;
  const { cells, depthsM } = patch;
  const row = cells + 1;
  const step = sideM / cells;
  const at = (x: number, y: number) => {
    const [column, line] = [Math.min(cells, Math.max(0, x)), Math.min(cells, Math.max(0, y))];
    return heightOfDepth(patch, line * row + column, size);
  };
  const values = new Float32Array(row * row * 7);
  for (let index = 0; index < row * row; index += 1) {
    const [x, y] = [index % row, Math.floor(index / row)];
    const [dx, dz] = [(at(x + 1, y) - at(x - 1, y)) / (2 * step), (at(x, y + 1) - at(x, y - 1)) / (2 * step)];
    const length = Math.hypot(dx, 1, dz);
    values.set(
      [
        x * step - sideM / 2,
        at(x, y),
        y * step - sideM / 2,
        -dx / length,
        1 / length,
        -dz / length,
        depthsM[index] ?? 0,
      ],
      index * 7,
    );
  }
  return { values, indices: triangles(cells) };
}

/** The four sides of a block, from the surface to the seabed: place and share of the way down, four numbers. */
export function wallMesh(patch: SeabedPatch, size: BlockSize): Mesh {
  const { sideM } = size;
  const { cells } = patch;
  const row = cells + 1;
  const step = sideM / cells;
  const edges: readonly ((along: number) => readonly [x: number, y: number])[] = [
    (along) => [along, 0],
    (along) => [cells, along],
    (along) => [cells - along, cells],
    (along) => [0, cells - along],
  ];
  const values: number[] = [];
  const indices: number[] = [];
  for (const edge of edges) {
    for (let along = 0; along <= cells; along += 1) {
      const [x, y] = edge(along);
      const place = [x * step - sideM / 2, heightOfDepth(patch, y * row + x, size), y * step - sideM / 2];
      if (along < cells) {
        const first = values.length / 4;
        indices.push(first, first + 1, first + 2, first + 2, first + 1, first + 3);
      }
      values.push(...place, 0, ...place, 1);
    }
  }
  return { values: new Float32Array(values), indices: new Uint32Array(indices) };
}
