import { type ConnectorRecord, folded } from '@kianda/connectors';
import { isKnownSpeciesCode } from '@kianda/connectors/inipm/asfis';
import { ports } from '@kianda/geo';
import type { QualityRule } from './quality.types.ts';

/** Names of ports as institutions may write them: `Moçâmedes (Namibe)` answers to both. */
const knownPorts: ReadonlySet<string> = new Set(
  ports.flatMap(({ name }) => [name, ...name.split(/[()]/)]).map((name) => folded(name)),
);

/** True for a port of Angola, by any of the names that institutions write. */
export function isKnownPort(name: string): boolean {
  return knownPorts.has(folded(name));
}

type Catch = Extract<ConnectorRecord, { kind: 'catch' }>;

function catchRule(
  rule: Pick<QualityRule, 'id' | 'label' | 'dimension' | 'mostly'>,
  fails: (record: Catch) => boolean,
): QualityRule {
  return {
    ...rule,
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
  catchRule(
    { id: 'catch_positive', label: 'Captura acima de zero', dimension: 'accuracy', mostly: 0.98 },
    ({ tonnes }) => tonnes <= 0,
  ),
  catchRule(
    { id: 'catch_species', label: 'Espécie na lista ASFIS de Angola', dimension: 'accuracy', mostly: 0.98 },
    ({ speciesCode }) => !isKnownSpeciesCode(speciesCode),
  ),
  catchRule(
    { id: 'catch_port', label: 'Porto na lista de portos de Angola', dimension: 'accuracy', mostly: 0.98 },
    ({ port }) => !isKnownPort(port),
  ),
  catchRule(
    { id: 'catch_effort', label: 'Captura com esforço e embarcações', dimension: 'completeness', mostly: 0.8 },
    ({ effortDays, vessels }) => effortDays === null || vessels === null,
  ),
];
