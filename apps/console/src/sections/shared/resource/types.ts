import type { Filter } from '@kianda/contract/core/filters';

/** Parameters of a list in the screen's address. */
export type Address = Readonly<Record<string, string | number | undefined>>;

type Offer = { readonly value: string; readonly label: string };
export type Offers = Readonly<Record<string, readonly Offer[]>>;

export type FilterProps = {
  readonly filter: Filter;
  readonly address: Address;
  /** Values that a `values` or `value` filter offers. */
  readonly offers: readonly Offer[];
  readonly onFilter: (part: Address) => void;
};

/** Text of a filter's parameter; empty where it is not set. */
export const textIn = ({ filter, address }: Pick<FilterProps, 'filter' | 'address'>, at = 0): string =>
  String(address[filter.address[at] ?? ''] ?? '');

/** Name of a filter's parameter in the address. */
export const nameIn = (filter: Filter, at = 0): string => filter.address[at] ?? '';

/** A parameter's value for the address: nothing for an empty text. */
export const orNone = (text: string): string | undefined => (text === '' ? undefined : text);
