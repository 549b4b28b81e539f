import { fieldVariables } from '@kianda/contract/sea/ocean/ocean.contract';
import { formatDate } from '@kianda/format';
import type { ChangeSource } from '../../../platform/changes.ts';
import type { OceanRepository } from './ocean.repository.ts';

const labels: Readonly<Record<string, { readonly label: string }>> = fieldVariables;

/** Days of fields that arrived, each variable and day once. */
export function oceanChanges(repository: Pick<OceanRepository, 'daysSince'>): readonly ChangeSource[] {
  return [
    {
      kind: 'data',
      access: 'ocean:read',
      async since(from, _principal, limit) {
        const { count, newest } = await repository.daysSince(from, limit);
        return {
          count,
          newest: newest.map(({ variable, observed_at: observedAt, at }) => ({
            id: `${variable}-${observedAt.toISOString()}`,
            title: `${labels[variable]?.label ?? variable}, ${formatDate(observedAt.toISOString())}`,
            at,
            target: { section: 'realtime-angola', search: {} },
          })),
        };
      },
    },
  ];
}
