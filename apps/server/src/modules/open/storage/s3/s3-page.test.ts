/** `docs/s3.md` claims nothing without a test: each that it names is there. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../../../../..');
const rows = readFileSync(join(root, 'docs/s3.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Comportamento'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, behaviour = '', , verdict = '', proof = '']) => ({ behaviour, verdict, proof }));
const files = globSync(
  [
    'apps/server/src/modules/open/storage/**/*.test.ts',
    'apps/server/src/platform/storage/*.test.ts',
    'tests/conformance/s3-*.test.ts',
  ],
  {
    cwd: root,
  },
).map((file) => readFileSync(join(root, file), 'utf8'));
const script = readFileSync(join(root, 'tests/conformance/testing/s3-behaviours.py'), 'utf8');

function isTest(proof: string): boolean {
  const name = /^`(.+)`$/.exec(proof)?.[1] ?? '';
  if (name.startsWith('boto3: ')) return script.includes(`\ndef ${name.slice('boto3: '.length)}():`);
  return name !== '' && files.some((text) => text.includes(`test('${name}',`) || text.includes(`it('${name}',`));
}

test('every row says whether it holds, and one that holds names a test that is there', () => {
  expect(rows.length).toBeGreaterThan(50);
  for (const { behaviour, verdict, proof } of rows) {
    expect([behaviour, verdict]).toEqual([behaviour, expect.stringMatching(/^(vale|não vale)/)]);
    // Only a behaviour that does not hold, or not quite, may be without a test.
    const isShown = proof === '—' ? /^(não vale|vale em parte)/.test(verdict) : isTest(proof);
    expect([behaviour, proof, isShown]).toEqual([behaviour, proof, true]);
  }
});

test('every behaviour that boto3 asks for stands in the page', () => {
  const helpers = /^helpers = \{(.*)\}$/m.exec(script)?.[1] ?? '';
  const asked = Array.from(script.matchAll(/^def (\w+)\(/gm), ([, name]) => name ?? '').filter(
    (name) => !helpers.includes(`"${name}"`),
  );
  const named = new Set(rows.map(({ proof }) => proof));
  expect(asked.filter((name) => !named.has(`\`boto3: ${name}\``))).toEqual([]);
});
