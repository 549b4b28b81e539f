import { rampTable } from '@kianda/viz/colour/ramps.ts';
import type { ColourScale } from '@kianda/viz/colour/scale.ts';

type Matrix = {
  readonly columns: number;
  readonly rows: number;
  /** Value of a pixel, the first row on top; NaN where nothing is known. */
  readonly valueAt: (column: number, row: number) => number;
  readonly scale: ColourScale;
};

/** Draws a matrix on a canvas, one pixel a value; what is not known stays transparent. */
export function paintMatrix(canvas: HTMLCanvasElement, { columns, rows, valueAt, scale }: Matrix): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  canvas.width = columns;
  canvas.height = rows;
  const pixels = new Uint32Array(columns * rows);
  const table = new Uint32Array(rampTable(scale.ramp).buffer);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const index = scale.indexOf(valueAt(column, row));
      if (index >= 0) pixels[row * columns + column] = table[index] ?? 0;
    }
  }
  context.putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), columns, rows), 0, 0);
}
