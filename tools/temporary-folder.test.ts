import { expect, test } from 'vitest';
import { isInMemory } from './shared/temporary-folder.ts';

const disk = '/dev/vda / ext4 rw,relatime 0 0';
const memory = 'tmpfs /dev/shm tmpfs rw,nosuid,nodev,size=24684084k 0 0';

test('a folder in memory is one where programs may run and files may be written', () => {
  expect(isInMemory(`${disk}\n${memory}\n`, '/dev/shm')).toBe(true);
  expect(isInMemory(`${disk}\n${memory.replace('nodev', 'noexec')}\n`, '/dev/shm')).toBe(false);
  expect(isInMemory(`${disk}\n${memory.replace('rw', 'ro')}\n`, '/dev/shm')).toBe(false);
  expect(isInMemory(`${disk}\n${memory.replace('tmpfs rw', 'ext4 rw')}\n`, '/dev/shm')).toBe(false);
  expect(isInMemory(disk, '/dev/shm')).toBe(false);
});

test('what was mounted last over a folder is what counts', () => {
  const covered = `${memory}\n/dev/vdb /dev/shm ext4 rw 0 0`;
  expect(isInMemory(covered, '/dev/shm')).toBe(false);
  expect(isInMemory(`${covered}\n${memory}`, '/dev/shm')).toBe(true);
});
