import type { AddressState } from '../page-frame/address.ts';
import * as address from '../page-frame/address.ts';
import type { ChangeAddress } from '../page-frame/use-address.ts';

export const coastParts = ['angola', 'cabinda', 'norte', 'centro', 'sul'] as const;
export const mcdaMethods = ['ahp', 'wlc', 'owa', 'topsis'] as const;

/** Questions to the four services: all of them stand in the address. */
export const serviceFields = {
  lat: address.numberIn(-90, 90, -8.8, 4),
  lon: address.numberIn(-180, 180, 12.9, 4),
  especie: address.text(200),
  costa: address.choice(coastParts, 'angola'),
  metodo: address.choice(mcdaMethods, 'ahp'),
  grelha: address.numberIn(1, 100, 10),
};
export type ServiceState = AddressState<typeof serviceFields>;
export type ServiceProps = { readonly state: ServiceState; readonly change: ChangeAddress<ServiceState> };
