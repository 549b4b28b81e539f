/** What the server tells a parsing process. */
export type ToParser =
  | { readonly kind: 'start'; readonly input: unknown }
  | { readonly kind: 'next' }
  | { readonly kind: 'part'; readonly id: number; readonly bytes: ArrayBuffer };

/** What a parsing process tells the server. Batches and the end are answers to `next`; the others come when they do. */
export type FromParser<Item> =
  | { readonly kind: 'batch'; readonly items: readonly Item[] }
  | { readonly kind: 'end' }
  | { readonly kind: 'unreadable'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ask'; readonly id: number; readonly start: number; readonly end: number };
