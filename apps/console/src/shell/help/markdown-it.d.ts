declare module 'markdown-it' {
  export type Token = {
    readonly type: string;
    readonly tag: string;
    /** 1 opens, -1 closes, 0 is whole. */
    readonly nesting: -1 | 0 | 1;
    readonly content: string;
    readonly info: string;
    readonly children: readonly Token[] | null;
    attrGet(name: string): string | null;
  };
  export default class MarkdownIt {
    constructor(options: { readonly html: boolean; readonly linkify: boolean });
    parse(text: string, environment: Record<string, unknown>): readonly Token[];
  }
}
