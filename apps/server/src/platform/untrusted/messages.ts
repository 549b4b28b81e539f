/** Messages from the server to a parsing process. */
export type ToParser =
  | { readonly kind: 'start'; readonly input: unknown }
  | { readonly kind: 'next' }
  | { readonly kind: 'part'; readonly id: number; readonly bytes: ArrayBuffer };

/**
 * Messages from a parsing process to the server. Batches and the end answer `next`; the others are sent at any time.
 */
export type FromParser<Item> =
  | { readonly kind: 'batch'; readonly items: readonly Item[] }
  | { readonly kind: 'end' }
  | { readonly kind: 'unreadable'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ask'; readonly id: number; readonly start: number; readonly end: number };
