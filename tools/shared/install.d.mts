export const root: string;
export function runtimeNode(): string;
export const runtimeEnvironment: Readonly<Record<string, string>>;
export function ensureInstalled(folder?: string): Promise<void>;
