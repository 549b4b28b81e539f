import type { ModuleDefinition, Port } from './definition.ts';

/** Thrown before anything starts: what is wrong with the declared modules, all of it at once. */
export class ModuleGraphError extends Error {
  constructor(faults: readonly string[]) {
    super(`modules: ${faults.join('; ')}`);
    this.name = 'ModuleGraphError';
  }
}

/** A module with everything it needs, each once, in the order of first mention. */
export function withNeeds(definitions: readonly ModuleDefinition[]): readonly ModuleDefinition[] {
  const found = new Set<ModuleDefinition>();
  const add = (definition: ModuleDefinition): void => {
    if (found.has(definition)) return;
    found.add(definition);
    Object.values(definition.needs).forEach(add);
  };
  definitions.forEach(add);
  return [...found];
}

/**
 * The modules in an order in which each stands after what it needs, otherwise as given. Throws `ModuleGraphError` that
 * names every missing need, duplicate name, circle, and extension point that is filled wrongly or not at all.
 */
export function orderModules(definitions: readonly ModuleDefinition[]): readonly ModuleDefinition[] {
  const { ordered, circles } = depthFirst(definitions);
  const faults = [...duplicates(definitions), ...missingNeeds(definitions), ...circles, ...portFaults(definitions)];
  if (faults.length > 0) throw new ModuleGraphError(faults);
  return ordered;
}

function depthFirst(definitions: readonly ModuleDefinition[]) {
  const given = new Set(definitions);
  const done = new Set<ModuleDefinition>();
  const circles: string[] = [];
  function visit(definition: ModuleDefinition, path: readonly ModuleDefinition[]): void {
    if (done.has(definition)) return;
    const at = path.indexOf(definition);
    if (at !== -1) {
      const names = [...path.slice(at), definition].map(({ name }) => name);
      circles.push(`circle of needs: ${names.join(' → ')}`);
      return;
    }
    for (const need of Object.values(definition.needs)) if (given.has(need)) visit(need, [...path, definition]);
    done.add(definition);
  }
  for (const definition of definitions) visit(definition, []);
  return { ordered: [...done], circles };
}

function duplicates(definitions: readonly ModuleDefinition[]): string[] {
  const names = definitions.map(({ name }) => name);
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))].map(
    (name) => `two modules are called "${name}"`,
  );
}

function missingNeeds(definitions: readonly ModuleDefinition[]): string[] {
  const given = new Set(definitions);
  return definitions.flatMap(({ name, needs }) =>
    Object.values(needs)
      .filter((need) => !given.has(need))
      .map((need) => `"${name}" needs "${need.name}", which is not among the modules`),
  );
}

/** An extension point with its name, `identity.mail`, the module that has it, and those that fill it. */
export type NamedPort = {
  readonly port: Port;
  readonly name: string;
  readonly owner: ModuleDefinition;
  readonly filledBy: readonly ModuleDefinition[];
};

export function portsOf(definitions: readonly ModuleDefinition[]): readonly NamedPort[] {
  return definitions.flatMap((owner) =>
    Object.entries(owner.ports).map(([key, port]) => ({
      port,
      name: `${owner.name}.${key}`,
      owner,
      filledBy: definitions.filter(({ fills }) => Object.values(fills).includes(port)),
    })),
  );
}

function portFaults(definitions: readonly ModuleDefinition[]): string[] {
  const ports = portsOf(definitions);
  const known = new Set(ports.map(({ port }) => port));
  const strangers = definitions.flatMap(({ name, fills }) =>
    Object.entries(fills)
      .filter(([, port]) => !known.has(port))
      .map(([key]) => `"${name}" fills the extension point "${key}", which no module has`),
  );
  const wrong = ports.flatMap(({ port, name, owner, filledBy }) => [
    ...(port.kind === 'required' && filledBy.length === 0
      ? [`the extension point "${name}" is required and no module fills it`]
      : []),
    ...(port.kind !== 'many' && filledBy.length > 1
      ? [`the extension point "${name}" is filled by ${filledBy.map((one) => `"${one.name}"`).join(' and ')}`]
      : []),
    ...filledBy
      .filter((filler) => !Object.values(filler.needs).includes(owner))
      .map((filler) => `"${filler.name}" fills "${name}" and does not need "${owner.name}"`),
  ]);
  return [...strangers, ...wrong];
}

/** The graph as text, a line a module in its order: what it needs, and whose extension points it fills. */
export function printGraph(definitions: readonly ModuleDefinition[]): string {
  const ordered = orderModules(definitions);
  const ports = portsOf(ordered);
  return ordered
    .map((definition) => {
      const needs = Object.values(definition.needs).map(({ name }) => name);
      const fills = ports.filter(({ filledBy }) => filledBy.includes(definition)).map(({ name }) => name);
      return [
        definition.name,
        ...(needs.length === 0 ? [] : [`needs ${needs.join(', ')}`]),
        ...(fills.length === 0 ? [] : [`fills ${fills.join(', ')}`]),
        ...(definition.collects.length === 0 ? [] : [`collects ${definition.collects.join(', ')}`]),
      ].join(' · ');
    })
    .join('\n');
}
