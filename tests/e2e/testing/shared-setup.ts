/**
 * One platform for the journeys that ask nothing special of theirs, and its data folder for those that need a platform of
 * their own: only one start, the first, has to seed.
 */
import type { TestProject } from 'vitest/node';
import { clearRows, writeTable } from './interface-table.ts';
import { copyFolder, newFolder, removeFolder, startPlatform } from './platform.ts';
import type { SharedPlatform } from './shared.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly platform: SharedPlatform;
    readonly seeded: string;
  }
}

const administrator = { email: 'chefe@exemplo.ao', password: 'a restinga do Lobito ao fim da tarde' };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  clearRows();
  const seeded = await newFolder('semeada');
  const settings = { KIANDA_ADMIN_EMAIL: administrator.email, KIANDA_ADMIN_PASSWORD: administrator.password };
  const first = await startPlatform({ dataDir: seeded, settings });
  await first.stop();
  const dataDir = await copyFolder(seeded, 'partilhada');
  const shared = await startPlatform({ dataDir, settings });
  process.stdout.write(
    `Plataforma semeada em ${first.readySeconds} s; a partilhada arrancou em ${shared.readySeconds} s\n`,
  );
  project.provide('platform', { url: shared.url, ...administrator });
  project.provide('seeded', seeded);
  return async () => {
    const line = writeTable();
    if (line !== null) process.stdout.write(`${line}\n`);
    await removeFolder(dataDir);
    await removeFolder(seeded);
  };
}
