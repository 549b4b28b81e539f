import type { Provenance } from '@kianda/contract';
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
  /** What stands there without rows. */
  readonly empty: string;
};

/** Lines or bars over labels in order; null is a gap, never zero. */
export type ChartBlock = {
  readonly kind: 'chart';
  readonly shape: 'line' | 'bar';
  readonly title: string;
  /** What it shows, for those who do not see it. */
  readonly alt: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly labels: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
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
    /** What the map is about, before what lies around it. */
    readonly isFocus: boolean;
  }[];
  readonly tracks: readonly MapTrack[];
  readonly points: readonly MapPoint[];
  /** What a symbol stands for, in the legend. */
  readonly symbols: readonly { readonly symbol: MapPoint['symbol']; readonly label: string }[];
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
  /** What the file says of itself to those who look for it. */
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
