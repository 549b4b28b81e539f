import { expect, test } from 'vitest';
import { z } from 'zod';
import { readXml } from './s3-xml.ts';

const schema = z.object({ Key: z.string() });
async function* bodyOf(text: string) {
  yield Buffer.from(text);
}
const read = (text: string) => readXml(bodyOf(text), 'Delete', schema);

test('a body is read with its declaration, and texts stay texts', async () => {
  const body = '<?xml version="1.0" encoding="UTF-8"?>\n<Delete xmlns="urn:s3"><Key>007 &amp; 1</Key></Delete>';
  expect(await read(body)).toEqual({ Key: '007 & 1' });
});

test.each([
  ['nested without end', `${'<a>'.repeat(200_000)}${'</a>'.repeat(200_000)}`],
  ['a flood of elements', `<Delete><Key>x</Key>${'<a/>'.repeat(300_000)}</Delete>`],
  ['a flood of instructions', `<Delete><Key>x</Key>${'<?x y?>'.repeat(200_000)}</Delete>`],
  ['entities of its own', '<!DOCTYPE d [<!ENTITY a "aaaa">]><Delete><Key>&a;</Key></Delete>'],
  ['longer than any', `<Delete><Key>${'x'.repeat(2_200_000)}</Key></Delete>`],
  ['cut short', '<Delete><Key>x'],
])('%s is refused as malformed', async (_what, text) => {
  await expect(read(text)).rejects.toMatchObject({ code: 'MalformedXML' });
});
