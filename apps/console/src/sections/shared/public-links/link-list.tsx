import type { PublicLink } from '@kianda/contract/core/public-link';
import { DataTable, EmptyState, Panel, useNow } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { EndpointResult } from '../../../client/use-endpoint.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { columnsOf } from './link-columns.tsx';
import { publicLinkTexts as texts } from './texts.pt.ts';

type Props<V> = {
  readonly source: EndpointResult<V>;
  readonly onMake: () => void;
  /** Resolves to why a link could not be closed, or null. */
  readonly onRevoke: (link: PublicLink) => Promise<string | null>;
};

/** Links that open something without an account, with the way to make one and to close one. */
export function LinkList<V extends { readonly links: readonly PublicLink[] }>({ source, onMake, onRevoke }: Props<V>) {
  const now = useNow(60);
  const [revoking, setRevoking] = useState<PublicLink | null>(null);
  const columns = columnsOf({ nowMs: now, onRevoke: setRevoking });
  return (
    <>
      <Panel
        id="ligacoes-publicas"
        title={texts.title}
        description={texts.description}
        source={source}
        actions={
          <Button size="xs" onClick={onMake}>
            {texts.make}
          </Button>
        }
        isEmpty={(value) => value.links.length === 0}
        empty={<EmptyState title={texts.none}>{texts.noneText}</EmptyState>}
        flush
      >
        {(value) => (
          <DataTable id="ligacoes" label={texts.title} columns={columns} rows={value.links} rowId={({ id }) => id} />
        )}
      </Panel>
      {revoking === null ? null : (
        <ConfirmDialog
          title={texts.revokeTitle}
          body={texts.revokeText}
          confirm={texts.revoke}
          isDangerous
          onConfirm={() => onRevoke(revoking)}
          onClose={() => setRevoking(null)}
        />
      )}
    </>
  );
}
