import type { Plugin } from 'vite';

/** Zod's classes of schemas, each with the part that writes it as JSON Schema, and the words of its English messages. */
const schemasFile = /\/zod\/v4\/classic\/schemas\.js$/;

type Part = { readonly pattern: RegExp; readonly instead: string };

/** The source without these parts. Throws where there is nothing to leave out: zod is another one. */
function without(parts: readonly Part[], source: string): string {
  return parts.reduce((text, { pattern, instead }) => {
    if (text.search(pattern) < 0) throw new Error(`schema-writer: zod has no ${pattern.source}`);
    return text.replaceAll(pattern, instead);
  }, source);
}

export const withoutWriter = (source: string): string =>
  without(
    [
      { pattern: /^import .* from "\.\.\/core\/to-json-schema\.js";$/gm, instead: '' },
      { pattern: /^\s*inst\._zod\.processJSONSchema = .*$/gm, instead: '' },
      { pattern: /create(?:Standard|To)JSONSchemaMethod\([^)]*\)/g, instead: 'undefined' },
    ],
    source,
  );

/** For pages that give zod words of their own. */
export const withoutEnglish = (source: string): string =>
  without(
    [
      { pattern: /^import en from "\.\.\/locales\/en\.js";$/gm, instead: '' },
      { pattern: /core\.config\(en\(\)\);/g, instead: '{}' },
    ],
    source,
  );

/** Cuts zod for the browser: pages check answers, and never describe themselves as JSON Schema. */
export function cutSchemas(...cuts: readonly ((source: string) => string)[]): Plugin {
  return {
    name: 'kianda-schema-writer',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      return schemasFile.test(id) ? { code: cuts.reduce((text, cut) => cut(text), code), map: null } : null;
    },
  };
}
