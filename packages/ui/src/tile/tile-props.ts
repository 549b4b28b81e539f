import type { Sourced } from '@kianda/contract';
import type { NumberOptions } from '@kianda/format';
import type { ReactNode } from 'react';

/** One point of a tile's history. */
export type TilePoint = { readonly at: string; readonly value: number | null };

export type TileProps = {
  /** Anchor of the tile: what 'Copiar ligação' points at. */
  readonly id: string;
  readonly label: string;
  /** `undefined` while loading. */
  readonly value: Sourced<number | string | null> | undefined;
  readonly unit?: string;
  readonly format?: NumberOptions;
  /** Shown instead of number and unit, for styles such as '<1s'. The number stays in table and CSV. */
  readonly display?: (value: number | string) => string;
  /** Difference to an earlier period, with the period's name: `face às 24 h anteriores`. */
  readonly change?:
    | {
        readonly value: Sourced<number | null>;
        readonly label: string;
        /** Unit of the change where it is not the value's own: a count changes in percent. */
        readonly unit?: string;
      }
    | undefined;
  readonly history?: Sourced<readonly TilePoint[]> | undefined;
  readonly icon?: ReactNode;
  readonly note?: ReactNode;
  /** `attention` draws the coral edge: only where a person must act now. */
  readonly tone?: 'plain' | 'attention';
  /** Called when the tile itself is a way in. */
  readonly onOpen?: (() => void) | undefined;
};

export type TileView = 'origin' | 'table';

export type TileMenuProps = { readonly tile: TileProps; readonly onView: (view: TileView) => void };
