import {
  archiveRetained,
  expireRetained,
  type RetainedRecord,
  restoreRetained,
} from '@kianda/contract/models/retention/retention.contract';
import { formatNumber } from '@kianda/format';
import type { Selection } from '@kianda/ui';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { recordAnswers } from '../api/use-retention.ts';
import { viewerTexts as texts } from '../texts.pt.ts';
import type { RecordActs } from './record-columns.tsx';

const whole = (count: number) => formatNumber(count, { maxDecimals: 0 });

type Chosen = {
  readonly selection: Selection<RetainedRecord>;
  readonly act: (act: RecordActs, record: RetainedRecord) => void;
  readonly clear: () => void;
  /** The question before a record goes, while it is asked. */
  readonly dialog: ReactNode;
};

/** The chosen records of the page, and what may be done with them or with one. */
export function useSelectionOf(rows: readonly RetainedRecord[]): Chosen {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [doomed, setDoomed] = useState<RetainedRecord | null>(null);
  const acts = useRecordActs(() => setChosen(new Set()));
  const onPage = rows.filter(({ id }) => chosen.has(id));
  return {
    clear: () => setChosen(new Set()),
    act: (act, record) => {
      if (act === 'archive') void acts.archive([record.id]);
      else if (act === 'restore') void acts.restore([record.id]);
      else setDoomed(record);
    },
    selection: {
      selected: chosen,
      onChange: setChosen,
      labelOf: ({ id }) => texts.select(id),
      countOf: (count) => texts.selected(whole(count)),
      actions: (
        <>
          <Button size="xs" loading={acts.isArchiving} onClick={() => void acts.archive([...chosen])}>
            {texts.archive}
          </Button>
          {onPage.some(({ status }) => status !== 'active') ? (
            <Button size="xs" variant="default" onClick={() => void acts.restore([...chosen])}>
              {texts.restore}
            </Button>
          ) : null}
        </>
      ),
    },
    dialog:
      doomed === null ? null : (
        <ConfirmDialog
          title={texts.removeTitle}
          body={texts.removeBody(doomed.label)}
          confirm={texts.remove}
          isDangerous
          onConfirm={() => acts.expire([doomed.id])}
          onClose={() => setDoomed(null)}
        />
      ),
  };
}

function useRecordActs(done: () => void) {
  const archiving = useAction(archiveRetained, recordAnswers);
  const restoring = useAction(restoreRetained, recordAnswers);
  const expiring = useAction(expireRetained, recordAnswers);
  return {
    isArchiving: archiving.isRunning,

    async archive(ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return notify({ tone: 'warning', message: texts.nothingSelected });
      const outcome = await archiving.run({ body: { record_ids: [...ids] } }, { offline: 'fail' });
      if (outcome.state === 'failed') {
        const message = outcome.failure.message || texts.archiveFailed;
        return notify({ tone: 'error', title: texts.archiveError, message });
      }
      if (outcome.state !== 'done') return;
      // None of them was active any more.
      if (outcome.data.archived_count === 0) return notify({ tone: 'error', message: texts.archiveError });
      notify({ tone: 'success', message: texts.archived(whole(outcome.data.archived_count)) });
      done();
    },

    async restore(ids: readonly string[]): Promise<void> {
      const outcome = await restoring.run({ body: { record_ids: [...ids] } }, { offline: 'fail' });
      if (outcome.state === 'failed') notify({ tone: 'error', message: outcome.failure.message });
      if (outcome.state !== 'done') return;
      notify({ tone: 'success', message: texts.restored(whole(outcome.data.restored_count)) });
      done();
    },

    async expire(ids: readonly string[]): Promise<string | null> {
      const outcome = await expiring.run({ body: { record_ids: [...ids] } }, { offline: 'fail' });
      if (outcome.state === 'failed') return outcome.failure.message;
      if (outcome.state === 'done') {
        notify({ tone: 'success', message: texts.removed(whole(outcome.data.expired_count)) });
        done();
      }
      return null;
    },
  };
}
