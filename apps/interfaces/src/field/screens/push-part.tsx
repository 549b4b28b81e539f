import { RelativeTime } from '@kianda/ui';
import styles from '../field.module.css';
import { fieldTexts } from '../texts.pt.ts';
import type { FieldPush } from '../use-push.ts';

const { push: texts } = fieldTexts;

/** Answers by push on this phone: whether they come, and if not, why and what to do. */
export function PushPart({ push }: { readonly push: FieldPush }) {
  const { state, device, failure } = push;
  if (state === null) return null;
  return (
    <section className={styles.card}>
      <h3>{texts.title}</h3>
      <p className={styles.note}>{texts.what}</p>
      <p role="status">{texts.states[state]}</p>
      {device === null ? null : (
        <p className={styles.note}>
          {device.lastError ?? null}
          {device.lastError === null && device.lastSentAt === null ? texts.none : null}
          {device.lastError === null && device.lastSentAt !== null ? (
            <>
              {texts.last} <RelativeTime at={device.lastSentAt} />
            </>
          ) : null}
        </p>
      )}
      <div className={styles.buttons}>
        {state === 'offered' ? (
          <button type="button" className={styles.button} onClick={() => void push.subscribe()}>
            {texts.subscribe}
          </button>
        ) : null}
        {state === 'elsewhere' ? (
          <button type="button" className={styles.button} onClick={() => void push.takeOver()}>
            {texts.takeOver}
          </button>
        ) : null}
        {state === 'framed' ? (
          <a className={styles.button} href={`${location.pathname}#ecra=phone`} target="_blank" rel="noopener">
            {texts.openAlone}
          </a>
        ) : null}
        {state === 'on' || state === 'pending' ? (
          <button type="button" className={styles.button} onClick={() => void push.stop()}>
            {texts.stop}
          </button>
        ) : null}
      </div>
      <p role="alert" className={styles.wrong}>
        {failure ?? ''}
      </p>
    </section>
  );
}
