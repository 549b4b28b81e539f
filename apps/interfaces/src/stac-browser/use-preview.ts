import type { StacItem } from '@kianda/contract/open/catalogue/stac-schemas';
import type { ColourScale } from '@kianda/viz/colour/scale.ts';
import type { Field } from '@kianda/viz/field/decode.ts';
import { useEffect, useState } from 'react';
import { useClient } from '../client/use-read.ts';
import type { TableHead } from './preview.ts';
import { previewables } from './previewables.ts';

export type Preview =
  | { readonly state: 'none' }
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly reason: string }
  | {
      readonly state: 'field';
      readonly field: Field;
      readonly label: string;
      readonly unit: string;
      readonly scale: ColourScale;
    }
  | { readonly state: 'table'; readonly head: TableHead };

const wantedRows = 5;

/** A look into one file of an item: its grid, or the first rows of its table. */
export function usePreview(item: StacItem | null, key: string): Preview {
  const client = useClient();
  const [preview, setPreview] = useState<Preview>({ state: 'none' });
  useEffect(() => {
    const chosen = item === null ? undefined : previewables(item).find((one) => one.key === key);
    if (item === null || chosen === undefined) return setPreview({ state: 'none' });
    const abort = new AbortController();
    setPreview({ state: 'loading' });
    const load = async (): Promise<Preview> => {
      const { appearanceOf, fieldOfCsv, headOfCsv } = await import('./preview.ts');
      const csv = await (await client.file(chosen.href, abort.signal)).text();
      if (chosen.kind === 'table') return { state: 'table', head: headOfCsv(csv, wantedRows) };
      const field = fieldOfCsv(item, csv);
      const appearance = appearanceOf(key, chosen.title, field);
      return appearance === null ? { state: 'none' } : { state: 'field', field, ...appearance };
    };
    load().then(
      (loaded) => {
        if (!abort.signal.aborted) setPreview(loaded);
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        setPreview({ state: 'failed', reason: error instanceof Error ? error.message : String(error) });
      },
    );
    return () => abort.abort();
  }, [client, item, key]);
  return preview;
}
