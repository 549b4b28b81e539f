import * as contract from '@kianda/contract/operations/alerts/rules.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { RulesService } from './rules.service.ts';

export function alertingBindings(rules: RulesService, clock: Clock): Bindings {
  const answer = <T>(data: T) => ({ data, provenance: ownProvenance(clock) });
  const created = <T>(data: T) => ({ ...answer(data), status: 201 as const });
  return [
    bind(contract.listAlertRules, async () => answer(await rules.list())),
    bind(contract.createAlertRule, async (c) => created(await rules.create(c.body, c))),
    bind(contract.updateAlertRule, async (c) =>
      answer(await rules.update(c.params.id, c.body.version, c.body.rule, c)),
    ),
    bind(contract.deleteAlertRule, async (c) => {
      await rules.remove(c.params.id, c);
      return answer({ id: c.params.id });
    }),
    bind(contract.previewAlertRule, async ({ body }) => answer(await rules.preview(body.rule, body.days))),
    bind(contract.testAlertRule, async (c) => answer(await rules.test(c.params.id, c))),
    bind(contract.listAlertMetrics, async () => answer({ metrics: await rules.metrics() })),
    bind(contract.listAlertSilences, async () => answer({ silences: await rules.silences() })),
    bind(contract.createAlertSilence, async (c) => created(await rules.silence(c.body, c.body.minutes, c))),
    bind(contract.endAlertSilence, async (c) => answer(await rules.endSilence(c.params.id, c))),
  ];
}
