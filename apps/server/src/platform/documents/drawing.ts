export type Point = readonly [x: number, y: number];

/** Shapes of charts and maps, the same for every file format. Points of 1/72 inch, y downwards. */
export type Shape =
  | {
      readonly kind: 'path';
      /** Each a line of its own; rings within rings are holes. */
      readonly lines: readonly (readonly Point[])[];
      readonly isClosed?: boolean;
      readonly fill?: string;
      readonly fillOpacity?: number;
      readonly stroke?: string;
      readonly width?: number;
      readonly dash?: readonly number[];
    }
  | {
      readonly kind: 'circle';
      readonly at: Point;
      readonly radius: number;
      readonly fill: string;
      readonly stroke: string;
    }
  | {
      readonly kind: 'text';
      /** Of the base line. */
      readonly at: Point;
      readonly text: string;
      readonly size: number;
      readonly colour: string;
      readonly anchor?: 'start' | 'middle' | 'end';
      readonly isBold?: boolean;
      /** Upwards, as at the side of a chart. */
      readonly isUpright?: boolean;
    }
  | {
      readonly kind: 'clip';
      readonly box: readonly [x: number, y: number, width: number, height: number];
      readonly shapes: readonly Shape[];
    };

export type Drawing = { readonly width: number; readonly height: number; readonly shapes: readonly Shape[] };

/** Colours on paper. */
export const paper = {
  ink: '#10202b',
  muted: '#52636f',
  line: '#c3ced5',
  soft: '#f1f5f7',
  accent: '#0b6480',
  coral: '#b8402a',
  sea: '#eaf3f8',
  land: '#e6e1d5',
  coast: '#857f70',
  zee: '#0b6480',
} as const;

/** Okabe and Ito (2008), the darker ones first, as lines on white. */
const categories = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#000000', '#56b4e9', '#e69f00'] as const;
export const categoryColour = (index: number): string => categories[index % categories.length] ?? paper.ink;
/** Colour is never the only sign. */
const dashes = [[], [6, 2], [2, 2], [8, 2, 2, 2]] as const;
export const categoryDash = (index: number): readonly number[] => dashes[index % dashes.length] ?? [];

const steps = [1, 2, 2.5, 5, 10] as const;

/** Step of an axis from `low` to `high` with about so many parts: 1, 2, 2.5 or 5 times a power of ten. */
export function niceStep(low: number, high: number, parts: number): number {
  const rough = (high - low) / parts;
  if (!(rough > 0) || !Number.isFinite(rough)) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  return (steps.find((step) => step * power >= rough) ?? 10) * power;
}
