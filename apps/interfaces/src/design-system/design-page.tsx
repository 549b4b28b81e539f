import { categoryColours, SkeletonLines } from '@kianda/ui';
import { lazy, Suspense, useMemo } from 'react';
import * as address from '../page-frame/address.ts';
import { PageFrame } from '../page-frame/page-frame.tsx';
import { useAddress } from '../page-frame/use-address.ts';
import { useScheme } from '../shared/session-context.ts';
import styles from './design-system.module.css';
import { designTexts as texts } from './texts.pt.ts';
import { tokensOf, tokenValue } from './tokens.ts';

const fields = { procura: address.text(60) };

// Every component there is weighs more than the page: they come once the tokens stand.
const Components = lazy(() => import('./components.tsx'));

/** The developers' own catalogue: every component with its states, and the tokens, from the code that the console runs. */
export function DesignPage() {
  const [{ procura }, change, fragment] = useAddress(fields);
  return (
    <PageFrame
      {...{ title: texts.title, purpose: texts.purpose, help: texts.help, fragment }}
      // Its content is in the code: there is nothing to read again.
      offers={['share']}
    >
      <div className={styles.page}>
        <Tokens />
        <Suspense fallback={<SkeletonLines lines={12} />}>
          <Components query={procura} onQuery={(query) => change({ procura: query })} />
        </Suspense>
      </div>
    </PageFrame>
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
