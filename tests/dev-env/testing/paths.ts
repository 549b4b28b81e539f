/** Those of the dotted paths that lead nowhere in `data`; a null at the end is somewhere. */
export function missingPaths(data: unknown, paths: readonly string[]): string[] {
  return paths.filter((path) => {
    let value: unknown = data;
    for (const name of path.split('.')) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return true;
      value = (value as Record<string, unknown>)[name];
    }
    return false;
  });
}
