import fc from 'fast-check';
import { XMLBuilder } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { xmlOf } from './s3-xml.ts';

const builder = new XMLBuilder({ attributeNamePrefix: '@', ignoreAttributes: false, suppressEmptyNode: true });
const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/';
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '&amp;', '<a>', `o'rei & "z"`, 'água/\u{1F30A}'),
);
const leaf = fc.oneof(text, fc.integer(), fc.boolean(), fc.constantFrom(undefined, null));
const name = fc.constantFrom('Key', 'Size', 'Owner', 'Prefix');
const membersWith = (deeper: fc.Arbitrary<object>) =>
  fc.dictionary(name, fc.oneof(leaf, fc.array(fc.oneof(text, deeper), { maxLength: 3 }), deeper), { maxKeys: 4 });
const members = membersWith(membersWith(fc.dictionary(name, leaf, { maxKeys: 3 })));

test('answers are letter by letter what a library for XML writes of the same members', () => {
  fc.assert(
    fc.property(fc.constantFrom('ListBucketResult', 'Error'), members, (root, each) => {
      const named = root === 'Error' ? each : { '@xmlns': namespace, ...each };
      expect(xmlOf(root, each)).toBe(`<?xml version="1.0" encoding="UTF-8"?>\n${builder.build({ [root]: named })}`);
    }),
    { numRuns: 300 },
  );
});
