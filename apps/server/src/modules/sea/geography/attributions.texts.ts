import { connectorById } from '@kianda/connectors';

export type Attribution = {
  readonly source: string;
  readonly licence: string;
  readonly citation: string;
  readonly homepage: string;
};

/** Citations and terms of the data of a connector; none for an unknown one. */
export function attributionsOf(connectorId: string): Attribution[] {
  const connector = connectorById(connectorId);
  if (connector === null) return [];
  const { provider, licence, citation, homepage } = connector;
  return [{ source: provider, licence, citation, homepage }];
}

/** A page of a list: its number from 1, and how many there are. */
export function pagingOf(total: number, { page, pageSize }: { readonly page: number; readonly pageSize: number }) {
  return { total, page, pageSize, hasNext: page * pageSize < total, hasPrev: page > 1 };
}
