import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const pages = ['apps/console/src', 'apps/interfaces/src', 'packages/ui/src', 'packages/viz/src'];

/** Files that take Mantine's own Modal, from the root of the repository. */
function filesWithModal(): string[] {
  return pages.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx'))
      .map((name) => join(folder, name))
      .filter((name) =>
        /import \{[^}]*\bModal\b[^}]*\} from '@mantine\/core'/.test(readFileSync(join(root, name), 'utf8')),
      ),
  );
}

test('Mantine’s Modal stands in the shared dialog alone, which gives the focus back and asks before text is lost', () => {
  expect(filesWithModal()).toEqual(['packages/ui/src/dialog/dialog.tsx']);
});
