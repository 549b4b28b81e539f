import type { BodyOf, DataOf } from '@kianda/contract';
import type { sendFieldRecords } from '@kianda/contract/ingestion/field/field.contract';
import type { SentRecord } from '@kianda/contract/ingestion/field/field.schemas';
import { fieldFindings, fieldSummary } from '@kianda/contract/ingestion/field/field-rules';
import type { Principal } from '../../../platform/http/bind.ts';
import type { FieldContext } from './field.context.ts';
import type { FieldStore } from './field.repository.ts';
import type { FieldHistoryRow, FieldRecordRow } from './field.tables.ts';
import { hashOf, outcomeOf, ownView } from './field-records.rules.ts';
import type { ReferenceService } from './reference.service.ts';

type Result = DataOf<typeof sendFieldRecords>['results'][number];
type Batch = {
  readonly store: FieldStore;
  readonly principal: Principal;
  readonly now: Date;
  readonly findingsOf: (record: SentRecord) => FieldRecordRow['findings'];
};

/** Takes what phones send: each record once, in the order in which it comes. */
export function createReception(context: FieldContext, reference: ReferenceService) {
  const { platform, repository } = context;
  const { clock } = platform;

  async function update(batch: Batch, record: SentRecord, stored: FieldRecordRow): Promise<FieldRecordRow> {
    const { store, principal, now } = batch;
    const row = await repository.update(store, stored.id, {
      ...contentOf(record, batch.findingsOf(record)),
      state: 'received',
      corrected: null,
      question: null,
      reviewer_id: null,
      reviewer_name: null,
      changed_at: now,
    });
    await repository.note(store, [
      { ...noteBy(principal, now, stored.id), act: 'Alterado por quem enviou', before: stored.payload },
    ]);
    return row;
  }

  /** Stores a batch in its order. What is new goes in as one insert, whose rows keep that order. */
  async function storeAll(batch: Batch, records: readonly SentRecord[]): Promise<Result[]> {
    const { store, principal, now } = batch;
    const rows = await repository.known(store, records);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const numbers = new Map(rows.map((row) => [`${row.device_id} ${row.sequence}`, row.id]));
    const fresh: FieldRecordRow[] = [];
    const results: Result[] = [];
    for (const record of records) {
      const number = `${record.deviceId} ${record.sequence}`;
      const stored = byId.get(record.id);
      if (stored === undefined && numbers.has(number)) {
        results.push({ id: record.id, outcome: 'refused', reason: numberTaken, record: null });
        continue;
      }
      const { outcome, reason } = outcomeOf(record, principal.accountId, stored);
      let row = stored ?? newRow(record, batch);
      if (outcome === 'stored') {
        fresh.push(row);
        numbers.set(number, record.id);
      }
      // A row of this very batch is not in the table yet: it is written as its last change has it.
      else if (outcome === 'updated' && !fresh.includes(row)) row = await update(batch, record, row);
      else if (outcome === 'updated') row = replaceIn(fresh, row, newRow(record, batch));
      byId.set(record.id, row);
      const isOwn = row.account_id === principal.accountId;
      results.push({ id: record.id, outcome, reason, record: isOwn ? ownView(row) : null });
    }
    await repository.insert(store, fresh);
    await repository.note(
      store,
      fresh.map(({ id }) => ({ ...noteBy(principal, now, id), act: 'Recebido' })),
    );
    return results;
  }

  return {
    async receive({ records }: BodyOf<typeof sendFieldRecords>, principal: Principal) {
      const known = await reference.knowledge();
      const results = await repository.inTurn([...new Set(records.map(({ deviceId }) => deviceId))], (store) =>
        storeAll(
          {
            ...{ store, principal },
            now: new Date(clock.nowMs()),
            findingsOf: ({ payload, capturedAt }) =>
              fieldFindings(payload, { ...known, capturedMs: Date.parse(capturedAt) }),
          },
          records,
        ),
      );
      return { results };
    },
    async own(accountId: string, since: string | undefined) {
      const rows = await repository.own(accountId, since === undefined ? null : new Date(since));
      return { records: rows.map(ownView) };
    },
  };
}

const numberTaken = 'Outro registo deste telemóvel já tem este número.';

function replaceIn(fresh: FieldRecordRow[], before: FieldRecordRow, after: FieldRecordRow): FieldRecordRow {
  fresh[fresh.indexOf(before)] = after;
  return after;
}

const noteBy = (principal: Principal, at: Date, record_id: string): FieldHistoryRow => ({
  ...{ record_id, at },
  actor: principal.name,
  act: '',
  note: null,
  before: null,
});

function contentOf(record: SentRecord, findings: FieldRecordRow['findings']) {
  const { payload, revision, capturedAt } = record;
  return {
    revision,
    payload,
    payload_hash: hashOf(payload),
    findings,
    summary: fieldSummary(payload),
    lon: payload.place?.lon ?? null,
    lat: payload.place?.lat ?? null,
    accuracy_meters: payload.place?.accuracyMeters ?? null,
    captured_at: new Date(capturedAt),
  };
}

function newRow(record: SentRecord, { principal, now, findingsOf }: Batch): FieldRecordRow {
  return {
    id: record.id,
    account_id: principal.accountId,
    account_name: principal.name,
    device_id: record.deviceId,
    sequence: record.sequence,
    kind: record.payload.kind,
    state: 'received',
    version: 1,
    corrected: null,
    ...contentOf(record, findingsOf(record)),
    received_at: now,
    changed_at: now,
    question: null,
    review_note: null,
    reviewer_id: null,
    reviewer_name: null,
  };
}
