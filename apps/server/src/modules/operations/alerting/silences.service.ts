import { randomUUID } from 'node:crypto';
import type { AlertSilence } from '@kianda/contract/operations/alerts/rules.contract';
import { dayMs } from '@kianda/geo';
import { AppError } from '../../../platform/http/errors.ts';
import type { SilenceRow } from './alerting.repository.ts';
import { silenceView } from './rule-views.rules.ts';
import type { Actor, RulesContext } from './rules.context.ts';

/** Silences that ended longer ago than this are not shown. */
const shownSilenceMs = 30 * dayMs;

/** Silences of rules and objects, each change recorded in the audit trail. */
export function createSilences({ repository, builtin, clock, now, record, wake }: RulesContext) {
  async function titlesOfRules(): Promise<ReadonlyMap<string, string>> {
    const titles = new Map((await repository.rules()).map(({ id, body }) => [id, body.title]));
    for (const { rule, title } of builtin()) titles.set(rule, title);
    return titles;
  }
  const viewOf = async (row: SilenceRow) => silenceView(row, await titlesOfRules(), clock.nowMs());

  return {
    async silences(): Promise<AlertSilence[]> {
      const rows = await repository.silences(new Date(clock.nowMs() - shownSilenceMs));
      const titles = await titlesOfRules();
      return rows.map((row) => silenceView(row, titles, clock.nowMs()));
    },
    async silence(
      wanted: Pick<AlertSilence, 'ruleId' | 'subject' | 'reason'>,
      minutes: number,
      actor: Actor,
    ): Promise<AlertSilence> {
      const row: SilenceRow = {
        id: randomUUID(),
        rule_id: wanted.ruleId,
        subject: wanted.subject,
        reason: wanted.reason,
        starts_at: now(),
        ends_at: new Date(clock.nowMs() + minutes * 60_000),
        created_by: actor.principal.name,
      };
      await repository.addSilence(row);
      const { rule_id: rule, subject, reason } = row;
      await record(actor, 'silence', `alert-silence/${row.id}`, { rule, subject, minutes, reason });
      return viewOf(row);
    },
    /** Throws `not_found`, and `conflict` where it has ended already. */
    async endSilence(id: string, actor: Actor): Promise<AlertSilence> {
      if ((await repository.silence(id)) === undefined)
        throw new AppError('not_found', { detail: 'Este silêncio não existe.' });
      const row = await repository.endSilence(id, now());
      if (row === undefined) throw new AppError('conflict', { detail: 'Este silêncio já acabou.' });
      await record(actor, 'silence-end', `alert-silence/${id}`);
      wake();
      return viewOf(row);
    },
  };
}
