/** The floors of tools/floors.cjs, judged by dependency-cruiser. */
import { tool } from './stages.mjs';

/** Fewer modules than this means that the sources were not read: dependency-cruiser then finds no fault and exits with 0. */
const fewestModules = 300;

export async function cruiseFloors() {
  const { code, output } = await tool('depcruise', [
    '--config',
    '.dependency-cruiser.cjs',
    'packages',
    'apps',
    'tests',
    'bench',
    'tools',
    '--output-type',
    'err',
  ]);
  const modules = Number(/(\d+) modules/.exec(output)?.[1] ?? 0);
  if (code === 0 && modules < fewestModules) {
    return {
      code: 1,
      output: `dependency-cruiser leu ${modules} módulos; esperados pelo menos ${fewestModules}.\n${output}`,
    };
  }
  return { code, output };
}
