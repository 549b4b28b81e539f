import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ModuleDefinition } from '../platform/modules/definition.ts';

const modulesFolder = join(import.meta.dirname, '../modules');

export type PlacedDefinition = {
  readonly domain: string;
  readonly folder: string;
  readonly definition: ModuleDefinition;
};

function isDefinition(value: unknown): value is ModuleDefinition {
  return typeof value === 'object' && value !== null && 'needs' in value && 'collects' in value && 'create' in value;
}

/** The definition that each folder of `modules/<domain>/` exports at its front door. Throws for one without exactly one. */
export async function placedDefinitions(): Promise<readonly PlacedDefinition[]> {
  const places = readdirSync(modulesFolder).flatMap((domain) =>
    readdirSync(join(modulesFolder, domain))
      .filter((folder) => existsSync(join(modulesFolder, domain, folder, 'index.ts')))
      .map((folder) => ({ domain, folder })),
  );
  return Promise.all(
    places.map(async ({ domain, folder }) => {
      const exported: Record<string, unknown> = await import(`../modules/${domain}/${folder}/index.ts`);
      const [definition, another] = Object.values(exported).filter(isDefinition);
      if (definition === undefined || another !== undefined)
        throw new Error(`modules/${domain}/${folder}/index.ts must export one module definition`);
      return { domain, folder, definition };
    }),
  );
}
