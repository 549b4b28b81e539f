import {
  type FieldKind,
  fieldKinds,
  type OwnRecord,
  type SentRecord,
} from '@kianda/contract/ingestion/field/field.schemas';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { choice } from '../page-frame/address.ts';
import { PageFrame } from '../page-frame/page-frame.tsx';
import { useAddress } from '../page-frame/use-address.ts';
import { keepFieldPage } from '../shared/file-cache.ts';
import { useSession } from '../shared/session-context.ts';
import styles from './field.module.css';
import { RecordForm } from './form/record-form.tsx';
import { isLocked, openPhone, type PhoneStore } from './queue/phone-store.ts';
import type { QueuedPhoto } from './queue/queue.ts';
import { fieldTexts as texts } from './texts.pt.ts';
import { type Field, useField } from './use-field.ts';
import { useFieldPush } from './use-push.ts';

type Variant = {
  readonly texts: { readonly title: string; readonly purpose: string };
  /** Kinds of record that the page has a form of. */
  readonly kinds: readonly FieldKind[];
};
type Changed = { readonly record: SentRecord; readonly photos: readonly QueuedPhoto[] };

/** Screens behind their tabs: the worker keeps them with the page, and they open without a network. */
const QueueScreen = lazy(() => import('./screens/queue-screen.tsx'));
const AnswersScreen = lazy(() => import('./screens/answers-screen.tsx'));
const PhoneScreen = lazy(() => import('./screens/phone-screen.tsx'));

const screens = ['form', 'queue', 'answers', 'phone'] as const;
type Screen = (typeof screens)[number];

/** The pages for the field: one composition, with the forms that a page names. */
export function FieldApp({ variant }: { readonly variant: Variant }) {
  const [address, change, fragment] = useAddress({
    ecra: choice(screens, 'form'),
    tipo: choice(variant.kinds, variant.kinds[0] ?? 'observation'),
  });
  const [phone, setPhone] = useState<PhoneStore | 'locked' | 'unavailable' | null>(null);
  const [hasRelease, setRelease] = useState(false);
  useEffect(() => {
    void keepFieldPage(() => setRelease(true));
    isLocked()
      .then(async (locked) => setPhone(locked ? 'locked' : ((await openPhone()) ?? 'unavailable')))
      .catch((error: unknown) => {
        console.warn('kianda: dados do telemóvel por abrir', error);
        setPhone('unavailable');
      });
  }, []);
  return (
    <PageFrame {...variant.texts} help={texts.help} fragment={fragment}>
      <div className={styles.app}>
        {hasRelease ? (
          <div className={styles.line} role="status">
            {texts.state.release}
            <button type="button" className={styles.button} onClick={() => location.reload()}>
              {texts.state.reload}
            </button>
          </div>
        ) : null}
        {phone === 'unavailable' ? <p role="alert">{texts.unavailable}</p> : null}
        {phone === 'locked' ? <LockScreen onOpen={setPhone} /> : null}
        {phone === null || typeof phone === 'string' ? null : (
          <Screens
            {...{ phone, variant }}
            screen={address.ecra}
            kind={address.tipo}
            onScreen={(ecra) => change({ ecra })}
            onKind={(tipo) => change({ tipo })}
          />
        )}
      </div>
    </PageFrame>
  );
}

type ScreensProps = {
  readonly phone: PhoneStore;
  readonly variant: Variant;
  readonly screen: Screen;
  readonly kind: FieldKind;
  readonly onScreen: (screen: Screen) => void;
  readonly onKind: (kind: FieldKind) => void;
};

