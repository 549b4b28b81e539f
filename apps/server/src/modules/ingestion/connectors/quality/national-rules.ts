import { type ConnectorRecord, folded } from '@kianda/connectors';
import { isKnownSpeciesCode } from '@kianda/connectors/inipm/asfis';
import { ports } from '@kianda/geo';
import type { QualityRule } from './quality.types.ts';

/** Names of ports as institutions may write them: `Moçâmedes (Namibe)` answers to both. */
const knownPorts: ReadonlySet<string> = new Set(
  ports.flatMap(({ name }) => [name, ...name.split(/[()]/)]).map((name) => folded(name)),
);

type Catch = Extract<ConnectorRecord, { kind: 'catch' }>;

function catchRule(
  id: string,
  label: string,
  dimension: QualityRule['dimension'],
  mostly: number,
  fails: (record: Catch) => boolean,
): QualityRule {
  return {
    id,
    label,
    dimension,
    mostly,
    check(record) {
      if (record.kind !== 'catch') return null;
      const isBad = fails(record);
      const { date, port, speciesCode, tonnes } = record;
      return { evaluated: 1, failing: isBad ? 1 : 0, sample: isBad ? { date, port, speciesCode, tonnes } : null };
    },
  };
}

/** Rules of the catches that the national institute reports. */
export const catchRules: readonly QualityRule[] = [
  catchRule('catch_positive', 'Captura acima de zero', 'accuracy', 0.98, ({ tonnes }) => tonnes <= 0),
  catchRule(
    'catch_species',
    'Espécie na lista ASFIS de Angola',
    'accuracy',
    0.98,
    ({ speciesCode }) => !isKnownSpeciesCode(speciesCode),
  ),
  catchRule(
    'catch_port',
    'Porto na lista de portos de Angola',
    'accuracy',
    0.98,
    ({ port }) => !knownPorts.has(folded(port)),
  ),
  catchRule(
    'catch_effort',
    'Captura com esforço e embarcações',
    'completeness',
    0.8,
    ({ effortDays, vessels }) => effortDays === null || vessels === null,
  ),
];
