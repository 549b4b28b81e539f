import type { Plugin } from 'vite';

/** Zod's classes of schemas, each with the part that writes it as JSON Schema, and the words of its English messages. */
const schemasFile = /\/zod\/v4\/classic\/schemas\.js$/;
/** Parts that a page has no use for, and what stands instead. */
const parts = [
  { pattern: /^import .* from "\.\.\/core\/to-json-schema\.js";$/gm, instead: '' },
  { pattern: /^\s*inst\._zod\.processJSONSchema = .*$/gm, instead: '' },
  { pattern: /create(?:Standard|To)JSONSchemaMethod\([^)]*\)/g, instead: 'undefined' },
  { pattern: /^import en from "\.\.\/locales\/en\.js";$/gm, instead: '' },
  { pattern: /core\.config\(en\(\)\);/g, instead: '{}' },
];

/** Zod's source without them. Throws where there is nothing to leave out: zod is another one. */
export function withoutWriter(source: string): string {
  return parts.reduce((text, { pattern, instead }) => {
    if (text.search(pattern) < 0) throw new Error(`schema-writer: zod has no ${pattern.source}`);
    return text.replaceAll(pattern, instead);
  }, source);
}

/** Leaves zod's writer of JSON Schema and its English out of the pages: they check answers, and speak Portuguese. */
export function leaveOutSchemaWriter(): Plugin {
  return {
    name: 'kianda-schema-writer',
    apply: 'build',
    transform(code, id) {
      return schemasFile.test(id) ? { code: withoutWriter(code), map: null } : null;
    },
  };
}
