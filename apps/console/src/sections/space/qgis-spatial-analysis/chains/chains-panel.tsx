import { allows } from '@kianda/contract';
import { analysisStates } from '@kianda/contract/space/spatial/analysis-results';
import {
  type ChainSummary,
  chainFileSchema,
  createSpatialChain,
  listSpatialChains,
} from '@kianda/contract/space/spatial/chains.contract';
import { formatNumber } from '@kianda/format';
import { Instant, Panel, StatusPill } from '@kianda/ui';
import { Button, FileButton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { RunProgress } from '../../../shared/connectors/run-progress.tsx';
import list from '../../../shared/item-list.module.css';
import { stateTones } from '../../../shared/spatial/state-tones.ts';
import { NamedItem } from '../components/named-item.tsx';
import styles from '../page.module.css';
import type { ChainContent } from './chain-form.tsx';
import { chainTexts as texts } from './texts.pt.ts';

const ChainForm = lazy(() => import('./chain-form.tsx'));
const refetchSeconds = 30;

type Props = { readonly onOpen: (id: string) => void };

/** The chains that the account may read, each with how its last run went, and the ways to make one. */
export function ChainsPanel({ onOpen }: Props) {
  const chains = useEndpoint(listSpatialChains, {}, { refetchSeconds });
  const { role } = useAccount();
  return (
    <Panel
      id="cadeias"
      title={texts.title}
      description={texts.text}
      source={chains}
      actions={allows(createSpatialChain.access, role) ? <Make onOpen={onOpen} /> : null}
      isEmpty={(value) => value.length === 0}
      empty={<p>{texts.empty}</p>}
    >
      {(value) => (
        <ul className={list.list}>
          {value.map((chain) => (
            <NamedItem
              key={chain.id}
              name={chain.name}
              at={chain.updatedAt}
              onOpen={() => onOpen(chain.id)}
              facts={`${texts.steps(formatNumber(chain.stepCount))} · ${chain.ownerName}`}
            >
              <LastRun chain={chain} />
            </NamedItem>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function LastRun({ chain: { name, lastRun } }: { readonly chain: ChainSummary }) {
  if (lastRun === null) return <span className={styles.quiet}>{texts.never}</span>;
  const { status, progress, message, createdAt } = lastRun;
  if (status === 'pending' || status === 'running') {
    const state = status === 'running' ? 'running' : 'queued';
    return <RunProgress name={name} run={{ state, progress, message }} />;
  }
  return (
    <span className={styles.row}>
      <StatusPill tone={stateTones[status]}>{analysisStates[status]}</StatusPill>
      <Instant at={createdAt} />
    </span>
  );
}

/** A new chain, written here or read from a file. */
function Make({ onOpen }: Props) {
  const [form, setForm] = useState<{ readonly content?: ChainContent } | null>(null);
  const take = async (file: File | null) => {
    if (file === null) return;
    const content = chainIn(await file.text());
    if (content === null) notify({ tone: 'error', message: texts.notChain });
    else setForm({ content });
  };
  return (
    <div className={styles.row}>
      <Button size="xs" variant="default" onClick={() => setForm({})}>
        {texts.create}
      </Button>
      <FileButton accept=".json" onChange={(file) => void take(file)}>
        {(props) => (
          <Button {...props} size="xs" variant="default">
            {texts.import}
          </Button>
        )}
      </FileButton>
      {form === null ? null : (
        <Suspense>
          <ChainForm {...form} onClose={() => setForm(null)} onDone={onOpen} />
        </Suspense>
      )}
    </div>
  );
}

/** The chain of a file; null of a file that is none. */
function chainIn(text: string): ChainContent | null {
  try {
    const parsed = chainFileSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    // It is no JSON at all.
    return null;
  }
}
