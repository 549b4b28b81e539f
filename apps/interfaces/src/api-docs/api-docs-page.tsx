import { formatNumber } from '@kianda/format';
import { SkeletonLines } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { loadConfig } from '../client/session.ts';
import styles from './api-docs.module.css';
import { type ApiDocument, groupOf, type Operation, readDocument, search } from './openapi.ts';
import { OperationCard } from './operation-card.tsx';
import { apiDocsTexts as texts } from './texts.pt.ts';

type Loaded = { readonly document: ApiDocument; readonly address: string };

async function loadDocument(signal: AbortSignal): Promise<Loaded> {
  const { apiBaseUrl } = await loadConfig();
  const address = `${apiBaseUrl.replace(/\/$/, '')}/admin-api/openapi.json`;
  const response = await fetch(address, { signal, headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return { document: readDocument(await response.json()), address };
}

/** Every endpoint of the platform, from its own description: searched, grouped, with parameters and answers. */
export function ApiDocsPage() {
  const [turn, setTurn] = useState(0);
  return <Attempt key={turn} onRetry={() => setTurn(turn + 1)} />;
}

function Attempt({ onRetry }: { readonly onRetry: () => void }) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    loadDocument(abort.signal).then(setLoaded, (error: unknown) => {
      if (!abort.signal.aborted) setFailure(error instanceof Error ? error.message : String(error));
    });
    return () => abort.abort();
  }, []);

  if (loaded !== null) return <Reference {...loaded} />;
  return (
    <main className={styles.page}>
      <h1 className={styles.title}>{texts.title}</h1>
      {failure === null ? (
        <SkeletonLines lines={10} />
      ) : (
        <div className={styles.failure} role="alert">
          <p>
            {texts.failed} {failure}
          </p>
          <Button variant="default" onClick={onRetry}>
            {texts.retry}
          </Button>
        </div>
      )}
    </main>
  );
}

function Reference({ document, address }: Loaded) {
  const [words, setWords] = useState('');
  const wanted = useDeferredValue(words);
  const groups = useMemo(() => {
    const found = search(document.operations, wanted);
    return [...Map.groupBy(found, groupOf)].sort(([a], [b]) => a.localeCompare(b, 'pt-PT'));
  }, [document, wanted]);
  const shown = groups.reduce((sum, [, operations]) => sum + operations.length, 0);
  const whole = (count: number) => formatNumber(count, { maxDecimals: 0 });
  return (
    <main className={styles.page}>
      <header className={styles.header}>
        <div>
          <h1 className={styles.title}>{texts.title}</h1>
          <p className={styles.lead}>
            {document.description} {texts.version(document.version)} ·{' '}
            <a href={address} target="_blank" rel="noreferrer">
              {texts.raw}
            </a>
          </p>
        </div>
        <label className={styles.search}>
          <span>{texts.search}</span>
          <input
            type="search"
            value={words}
            placeholder={texts.searchHint}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        </label>
      </header>
      <p className={styles.count} role="status">
        {texts.count(whole(shown), whole(document.operations.length))}
      </p>
      <div className={styles.columns}>
        <nav className={styles.groups} aria-label={texts.groups}>
          {groups.map(([group, operations]) => (
            <a key={group} href={`#${anchorOf(group)}`}>
              {group} <span>{whole(operations.length)}</span>
            </a>
          ))}
        </nav>
        <div className={styles.list}>
          {groups.length === 0 ? (
            <div className={styles.failure}>
              <p>{texts.none}</p>
              <Button variant="default" onClick={() => setWords('')}>
                {texts.clear}
              </Button>
            </div>
          ) : (
            groups.map(([group, operations]) => <Group key={group} name={group} operations={operations} />)
          )}
        </div>
      </div>
    </main>
  );
}

const anchorOf = (group: string) => group.replaceAll(/[^\w-]+/g, '-').replace(/^-/, '');

function Group({ name, operations }: { readonly name: string; readonly operations: readonly Operation[] }) {
  return (
    <section id={anchorOf(name)} className={styles.group} aria-label={name}>
      <h2>{name}</h2>
      {operations.map((operation) => (
        <OperationCard key={operation.operationId} operation={operation} />
      ))}
    </section>
  );
}
