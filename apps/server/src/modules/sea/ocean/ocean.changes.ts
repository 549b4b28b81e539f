import { fieldVariables } from '@kianda/contract/sea/ocean/ocean.contract';
import { formatDate } from '@kianda/format';
import type { ChangeSource } from '../../../platform/changes.ts';
import type { OceanRepository } from './ocean.repository.ts';

const labels: Readonly<Record<string, { readonly label: string }>> = fieldVariables;

/** Variables that data arrived of, each once with its newest day: its history may come by thousands of days. */
export function oceanChanges(repository: Pick<OceanRepository, 'arrivedSince'>): readonly ChangeSource[] {
  return [
    {
      kind: 'data',
      access: 'ocean:read',
      async since(from, _principal, limit) {
        const { count, newest } = await repository.arrivedSince(from, limit);
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
