import { randomUUID } from 'node:crypto';
import type { DataOf } from '@kianda/contract';
import type { AlertRuleView, listAlertRules, RuleDraft } from '@kianda/contract/operations/alerts/rules.contract';
import { AppError } from '../../../platform/http/errors.ts';
import type { RuleRow } from './alerting.repository.ts';
import { presets } from './presets.rules.ts';
import { createRuleTrials, knownMetric } from './rule-trials.service.ts';
import { ruleView } from './rule-views.rules.ts';
import { type Actor, createRulesContext, type RulesContext, type RulesDependencies } from './rules.context.ts';
import { createSilences } from './silences.service.ts';

const seededBy = 'Kianda';
const missingRule = () => new AppError('not_found', { detail: 'Esta regra não existe.' });

function ruleChanges(context: RulesContext) {
  const { repository, alerts, builtin, metricOf, now, record, wake } = context;
  const writtenBy = (rule: RuleDraft, by: string) => ({ rule, at: now(), by });
  const viewOf = async (row: RuleRow) => ruleView(row, metricOf(row.body.metric), await repository.statesOf(row.id));

  return {
    /** Writes the rules that come with the platform; a rule that a person changed stays as it is. */
    async seed(): Promise<void> {
      for (const { id, version, rule } of presets) await repository.seed(id, version, writtenBy(rule, seededBy));
    },

    async list(): Promise<DataOf<typeof listAlertRules>> {
      const [rows, states] = await Promise.all([repository.rules(), repository.states()]);
      return { rules: rows.map((row) => ruleView(row, metricOf(row.body.metric), states)), builtin: builtin() };
    },
    async create(rule: RuleDraft, actor: Actor): Promise<AlertRuleView> {
      knownMetric(context, rule);
      const row = await repository.insert(randomUUID(), writtenBy(rule, actor.principal.name));
      await record(actor, 'create', `alert-rule/${row.id}`, { title: rule.title, metric: rule.metric });
      wake();
      return viewOf(row);
    },
    /** Throws `not_found`, and `conflict` where another person changed it meanwhile. */
    async update(id: string, version: number, rule: RuleDraft, actor: Actor): Promise<AlertRuleView> {
      const before = await repository.rule(id);
      if (before === undefined) throw missingRule();
      knownMetric(context, rule);
      const row = await repository.update(id, version, writtenBy(rule, actor.principal.name));
      if (row === undefined) {
        throw new AppError('conflict', { detail: 'A regra foi alterada por outra pessoa entretanto: abra-a de novo.' });
      }
      if (!rule.enabled) await alerts.resolveOthers(id, []);
      await record(actor, 'update', `alert-rule/${id}`, {
        before: JSON.stringify(before.body),
        after: JSON.stringify(rule),
      });
      wake();
      return viewOf(row);
    },
    /** Throws `not_found`, and `conflict` for a rule that comes with the platform. */
    async remove(id: string, actor: Actor): Promise<void> {
      const before = await repository.rule(id);
      if (before === undefined) throw missingRule();
      if (before.preset_version !== null) {
        throw new AppError('conflict', { detail: 'Esta regra vem com a plataforma: desligue-a em vez de a eliminar.' });
      }
      await repository.remove(id, now(), actor.principal.name);
      await alerts.resolveOthers(id, []);
      await record(actor, 'delete', `alert-rule/${id}`, { before: JSON.stringify(before.body) });
    },
  };
}

/** Rules and silences as people manage them. */
export function createRulesService(dependencies: RulesDependencies) {
  const context = createRulesContext(dependencies);
  return { ...ruleChanges(context), ...createRuleTrials(context), ...createSilences(context) };
}

export type RulesService = ReturnType<typeof createRulesService>;
