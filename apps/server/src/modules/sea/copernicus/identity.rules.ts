import type { DataOf } from '@kianda/contract';
import type { copernicusAuth } from '@kianda/contract/sea/ocean/copernicus.contract';
import type { CopernicusAccess } from './copernicus.client.ts';
import type { ProbeRow } from './copernicus.repository.ts';

/** State of the identity service by its last probe, without a token in it. */
export function identityState(
  row: ProbeRow | undefined,
  access: CopernicusAccess,
  nowMs: number,
): DataOf<typeof copernicusAuth> {
  const seconds = (instant: Date | null | undefined) =>
    instant == null ? null : Math.max(0, Math.round((instant.getTime() - nowMs) / 1000));
  const common = {
    realm: 'CDSE' as const,
    expires_in: seconds(row?.token_expires_at),
    refresh_expires_in: seconds(row?.token_refresh_until),
    checked_at: row?.at.toISOString() ?? null,
    simulated: access.simulatedSeed !== null,
  };
  if (row === undefined) return { ...common, status: 'unknown', message: 'Ainda sem verificação.' };
  if (row.ok && access.account !== null)
    return { ...common, status: 'authenticated', message: 'A conta configurada tem um token válido.' };
  if (row.ok)
    return {
      ...common,
      status: 'reachable',
      message: 'O serviço responde; nenhuma conta está configurada, e a pesquisa dispensa-a.',
    };
  const refused = row.error?.includes('recusou as credenciais') === true;
  return {
    ...common,
    status: refused ? 'refused' : 'unreachable',
    message: row.error ?? 'O serviço de identidade falhou.',
  };
}
