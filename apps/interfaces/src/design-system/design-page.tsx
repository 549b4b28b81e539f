import { formatNumber } from '@kianda/format';
import { findable, matchScore, typedQuery } from '@kianda/format/match';
import { categoryColours, EmptyState, ErrorBoundary } from '@kianda/ui';
import { TextInput } from '@mantine/core';
import { useMemo } from 'react';
import * as address from '../page-frame/address.ts';
import { PageFrame } from '../page-frame/page-frame.tsx';
import { useAddress } from '../page-frame/use-address.ts';
import { useScheme } from '../shared/session-context.ts';
import styles from './design-system.module.css';
import { type Sample, samples } from './samples.tsx';
import { designTexts as texts } from './texts.pt.ts';
import { tokensOf, tokenValue } from './tokens.ts';

const fields = { procura: address.text(60) };
const components = Object.entries(samples).toSorted(([one], [other]) => one.localeCompare(other));
const words = (name: string) => name.replaceAll(/([a-z])([A-Z])/g, '$1 $2');

/** The developers' own catalogue: every component with its states, and the tokens, from the code that the console runs. */
export function DesignPage() {
  const [{ procura }, change, fragment] = useAddress(fields);
  const typed = typedQuery(procura);
  const shown = components.filter(
    ([name]) => typed.words.length === 0 || matchScore(typed, findable(name, [words(name)])) > 0,
  );
  return (
    <PageFrame title={texts.title} purpose={texts.purpose} help={texts.help} fragment={fragment}>
      <div className={styles.page}>
        <Tokens />
        <section className={styles.group}>
          <h2 className={styles.groupTitle}>{texts.components(formatNumber(components.length))}</h2>
          <TextInput
            aria-label={texts.search}
            placeholder={texts.search}
            className={styles.search ?? ''}
            value={procura}
            onChange={({ currentTarget }) => change({ procura: currentTarget.value })}
          />
          {shown.length === 0 ? <EmptyState title={texts.none} /> : null}
          {shown.map(([name, states]) => (
            <Component key={name} name={name} states={states} />
          ))}
        </section>
      </div>
    </PageFrame>
  );
}

function Component({ name, states }: { readonly name: string; readonly states: readonly Sample[] }) {
  return (
    <article className={styles.component} id={name}>
      <h3 className={styles.componentName}>{name}</h3>
      <div className={styles.states}>
        {states.map(({ state, draw: Draw }) => (
          <figure key={state} className={styles.state}>
            <figcaption>{state}</figcaption>
            <ErrorBoundary fallback={(error) => <p role="alert">{error.message}</p>}>
              <Draw />
            </ErrorBoundary>
          </figure>
        ))}
      </div>
    </article>
  );
}

function Tokens() {
  const scheme = useScheme();
  const colours = useMemo(() => tokensOf(/^--k-(?!size|font|radius|gap|move|sidebar|header|target|shadow)/), []);
  const sizes = useMemo(() => tokensOf(/^--k-size-/), []);
  return (
    <>
      <section className={styles.group}>
        <h2 className={styles.groupTitle}>{texts.colours}</h2>
        <ul className={styles.swatches} key={scheme}>
          {colours.map((name) => (
            <li key={name}>
              <span className={styles.swatch} style={{ background: `var(${name})` }} />
              <code>{name.slice(4)}</code>
              <span className={styles.value}>{tokenValue(name)}</span>
            </li>
          ))}
        </ul>
        <h3 className={styles.componentName}>{texts.categories}</h3>
        <ul className={styles.swatches}>
          {categoryColours.map((colour) => (
            <li key={colour}>
              <span className={styles.swatch} style={{ background: colour }} />
              <code>{colour}</code>
            </li>
          ))}
        </ul>
      </section>
      <section className={styles.group}>
        <h2 className={styles.groupTitle}>{texts.typography}</h2>
        <ul className={styles.sizes}>
          {sizes.map((name) => (
            <li key={name} style={{ fontSize: `var(${name})` }}>
              {texts.pangram} <code>{name.slice(4)}</code>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
