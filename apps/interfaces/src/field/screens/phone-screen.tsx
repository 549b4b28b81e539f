import { useEffect, useState } from 'react';
import styles from '../field.module.css';
import { CheckField } from '../form/parts.tsx';
import { isLocked } from '../queue/phone-store.ts';
import { fieldTexts } from '../texts.pt.ts';
import type { Field } from '../use-field.ts';
import { useInstall } from '../use-install.ts';
import type { FieldPush } from '../use-push.ts';
import { ChartsPart } from './charts-part.tsx';
import { PushPart } from './push-part.tsx';

const { phone: texts } = fieldTexts;
const shortestPhrase = 8;

type Props = {
  readonly field: Field;
  readonly saves: boolean;
  readonly onSaves: (saves: boolean) => void;
  readonly push: FieldPush;
};

/** State of the phone: sizes of what it keeps, the data saver, the lock, the installation. */
export default function PhoneScreen({ field, saves, onSaves, push }: Props) {
  return (
    <div className={styles.form}>
      <KeptPart field={field} />
      <ChartsPart field={field} saves={saves} />
      <section className={styles.card}>
        <h3>{texts.saverTitle}</h3>
        <CheckField isOn={saves} onChange={onSaves}>
          {texts.saver}
        </CheckField>
      </section>
      <PushPart push={push} />
      <LockPart field={field} />
      <InstallPart />
    </div>
  );
}

function KeptPart({ field }: { readonly field: Field }) {
  const { reference, own, phone, isFramed } = field;
  const [sizes, setSizes] = useState({ reference: 0, own: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes follow what is kept
  useEffect(() => {
    void Promise.all([phone.sizeOf('reference'), phone.sizeOf('own')]).then(([reference, own]) =>
      setSizes({ reference, own }),
    );
  }, [phone, reference, own]);
  return (
    <section className={styles.card}>
      <h3>{texts.keptTitle}</h3>
      {reference === null ? (
        <p className={styles.note}>{texts.none}</p>
      ) : (
        <ul className={styles.list}>
          <li>
            {texts.species(reference.taxa.length)}
            <br />
            {texts.licences(reference.licences.length, reference.seasons.length)}
            <br />
            <span className={styles.note}>{texts.size(sizes.reference)}</span>
            {reference.licences.length === 0 ? <p className={styles.note}>{texts.noLicences}</p> : null}
            <p className={styles.note}>{texts.noPictures}</p>
          </li>
        </ul>
      )}
      <div className={styles.buttons}>
        <button
          type="button"
          className={styles.button}
          disabled={!isFramed}
          onClick={() => void field.readReference().catch(() => undefined)}
        >
          {texts.update}
        </button>
        <button
          type="button"
          className={styles.button}
          disabled={reference === null}
          onClick={() => void field.drop('reference')}
        >
          {texts.drop}
        </button>
      </div>
      <p>
        {texts.answers}
        <br />
        <span className={styles.note}>{texts.size(sizes.own)}</span>
      </p>
      <div className={styles.buttons}>
        <button type="button" className={styles.button} disabled={own === null} onClick={() => void field.drop('own')}>
          {texts.drop}
        </button>
      </div>
    </section>
  );
}

function LockPart({ field: { phone } }: { readonly field: Field }) {
  const [hasLock, setLock] = useState<boolean | null>(null);
  const [phrase, setPhrase] = useState('');
  useEffect(() => {
    void isLocked().then(setLock);
  }, []);
  const turn = async (act: Promise<void>, isOn: boolean) => {
    await act;
    setLock(isOn);
    setPhrase('');
  };
  return (
    <section className={styles.card}>
      <h3>{texts.lockTitle}</h3>
      <p className={styles.note}>{texts.lockText}</p>
      <p role="status">{hasLock === null ? '' : hasLock ? texts.locked : texts.unlocked}</p>
      {hasLock === true ? (
        <button type="button" className={styles.button} onClick={() => void turn(phone.removeLock(), false)}>
          {texts.removeLock}
        </button>
      ) : (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (phrase.length >= shortestPhrase) void turn(phone.lock(phrase), true);
          }}
        >
          <label className={styles.field}>
            <span>{texts.phrase}</span>
            <input
              type="password"
              autoComplete="new-password"
              value={phrase}
              onChange={(event) => setPhrase(event.currentTarget.value)}
            />
          </label>
          <button type="submit" className={styles.button} disabled={phrase.length < shortestPhrase}>
            {texts.lock}
          </button>
        </form>
      )}
    </section>
  );
}

function InstallPart() {
  const install = useInstall();
  return (
    <section className={styles.card}>
      <h3>{texts.installTitle}</h3>
      {install.state === 'installed' ? <p>{texts.installed}</p> : null}
      {install.state === 'offered' ? (
        <button type="button" className={styles.button} onClick={() => void install.ask()}>
          {texts.install}
        </button>
      ) : null}
      {install.state === 'framed' ? (
        <a className={styles.button} href={location.pathname} target="_blank" rel="noopener">
          {texts.openAlone}
        </a>
      ) : null}
      {install.state === 'installed' ? null : <p className={styles.note}>{texts.installNote}</p>}
    </section>
  );
}
