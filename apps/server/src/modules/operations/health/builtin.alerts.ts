import type { DataOf } from '@kianda/contract';
import type { listAlertRules } from '@kianda/contract/operations/alerts/rules.contract';
import type { AlertRule } from '../../../platform/module.ts';

/** An alert of each component that is not well. */
export const componentRule = 'component_unhealthy';
/** Has a rule of its own, `database_connection_failed`, that people may change: two alerts of one thing are one too many. */
export const componentWithOwnRule = 'database';

/** Rules without a bound that people could set, as they read them. */
export function builtinRuleViews(moduleRules: readonly AlertRule[]): DataOf<typeof listAlertRules>['builtin'] {
  return [
    {
      rule: componentRule,
      title: 'Componente com problemas',
      condition: 'A verificação de um componente, a cada 30 s, encontra-o com avisos ou indisponível.',
    },
    ...moduleRules.map(({ rule, title, condition }) => ({ rule, title, condition })),
  ];
}
