export const floors: Readonly<
  Record<string, { readonly path: string; readonly floor: number; readonly imports: readonly string[] }>
>;
export const tiers: Readonly<Record<string, number>>;
export const domains: Readonly<Record<string, readonly string[]>>;