function Screens({ phone, variant, screen, kind, onScreen, onKind }: ScreensProps) {
  const field = useField(phone);
  const push = useFieldPush(phone, field.isFramed);
  const [changed, setChanged] = useState<Changed | null>(null);
  const [saves, setSaves] = useSaver();
  const edit = (record: SentRecord, photos: readonly QueuedPhoto[]) => {
    setChanged({ record, photos });
    onScreen('form');
  };
  const answer = (own: OwnRecord) => {
    const { id, deviceId, sequence, revision, capturedAt, payload } = own;
    edit({ id, deviceId, sequence, revision, capturedAt, payload, replaces: null }, []);
  };
  const asked = (field.own?.value ?? []).filter(({ state }) => state === 'asked').length;
  const counts: Readonly<Partial<Record<Screen, number>>> = { queue: field.entries.length, answers: asked };
  return (
    <>
      <SyncLine field={field} />
      <div className={styles.tabs} role="tablist" aria-label={texts.tabsLabel}>
        {screens.map((id) => (
          <button
            key={id}
            type="button"
            role="tab"
            className={styles.tab}
            aria-selected={screen === id}
            onClick={() => onScreen(id)}
          >
            {texts.tabs[id]}
            {(counts[id] ?? 0) > 0 ? <span className={styles.count}>{counts[id]}</span> : null}
          </button>
        ))}
      </div>
      {screen === 'form' ? (
        <>
          {variant.kinds.length > 1 && changed === null ? <KindPicker {...{ variant, kind, onKind }} /> : null}
          <RecordForm
            key={changed?.record.id ?? kind}
            field={field}
            kind={changed?.record.payload.kind ?? kind}
            saves={saves}
            changed={changed}
            onDone={() => setChanged(null)}
          />
        </>
      ) : null}
      <Suspense fallback={null}>
        {screen === 'queue' ? (
          <QueueScreen field={field} onChange={({ record, photos }) => edit(record, photos)} />
        ) : null}
        {screen === 'answers' ? <AnswersScreen field={field} onAnswer={answer} /> : null}
        {screen === 'phone' ? <PhoneScreen field={field} saves={saves} onSaves={setSaves} push={push} /> : null}
      </Suspense>
    </>
  );
}

function KindPicker({ variant, kind, onKind }: Pick<ScreensProps, 'variant' | 'kind' | 'onKind'>) {
  return (
    <fieldset className={`${styles.group} ${styles.tabs}`} aria-label={texts.kindLabel}>
      {variant.kinds.map((id) => (
        <button key={id} type="button" className={styles.tab} aria-pressed={id === kind} onClick={() => onKind(id)}>
          {fieldKinds[id]}
        </button>
      ))}
    </fieldset>
  );
}

/** Where what waits stands, in one sentence, with what can be done about it. */
function SyncLine({ field }: { readonly field: Field }) {
  const session = useSession();
  const { sync, entries } = field;
  const text =
    sync.at === 'failed'
      ? texts.state.failed(sync.why)
      : sync.at === 'idle'
        ? texts.state.waiting(entries.length)
        : { sending: texts.state.sending, offline: texts.state.offline, signedOut: texts.state.signIn }[sync.at];
  return (
    <div className={styles.line} data-tone={sync.at === 'failed' ? 'caution' : undefined}>
      <span role="status">{text}</span>
      {sync.at === 'signedOut' && navigator.onLine ? (
        <a className={styles.button} href={session.linkTo('')}>
          {texts.state.open}
        </a>
      ) : null}
      {sync.at === 'failed' ? (
        <button type="button" className={styles.button} onClick={() => void field.flush()}>
          {texts.state.again}
        </button>
      ) : null}
    </div>
  );
}

function LockScreen({ onOpen }: { readonly onOpen: (phone: PhoneStore) => void }) {
  const [phrase, setPhrase] = useState('');
  const [isWrong, setWrong] = useState(false);
  const open = async () => {
    const phone = await openPhone(phrase);
    if (phone === null) setWrong(true);
    else onOpen(phone);
  };
  return (
    <form
      className={styles.card}
      onSubmit={(event) => {
        event.preventDefault();
        void open();
      }}
    >
      <h2>{texts.lock.title}</h2>
      <label className={styles.field}>
        <span>{texts.lock.text}</span>
        <input
          type="password"
          autoComplete="current-password"
          value={phrase}
          onChange={(event) => setPhrase(event.currentTarget.value)}
        />
      </label>
      <button type="submit" className={`${styles.button} ${styles.main}`}>
        {texts.lock.open}
      </button>
      <p role="alert" className={styles.wrong}>
        {isWrong ? texts.lock.wrong : ''}
      </p>
    </form>
  );
}

const saverName = 'kianda-campo-poupanca';

/** The choice to save data; a phone whose own data saver is on begins with it. */
function useSaver(): [boolean, (saves: boolean) => void] {
  const [saves, setSaves] = useState(() => {
    const kept = localStorage.getItem(saverName);
    const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
    return kept === null ? connection?.saveData === true : kept === 'sim';
  });
  const keep = useCallback((next: boolean) => {
    localStorage.setItem(saverName, next ? 'sim' : 'não');
    setSaves(next);
  }, []);
  return [saves, keep];
}
