import {
  type InfrastructureKind,
  type InfrastructureZone,
  infrastructureKinds,
  infrastructureZones,
} from '@kianda/contract/sea/infrastructure/infrastructure.contract';
import { type AddressState, camera, choice, flag, numberIn, text } from '../page-frame/address.ts';
import type { ChangeAddress } from '../page-frame/use-address.ts';

export const zoneIds = Object.keys(infrastructureZones) as InfrastructureZone[];
export const kindIds = Object.keys(infrastructureKinds) as InfrastructureKind[];

/** Fields of the page's address. */
export const infrastructureFields = {
  zona: choice(['todas', ...zoneIds], 'todas'),
  tipo: choice(['todos', ...kindIds], 'todos'),
  /** Least population; zero leaves all, those of unknown population too. */
  minimo: numberIn(0, 20_000_000, 0),
  editar: flag(false),
  /** Chosen place. */
  lugar: text(36),
  mapa: camera(),
};
export type PageState = AddressState<typeof infrastructureFields>;
export type ChangePage = ChangeAddress<PageState>;

/** The filters as the platform takes them. */
export function queryOf({ zona, tipo, minimo }: PageState) {
  return {
    ...(zona === 'todas' ? {} : { zone: zona }),
    ...(tipo === 'todos' ? {} : { kind: tipo }),
    ...(minimo === 0 ? {} : { minPopulation: minimo }),
  };
}
