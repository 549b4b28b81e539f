import { type AddressField, camera, choice } from '../page-frame/address.ts';

/** An id; empty for none. */
const id = (): AddressField<string> => ({
  initial: '',
  write: (value) => value,
  read: (written) => (/^[\da-f-]{36}$/.test(written) ? written : undefined),
});

export const tabs = ['notes', 'tasks', 'people'] as const;

/** Fields of the page's address: notices of the platform lead here by `room` and `annotation`. */
export const collaborationFields = {
  room: id(),
  annotation: id(),
  tab: choice(tabs, 'notes'),
  map: camera(),
};
