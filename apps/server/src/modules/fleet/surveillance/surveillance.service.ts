import type { AccountData } from '../../../platform/module.ts';
import type { AlertRepository } from './alerts/alerts.repository.ts';
import type { GroupRepository } from './groups/groups.repository.ts';

/** Data that surveillance holds about an account, and what happens to it when the account is deleted. */
export function accountData(groups: GroupRepository, alerts: AlertRepository): readonly AccountData[] {
  return [
    {
      id: 'shared-groups',
      label: 'Grupos de embarcações partilhados',
      fate: 'kept',
      note: 'Ficam para todos; quem configura a vigilância pode alterá-los.',
      count: (accountId) => groups.countOwned(accountId, true),
    },
    {
      id: 'private-groups',
      label: 'Grupos de embarcações privados',
      fate: 'removed',
      note: 'São eliminados: mais ninguém os via. Se fizerem falta, peça primeiro que sejam partilhados.',
      count: (accountId) => groups.countOwned(accountId, false),
      release: (accountId) => groups.removePrivate(accountId),
    },
    {
      id: 'assigned-alerts',
      label: 'Alertas de embarcações atribuídos',
      fate: 'kept',
      note: 'Continuam com o nome de quem os tinha, até serem atribuídos a outra pessoa.',
      count: (accountId) => alerts.countAssigned(accountId),
    },
  ];
}
