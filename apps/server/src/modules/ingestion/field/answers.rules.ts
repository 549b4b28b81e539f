import type { BodyOf } from '@kianda/contract';
import type { reviewFieldRecord } from '@kianda/contract/ingestion/field/field.contract';
import type { AlertMessage } from '../../../platform/alert-message.ts';
import { changesOf } from './changes.rules.ts';
import type { FieldRecordRow } from './field.tables.ts';

type Review = Pick<BodyOf<typeof reviewFieldRecord>, 'decision' | 'note'>;
type Answered = Pick<FieldRecordRow, 'id' | 'account_id' | 'version' | 'summary' | 'payload' | 'corrected'>;

const titles: Readonly<Record<Review['decision'], string>> = {
  accept: 'Registo aceite',
  correct: 'Registo corrigido e aceite',
  ask: 'Pergunta sobre um registo seu',
  reject: 'Registo recusado',
};
/** The page of the phone, where its answers are. */
const path = '/?section=scientific-interfaces&interface=mobile_pwa#ecra=answers';

/** The fields that a correction changed, in one line. */
export const changesText = ({ payload, corrected }: Pick<FieldRecordRow, 'payload' | 'corrected'>): string =>
  (corrected === null ? [] : changesOf(payload, corrected))
    .map(({ label, from, to }) => `${label}: ${from} → ${to}`)
    .join('; ');

/** A decision as the person who sent the record is told of it. */
export function answerOf(row: Answered, { decision, note }: Review, at: Date): AlertMessage {
  const parts = [row.summary, decision === 'correct' ? changesText(row) : '', note];
  return {
    ...{ key: `field:${row.id}:${row.version}`, group: `field:${row.id}`, alertId: `field:${row.id}` },
    ...{ change: 'raised', source: 'platform', severity: 'medium', simulated: false, path },
    title: titles[decision],
    description: parts.filter((part) => part !== '').join('. '),
    at: at.toISOString(),
    recipients: [row.account_id],
    isAnswer: true,
  };
}
