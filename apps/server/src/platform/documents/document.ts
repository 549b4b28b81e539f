import type { Provenance } from '@kianda/contract';
import type { RampName } from '@kianda/contract/core/ramps';
import type { ArealGeometry, Bbox, Position } from '@kianda/geo';

/** A label with its value, both as people read them. */
export type Fact = readonly [label: string, value: string];

export type TableColumn = {
  readonly label: string;
  /** Width beside the other columns'. */
  readonly share: number;
  readonly align?: 'left' | 'right';
};
export type TableBlock = {
  readonly kind: 'table';
  readonly caption: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly string[])[];
  /** Text in place of a table without rows. */
  readonly empty: string;
};

/** Lines or bars over labels in order; null is a gap, never zero. */
export type ChartBlock = {
  readonly kind: 'chart';
  readonly shape: 'line' | 'bar';
  readonly title: string;
  /** Description of the picture, for screen readers. */
  readonly alt: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly labels: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
  /** False where zero says nothing (temperatures, latitudes): lines then fill the height. Bars always stand on zero. */
  readonly fromZero?: boolean;
};

export type MapTrack = {
  readonly name: string;
  readonly points: readonly { readonly position: Position; readonly timeMs: number }[];
};
export type MapPoint = {
  readonly position: Position;
  /** Empty: a mark without a word beside it. */
  readonly label: string;
  readonly symbol: 'circle' | 'square' | 'triangle' | 'cross';
  /** Half its width, points; 4 when absent. */
  readonly size?: number;
};
/** Colours over the sea: row-major from the south-west, NaN where nothing is known; `west`, `south` of the first centre. */
export type MapField = {
  readonly label: string;
  readonly unit: string;
  readonly west: number;
  readonly south: number;
  readonly lonStepDegrees: number;
  readonly latStepDegrees: number;
  readonly columns: number;
  readonly rows: number;
  readonly values: ArrayLike<number>;
  readonly ramp: RampName;
  readonly range: readonly [low: number, high: number];
  readonly log: boolean;
};
/** Flows, each towards where it goes, in the unit of the label. */
export type MapArrows = {
  readonly label: string;
  readonly unit: string;
  readonly arrows: readonly { readonly position: Position; readonly east: number; readonly north: number }[];
};
/** Land, coast and the ZEE are on every map; a silence of more than an hour in a track is a broken line. */
export type MapBlock = {
  readonly kind: 'map';
  readonly title: string;
  readonly alt: string;
  readonly bbox: Bbox;
  readonly areas: readonly {
    readonly name: string;
    readonly geometry: ArealGeometry;
    /** Whether the area is a subject of the map, not its surroundings. */
    readonly isFocus: boolean;
  }[];
  /** Legend of the areas that are not in focus; watched areas when absent. */
  readonly areasLabel?: string;
  readonly tracks: readonly MapTrack[];
  readonly points: readonly MapPoint[];
  /** Meaning of each symbol, in the legend. */
  readonly symbols: readonly { readonly symbol: MapPoint['symbol']; readonly label: string }[];
  /** Height of the map itself, points; 300 when absent. */
  readonly height?: number;
  readonly field?: MapField;
  readonly arrows?: MapArrows;
};

export type ImageBlock = {
  readonly kind: 'image';
  readonly alt: string;
  readonly caption: string;
  /** PNG or JPEG. */
  readonly bytes: Uint8Array;
  /** Width beside that of the text: 1 is all of it. */
  readonly share: number;
  /** Height beside its width. */
  readonly aspect: number;
};

export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string; readonly tone?: 'body' | 'note' | 'warning' }
  | { readonly kind: 'facts'; readonly items: readonly Fact[] }
  | TableBlock
  | ChartBlock
  | MapBlock
  | ImageBlock
  | { readonly kind: 'page-break' };

/** A document before it is a file: what it says, in order, and what that rests upon. Texts are in Portuguese. */
export type PlatformDocument = {
  readonly title: string;
  readonly subtitle: string;
  /** Subject and keywords in the file's metadata, for searches. */
  readonly subject: string;
  readonly keywords: readonly string[];
  readonly author: string;
  readonly createdMs: number;
  /** First page: of what, of whom, for when. */
  readonly facts: readonly Fact[];
  readonly blocks: readonly Block[];
  /** Where its figures come from; one of a simulator marks every page. */
  readonly provenance: readonly { readonly label: string; readonly provenance: Provenance }[];
  readonly licences: readonly string[];
  readonly citations: readonly string[];
};
