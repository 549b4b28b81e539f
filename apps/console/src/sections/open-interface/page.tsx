import { credentialFragment } from '@kianda/contract/interfaces/handshake';
import { openInterface } from '@kianda/contract/interfaces/interfaces.contract';
import { EmptyState, SkeletonLines } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { useApplication } from '../../client/context.tsx';
import { toFailure } from '../../client/failure.ts';
import { rewriteUrl } from '../../client/links.ts';
import { useLinkTargets } from '../../client/use-link-targets.ts';
import { useOpenSection, useSectionSearch } from '../../shell/use-section.ts';
import { useCatalogue } from '../use-catalogue.ts';
import { openTexts } from './texts.pt.ts';

const searchSchema = z.object({
  interface: z.string().optional().catch(undefined),
  query: z.string().max(2_000).optional().catch(undefined),
});

/** Sends this tab to an interface, with a credential of its own. The address comes from the catalogue, never the link. */
export default function OpenInterfacePage() {
  const { client } = useApplication();
  const open = useOpenSection();
  const [search] = useSectionSearch(searchSchema);
  const [failure, setFailure] = useState<string | null>(null);
  const catalogue = useCatalogue().sourced?.value;
  const targets = useLinkTargets();
  const entry = catalogue?.interfaces.find(({ id }) => id === search.interface);
  const address = entry?.isActive === true && targets !== undefined ? rewriteUrl(entry.url, targets) : null;
  const id = entry?.id;

  useEffect(() => {
    if (address === null || id === undefined) return undefined;
    const stop = new AbortController();
    client.call(openInterface, { params: { id } }, { signal: stop.signal }).then(
      ({ data }) => {
        const page = new URL(address);
        if (page.origin !== data.origin) return setFailure(openTexts.unknown);
        if (search.query !== undefined) page.search = search.query;
        const { token, expiresAt, permissions, apiBaseUrl } = data;
        page.hash = credentialFragment({ token, expiresAt, permissions, apiBaseUrl });
        window.location.replace(page.href);
      },
      (thrown: unknown) => {
        if (!stop.signal.aborted) setFailure(toFailure(thrown).message);
      },
    );
    return () => stop.abort();
  }, [client, address, id, search.query]);

  const problem = failure ?? problemOf(catalogue !== undefined && targets !== undefined, entry);
  if (problem === null) {
    return (
      <div aria-busy="true">
        <p role="status">{openTexts.opening}</p>
        <SkeletonLines lines={6} />
      </div>
    );
  }
  return (
    <EmptyState
      title={openTexts.failed}
      action={
        <Button variant="default" onClick={() => open('scientific-interfaces')}>
          {openTexts.back}
        </Button>
      }
    >
      {problem}
    </EmptyState>
  );
}

function problemOf(isKnown: boolean, entry: { readonly isActive: boolean } | undefined): string | null {
  if (!isKnown) return null;
  if (entry === undefined) return openTexts.unknown;
  return entry.isActive ? null : openTexts.inactive;
}
