import type { BodyOf } from '@kianda/contract';
import {
  type ThresholdRuleView,
  type ThresholdValueName,
  thresholdValues,
  type updateThresholds,
} from '@kianda/contract/fleet/surveillance/thresholds.contract';
import {
  type ChosenThresholds,
  type DetectorThresholds,
  isAltered,
  presetCatalogue,
  type ThresholdRule,
  thresholdRules,
  thresholdsOf,
} from '@kianda/science/vessels/preset-catalogue';
import { AppError } from '../../../../platform/http/errors.ts';
import { type Actor, recordAct } from '../audit.service.ts';
import type { ThresholdRow } from '../surveillance.tables.ts';
import type { RegistryRepository } from './registry.repository.ts';
import { nowOf, type RegistryContext } from './registry-context.ts';

export type ThresholdService = ReturnType<typeof createThresholdService>;

/** Thresholds of the detectors: published presets, of which a person chooses and which may be altered. Changes are audited. */
export function createThresholdService(context: RegistryContext) {
  const { repository, audit } = context;
  return {
    async list(): Promise<ThresholdRuleView[]> {
      const rows = new Map((await repository.thresholds()).map((row) => [row.rule, row]));
      return thresholdRules.map((rule) => viewOf(rule, rows.get(rule)));
    },
    async update(rule: ThresholdRule, body: BodyOf<typeof updateThresholds>, actor: Actor): Promise<ThresholdRuleView> {
      const preset = presetCatalogue[rule].find(({ id }) => id === body.preset);
      if (preset === undefined) throw refusal('preset', 'esta regra não tem essa predefinição');
      const values = Object.fromEntries(
        Object.keys(preset.values).map((name) => [name, checked(name as ThresholdValueName, body.values)]),
      );
      const row: ThresholdRow = { rule, preset: preset.id, values, updated_at: nowOf(context) };
      await repository.putThresholds(row);
      await recordAct(audit, actor, {
        event: 'data.modify',
        severity: 'high',
        resource: `threshold/${rule}`,
        metadata: { act: 'update', preset: preset.id, altered: isAltered(rule, row), ...values },
      });
      return viewOf(rule, row);
    },
  };
}

/** Thresholds as the detectors use them now. */
export async function readThresholds(repository: Pick<RegistryRepository, 'thresholds'>): Promise<DetectorThresholds> {
  const rows = await repository.thresholds();
  return thresholdsOf(Object.fromEntries(rows.map((row): [ThresholdRule, ChosenThresholds] => [row.rule, row])));
}

const refusal = (path: string, message: string) =>
  new AppError('validation_failed', { issues: [{ path: `body.${path}`, message }] });

function checked(name: ThresholdValueName, values: BodyOf<typeof updateThresholds>['values']): number {
  const { min, max, unit } = thresholdValues[name];
  const value = values[name];
  if (value === undefined) throw refusal(`values.${name}`, 'falta este valor');
  if (value < min || value > max) throw refusal(`values.${name}`, `deve estar entre ${min} e ${max} ${unit}`);
  return value;
}

function viewOf(rule: ThresholdRule, row: ThresholdRow | undefined): ThresholdRuleView {
  const presets = presetCatalogue[rule];
  const [usual] = presets;
  if (usual === undefined) throw new Error(`thresholds: ${rule} has no preset`);
  const { preset, values } = row ?? { preset: usual.id, values: usual.values };
  return {
    rule,
    preset,
    values,
    isAltered: isAltered(rule, { preset, values }),
    presets: presets.map(({ id, name, source, values: published }) => ({ id, name, source, values: published })),
    updatedAt: row?.updated_at.toISOString() ?? null,
  };
}
