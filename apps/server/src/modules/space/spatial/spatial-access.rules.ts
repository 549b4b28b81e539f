import type { Principal } from '../../../platform/http/bind.ts';
import type { AnalysisRow } from './spatial.tables.ts';

type Owned = Pick<AnalysisRow, 'owner_id' | 'readers'>;

/** Whether an account may share, cancel, re-run and delete an analysis: its own, or any where it looks after the platform. */
export function mayManage(analysis: Owned, { accountId, role }: Principal): boolean {
  return analysis.owner_id === accountId || (analysis.readers !== 'private' && role === 'administrador');
}

/** Whether an account that may read analyses reads this one. */
export function mayRead(analysis: Owned, { accountId }: Principal): boolean {
  return analysis.readers !== 'private' || analysis.owner_id === accountId;
}
