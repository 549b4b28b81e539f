import { exportFieldRecords, listFieldRecords } from '@kianda/contract/ingestion/field/field.contract';
import { type FieldRow, fieldResource } from '@kianda/contract/ingestion/field/field.resource';
import { fieldStates } from '@kianda/contract/ingestion/field/field.schemas';
import { formatInstant } from '@kianda/format';
import { EmptyState, PanelFrame, SkeletonLines, StatusPill, usePreferences } from '@kianda/ui';
import { Anchor } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { ListState } from '../../../shared/resource/list-state.ts';
import { ResourceList, useListPage } from '../../../shared/resource/resource-list.tsx';
import { fieldTexts as texts } from './field-texts.pt.ts';
import { fieldTones } from './field-tones.ts';

const FieldMap = lazy(() => import('./field-map.tsx'));
const FieldDialog = lazy(() => import('./field-dialog.tsx'));

type Props = {
  readonly state: ListState;
  readonly opened: string | undefined;
  readonly onOpen: (id: string | undefined) => void;
};

/** Records that arrived from the field, on a map and in a list, and the review of one record. */
export default function FieldRecords({ state, opened, onOpen }: Props) {
  const { timeZone } = usePreferences();
  const { result } = useListPage({ list: fieldResource, endpoint: listFieldRecords, state });
  const rows: readonly FieldRow[] = result.sourced?.value.data ?? [];
  return (
    <>
      <PanelFrame title={texts.map} description={texts.mapText}>
        <Suspense fallback={<SkeletonLines lines={8} />}>
          <FieldMap rows={rows} chosen={opened ?? null} onOpen={onOpen} />
        </Suspense>
      </PanelFrame>
      <ResourceList
        list={fieldResource}
        endpoint={listFieldRecords}
        file={exportFieldRecords}
        state={state}
        title={texts.list}
        description={() => texts.listText}
        rowId={({ id }) => id}
        cells={{
          summary: ({ id, summary, capturedAt }) => (
            <Anchor
              component="button"
              type="button"
              ta="start"
              aria-label={texts.open(summary, formatInstant(capturedAt, timeZone, true))}
              onClick={() => onOpen(id)}
            >
              {summary}
            </Anchor>
          ),
          state: ({ state }) => <StatusPill tone={fieldTones[state]}>{fieldStates[state]}</StatusPill>,
        }}
        empty={<EmptyState title={texts.none}>{texts.noneText}</EmptyState>}
      />
      {opened === undefined ? null : (
        <Suspense fallback={null}>
          <FieldDialog id={opened} onClose={() => onOpen(undefined)} />
        </Suspense>
      )}
    </>
  );
}
