import type { Principal } from '../../../platform/http/bind.ts';
import type { LayerRow } from './layers.tables.ts';

type Owned = Pick<LayerRow, 'owner_id' | 'readers'>;

/** Whether an account may change and remove a layer: its own, or any where it looks after the platform. */
export function mayManage(layer: Owned, { accountId, role }: Principal): boolean {
  return layer.owner_id === accountId || role === 'administrador' || role === 'operador';
}

/** Whether an account that may read layers reads the features of this one. */
export function mayReadFeatures(layer: Owned, { accountId }: Principal): boolean {
  return layer.readers !== 'private' || layer.owner_id === accountId;
}

/** Whether an account sees that the layer exists: whoever reads it, and whoever may remove it. */
export function maySee(layer: Owned, principal: Principal): boolean {
  return mayReadFeatures(layer, principal) || mayManage(layer, principal);
}
