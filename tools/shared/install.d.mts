export const root: string;
export function runtimeNode(): string;
export const runtimeEnvironment: Readonly<Record<string, string>>;
