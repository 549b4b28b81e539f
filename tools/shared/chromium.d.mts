/** Path of an installed Chromium; undefined when there is none. */
export function findChromium(): string | undefined;
/** Makes sure there is a Chromium; otherwise says how to get one. */
export function ensureChromium(): Promise<{ code: number; output: string }>;
