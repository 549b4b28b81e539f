import { randomUUID } from 'node:crypto';
import type { BodyOf, DataOf, QueryOf } from '@kianda/contract';
import type { fieldRecord, listFieldRecords, reviewFieldRecord } from '@kianda/contract/ingestion/field/field.contract';
import type { FieldState } from '@kianda/contract/ingestion/field/field.schemas';
import { fieldFindings, fieldSummary } from '@kianda/contract/ingestion/field/field-rules';
import { listPageOf, pageAnswer } from '../../../platform/db/list-query.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Origin } from '../connectors/index.ts';
import { answerOf, changesText } from './answers.rules.ts';
import type { FieldContext } from './field.context.ts';
import { type FieldStore, rowView } from './field.repository.ts';
import type { FieldRecordRow } from './field.tables.ts';
import { catchesOf, catchKeys, fieldSource, landedOf, occurrenceOf, ownView } from './field-records.rules.ts';
import type { ReferenceService } from './reference.service.ts';

type Review = BodyOf<typeof reviewFieldRecord>;
type Decided = { readonly before: FieldRecordRow; readonly after: FieldRecordRow };
export type Actor = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };

const acts: Readonly<Record<Review['decision'], { readonly state: FieldState; readonly act: string }>> = {
  accept: { state: 'accepted', act: 'Aceite' },
  correct: { state: 'accepted', act: 'Corrigido e aceite' },
  ask: { state: 'asked', act: 'Devolvido com uma pergunta' },
  reject: { state: 'rejected', act: 'Recusado' },
};

/** List, record and decisions of reviewers. Every decision is audited; accepted records go where those of providers go. */
export function createReview(context: FieldContext, reference: ReferenceService) {
  const { platform, repository, audit } = context;
  const { clock, events } = platform;

  async function decide(store: FieldStore, id: string, review: Review, principal: Principal): Promise<Decided> {
    const before = await repository.locked(store, id);
    if (before === undefined) throw unknown();
    if (before.version !== review.version)
      throw new AppError('conflict', { detail: 'O registo mudou entretanto: veja-o de novo.' });
    refuseUnfit(before, review);
    const payload = review.corrected ?? before.payload;
    const known = await reference.knowledge();
    const findings = fieldFindings(payload, { ...known, capturedMs: before.captured_at.getTime() });
    const accepts = review.decision === 'accept' || review.decision === 'correct';
    const faults = findings.filter(({ severity }) => severity === 'error');
    if (accepts && faults.length > 0 && review.note === '')
      throw new AppError('conflict', {
        detail: `Tem faltas: ${faults.map(({ message }) => message).join(' ')} Corrija-as, ou escreva por que o aceita.`,
      });
    const now = new Date(clock.nowMs());
    const after = await repository.update(store, id, {
      ...{ findings, state: acts[review.decision].state, changed_at: now },
      ...{ reviewer_id: principal.accountId, reviewer_name: principal.name },
      corrected: accepts ? review.corrected : before.corrected,
      summary: fieldSummary(payload),
      question: review.decision === 'ask' ? review.note : null,
      review_note: review.decision === 'ask' || review.note === '' ? before.review_note : review.note,
    });
    const note = review.note === '' ? null : review.note;
    const entry = { record_id: id, at: now, actor: principal.name, act: acts[review.decision].act, note };
    await repository.note(store, [{ ...entry, before: before.corrected ?? before.payload }]);
    if (accepts) await record(context, store, { before, after });
    return { before, after };
  }

  return {
    detail: (id: string) => detailOf(context, id),
    async list(query: QueryOf<typeof listFieldRecords>) {
      const { rows, total } = await repository.page(listPageOf(query));
      return pageAnswer(rows.map(rowView), total, query);
    },
    async review(id: string, review: Review, { principal, ipAddress, userAgent }: Actor) {
      // The sums of a day's landings are made by one at a time.
      const { after } = await repository.inTurn(['review'], (store) => decide(store, id, review, principal));
      await audit.record({
        event: 'data.modify',
        severity: 'medium',
        actorId: principal.accountId,
        actorName: principal.email,
        resource: `field-record/${id}`,
        ipAddress,
        userAgent,
        metadata: {
          ...{ act: review.decision, kind: after.kind, version: after.version },
          ...(review.note === '' ? {} : { reason: review.note }),
          ...(review.decision === 'correct' ? { changes: changesText(after) } : {}),
        },
      });
      await tellSender(context, after, review, principal);
      if (after.state === 'accepted' && after.kind !== 'inspection') {
        const kind = after.kind === 'observation' ? 'occurrence' : 'catch';
        events.publish({ channel: 'ocean', type: 'records.stored', payload: { kind, connectorId: fieldSource } });
      }
      return detailOf(context, id);
    },
  };
}

/** Tells the person who sent it, unless they decided themselves. The decision stands: a notice that fails must not undo it. */
async function tellSender(
  { tell, platform: { clock, log } }: FieldContext,
  row: FieldRecordRow,
  review: Review,
  { accountId }: Principal,
): Promise<void> {
  if (row.account_id === accountId) return;
  try {
    await tell(answerOf(row, review, new Date(clock.nowMs())));
  } catch (error) {
    log.error({ err: error }, 'resposta a um registo de campo por entregar');
  }
}

/** A record as reviewers see it. Throws `not_found`. */
async function detailOf({ repository }: FieldContext, id: string): Promise<DataOf<typeof fieldRecord>> {
  const row = await repository.find(id);
  if (row === undefined) throw unknown();
  const [photos, history] = await Promise.all([repository.photosOf(id), repository.historyOf(id)]);
  return {
    record: ownView(row),
    sender: row.account_name,
    receivedAt: row.received_at.toISOString(),
    reviewer: row.reviewer_name,
    photos: photos.map(({ id, bytes, width, height, lon, lat }) => ({ id, bytes, width, height, lon, lat })),
    history: history.map(({ at, actor, act, note }) => ({ at: at.toISOString(), actor, act, note })),
  };
}

/** Hands an accepted record to the module that keeps its kind, as a connector's run would. */
async function record(context: FieldContext, store: FieldStore, { before, after }: Decided): Promise<void> {
  const { platform, repository } = context;
  const origin: Origin = {
    runId: randomUUID(),
    connectorId: fieldSource,
    streamId: after.kind,
    provider: fieldSource,
    retrievedAtMs: platform.clock.nowMs(),
    simulatedSeed: null,
  };
  const occurrence = occurrenceOf(after);
  if (occurrence !== null) return context.recordOccurrences([occurrence], origin);
  const landed = landedOf(after);
  if (landed === null) return;
  // A correction may have moved it from another day: what stood there of it goes.
  const earlier = landedOf(before);
  const keys = new Set([...catchKeys(landed), ...(earlier === null ? [] : catchKeys(earlier))]);
  const days = new Set([landed.day, earlier?.day ?? landed.day]);
  const others = await repository.acceptedLandings(store, [...days], after.id);
  const landings = others.flatMap((row) => landedOf(row) ?? []);
  await context.recordCatches(catchesOf([...landings, landed], keys), origin);
}

const unknown = () => new AppError('not_found', { detail: 'Esse registo não existe.' });

/** A record that stands in maps and figures is corrected, not taken back: others may have counted with it. */
function refuseUnfit(row: FieldRecordRow, { decision, corrected }: Review): void {
  if (row.state === 'accepted' && decision !== 'correct')
    throw new AppError('conflict', { detail: 'Já foi aceite: só se corrige.' });
  if (corrected !== null && corrected.kind !== row.kind)
    throw new AppError('conflict', { detail: 'A correção é de outro tipo de registo.' });
}
