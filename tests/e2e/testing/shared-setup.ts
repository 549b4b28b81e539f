/** One platform for the journeys that ask nothing special of theirs: a first start costs both cores a minute or more. */
import type { TestProject } from 'vitest/node';
import { newFolder, removeFolder, startPlatform } from './platform.ts';
import type { SharedPlatform } from './shared.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly platform: SharedPlatform;
  }
}

const administrator = { email: 'chefe@exemplo.ao', password: 'a restinga do Lobito ao fim da tarde' };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await newFolder('partilhada');
  const { url } = await startPlatform({
    dataDir,
    settings: { KIANDA_ADMIN_EMAIL: administrator.email, KIANDA_ADMIN_PASSWORD: administrator.password },
  });
  project.provide('platform', { url, ...administrator });
  return () => removeFolder(dataDir);
}
