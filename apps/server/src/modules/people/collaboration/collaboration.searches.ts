import type { SearchSource } from '../../../platform/search.ts';
import type { CollaborationRepository } from './collaboration.repository.ts';

/** Rooms and discussions that an account sees. */
export function collaborationSearches(
  repository: Pick<CollaborationRepository, 'rooms' | 'discussions'>,
): readonly SearchSource[] {
  return [
    {
      kind: 'room',
      access: 'collaboration:read',
      find: async (_query, { accountId }) =>
        (await repository.rooms(accountId, '')).map(({ id, name, topic, owner_name: owner }) => ({
          id,
          title: name,
          detail: owner,
          names: [],
          about: [topic, 'sala', 'colaboração'],
          target: { section: 'discussions', search: { room: id } },
        })),
    },
    {
      kind: 'discussion',
      access: 'collaboration:read',
      find: async (_query, { accountId }) =>
        (await repository.discussions(accountId, {})).map(({ id, title, starter_name: starter }) => ({
          id,
          title,
          detail: starter,
          names: [],
          about: ['discussão', 'comentários', 'conversa'],
          target: { section: 'discussions', search: { discussion: id } },
        })),
    },
  ];
}
