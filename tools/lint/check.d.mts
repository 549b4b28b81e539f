export type Fault = { readonly rule: string; readonly path: string; readonly line: number; readonly message: string };
export function checkSources(sources: readonly unknown[]): readonly Fault[];
