import { formatNumber } from '@kianda/format';
import { findable, matchScore, typedQuery } from '@kianda/format/match';
import { EmptyState, ErrorBoundary } from '@kianda/ui';
import { TextInput } from '@mantine/core';
import styles from './design-system.module.css';
import { type Sample, samples } from './samples.tsx';
import { designTexts as texts } from './texts.pt.ts';

const components = Object.entries(samples).toSorted(([one], [other]) => one.localeCompare(other));
const words = (name: string) => name.replaceAll(/([a-z])([A-Z])/g, '$1 $2');

type Props = { readonly query: string; readonly onQuery: (query: string) => void };

/** The components whose names match, each with its states. */
export default function Components({ query, onQuery }: Props) {
  const typed = typedQuery(query);
  const shown = components.filter(
    ([name]) => typed.words.length === 0 || matchScore(typed, findable(name, [words(name)])) > 0,
  );
  return (
    <section className={styles.group}>
      <h2 className={styles.groupTitle}>{texts.components(formatNumber(components.length))}</h2>
      <TextInput
        aria-label={texts.search}
        placeholder={texts.search}
        className={styles.search ?? ''}
        value={query}
        onChange={(event) => onQuery(event.currentTarget.value)}
      />
      {shown.length === 0 ? <EmptyState title={texts.none} /> : null}
      {shown.map(([name, states]) => (
        <Component key={name} name={name} states={states} />
      ))}
    </section>
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
