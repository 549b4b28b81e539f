import { listFeatures } from '@kianda/contract/open/features/features.contract';
import { formatCount } from '@kianda/format';
import { downloadText } from '@kianda/ui';
import { Button, CopyButton, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { useApplication } from '../../../../client/context.tsx';
import { toFailure } from '../../../../client/failure.ts';
import { urlOf } from '../../../../client/request.ts';
import { useLinkTargets } from '../../../../client/use-link-targets.ts';
import { allFeatures, featuresCsv, geojsonText } from '../api/save-features.ts';
import type { PropertyInfo } from '../api/use-features.ts';
import styles from '../page.module.css';
import { type FeatureSearch, itemsQuery } from '../search.ts';
import { featureTexts as texts } from '../texts.pt.ts';

type Props = {
  readonly collection: string;
  readonly search: FeatureSearch;
  readonly properties: readonly PropertyInfo[];
};

const count = (value: number) => formatCount(value, ...texts.elements);

/** Files of everything that the filters leave, and the addresses that other programs take. */
export function FeatureTools({ collection, search, properties }: Props) {
  const { client } = useApplication();
  const targets = useLinkTargets();
  const [said, setSaid] = useState<{ readonly text: string; readonly isError: boolean } | null>(null);
  const [busy, setBusy] = useState(false);
  const service = targets?.serviceUrls.features ?? `${window.location.origin}/features`;
  const path = urlOf('', listFeatures, { params: { collectionId: collection }, query: itemsQuery(search) });
  const request = service + path.slice('/features'.length);
  const save = async (format: 'geojson' | 'csv') => {
    setBusy(true);
    try {
      const { features, matched, isWhole } = await allFeatures(client, collection, search, (done) =>
        setSaid({ text: texts.saving(count(done)), isError: false }),
      );
      if (format === 'csv') downloadText(`${collection}.csv`, 'text/csv', featuresCsv(features, properties));
      else downloadText(`${collection}.geojson`, 'application/geo+json', geojsonText(features));
      const got = count(features.length);
      setSaid({
        text: isWhole ? texts.saved(got) : texts.savedPart(got, matched === null ? '…' : count(matched)),
        isError: false,
      });
    } catch (thrown) {
      setSaid({ text: toFailure(thrown).message, isError: true });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.row}>
      {said === null ? null : <span role={said.isError ? 'alert' : 'status'}>{said.text}</span>}
      <Button size="compact-sm" variant="default" loading={busy} onClick={() => void save('geojson')}>
        {texts.geojson}
      </Button>
      <Button size="compact-sm" variant="default" loading={busy} onClick={() => void save('csv')}>
        {texts.csv}
      </Button>
      <CopyButton value={request}>
        {({ copied, copy }) => (
          <Button size="compact-sm" variant="default" onClick={copy}>
            {copied ? texts.copied : texts.copyRequest}
          </Button>
        )}
      </CopyButton>
      <CopyButton value={service}>
        {({ copied, copy }) => (
          <Tooltip label={texts.qgisNote(collection)} multiline w={320}>
            <Button size="compact-sm" variant="default" onClick={copy}>
              {copied ? texts.copied : texts.copyQgis}
            </Button>
          </Tooltip>
        )}
      </CopyButton>
    </div>
  );
}
