import {
  type StacLoad,
  type StacLoadRefusal,
  stacLoad,
  stacLoadRefused,
} from '@kianda/contract/open/catalogue/stac-loads.contract';
import { formatBytes, formatNumber, UNKNOWN } from '@kianda/format';
import { Dialog, downloadBlob, Panel } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useApplication } from '../../../../client/context.tsx';
import { toFailure } from '../../../../client/failure.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { loadTexts as texts } from './load-texts.pt.ts';

const count = (value: number) => formatNumber(value, { maxDecimals: 0 });

/** A load with its figures and the first of its refused rows. */
export function LoadDetail({ load, onClose }: { readonly load: StacLoad; readonly onClose: () => void }) {
  const params = { collectionId: load.collection, loadId: load.jobID };
  const detail = useEndpoint(stacLoad, { params }, { refetchSeconds: load.finished === undefined ? 2 : 0 });
  const title = texts.detailOf(load.source ?? load.jobID);
  return (
    <Dialog onClose={onClose} title={title}>
      <Panel title={texts.file} source={detail}>
        {(value) => (
          <dl>
            <dt>{texts.form}</dt>
            <dd>
              {value.format === undefined ? (
                <abbr title={texts.unknownForm}>{UNKNOWN}</abbr>
              ) : (
                `${texts.forms[value.format]}, ${formatBytes(value.sizeBytes)}`
              )}
            </dd>
            <dt>{texts.rows}</dt>
            <dd>{count(value.rows)}</dd>
            {value.message === undefined ? null : (
              <>
                <dt>{texts.message}</dt>
                <dd>{value.message}</dd>
              </>
            )}
          </dl>
        )}
      </Panel>
      <Panel
        title={texts.refusals}
        source={detail}
        isEmpty={(value) => value.refused === 0}
        empty={<p>{texts.noRefusals}</p>}
        actions={load.refused === 0 ? null : <Download load={load} />}
      >
        {(value) => (
          <>
            {value.refused > (value.refusals?.length ?? 0) ? (
              <p>{texts.firstOnly(count(value.refusals?.length ?? 0), count(value.refused))}</p>
            ) : null}
            <ul aria-label={texts.refusals}>
              {value.refusals?.map((one) => (
                <li key={one.row}>
                  <Refusal refusal={one} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Panel>
    </Dialog>
  );
}

function Refusal({ refusal: { row, id, issues } }: { readonly refusal: StacLoadRefusal }) {
  const reasons = issues.map(({ path, message }) => texts.reason(path, message)).join('; ');
  return [texts.row(count(row), id ?? null), reasons].join(' — ');
}

/** Saves all the refused rows as a file. */
function Download({ load }: { readonly load: StacLoad }) {
  const { client } = useApplication();
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    setRunning(true);
    setProblem(null);
    try {
      const params = { collectionId: load.collection, loadId: load.jobID };
      downloadBlob(`recusadas-${load.jobID}.ndjson`, await client.download(stacLoadRefused, { params }));
    } catch (thrown) {
      setProblem(toFailure(thrown).message);
    } finally {
      setRunning(false);
    }
  };
  return (
    <>
      <Button size="compact-sm" variant="default" loading={isRunning} onClick={() => void save()}>
        {texts.download}
      </Button>
      {problem === null ? null : <span role="alert">{problem}</span>}
    </>
  );
}
