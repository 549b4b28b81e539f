import { mostPhotos } from '@kianda/contract/ingestion/field/field.contract';
import { formatBytes } from '@kianda/format';
import { useEffect, useMemo, useState } from 'react';
import styles from '../field.module.css';
import type { QueuedPhoto } from '../queue/queue.ts';
import { fieldTexts } from '../texts.pt.ts';
import { CheckField } from './parts.tsx';
import { smallPhoto } from './photo.ts';

const { form: texts } = fieldTexts;

type Props = {
  readonly photos: readonly QueuedPhoto[];
  readonly onChange: (photos: readonly QueuedPhoto[]) => void;
  readonly saves: boolean;
  readonly keepsPlace: boolean;
  readonly onKeepPlace: (keeps: boolean) => void;
};

/** Photos of a record, made small on the phone. */
export function PhotoPart({ photos, onChange, saves, keepsPlace, onKeepPlace }: Props) {
  const [isWrong, setWrong] = useState(false);
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    try {
      onChange([...photos, await smallPhoto(file, { saves, place: null })]);
      setWrong(false);
    } catch (error) {
      console.warn('kianda: fotografia por ler', error);
      setWrong(true);
    }
  };
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{texts.photos}</legend>
      <div className={styles.photos}>
        {photos.map((photo, index) => (
          <figure key={photo.id}>
            <Picture photo={photo} label={texts.photo(index + 1)} />
            <button
              type="button"
              className={styles.button}
              aria-label={texts.removePhoto(index + 1)}
              onClick={() => onChange(photos.filter(({ id }) => id !== photo.id))}
            >
              {texts.remove(formatBytes(photo.bytes.byteLength))}
            </button>
          </figure>
        ))}
      </div>
      {photos.length < mostPhotos ? (
        <label className={`${styles.button} ${styles.file}`}>
          {texts.addPhoto}
          <input
            type="file"
            accept="image/*"
            capture="environment"
            onChange={(event) => {
              const input = event.currentTarget;
              void take(input.files?.[0]).then(() => {
                input.value = '';
              });
            }}
          />
        </label>
      ) : null}
      {isWrong ? (
        <p className={styles.wrong} role="alert">
          {texts.photoFailed}
        </p>
      ) : null}
      {photos.length > 0 ? (
        <>
          <CheckField isOn={keepsPlace} onChange={onKeepPlace}>
            {texts.keepsPlace}
          </CheckField>
          <p className={styles.note}>{texts.keepsPlaceNote}</p>
        </>
      ) : null}
    </fieldset>
  );
}

function Picture({ photo, label }: { readonly photo: QueuedPhoto; readonly label: string }) {
  const address = useMemo(() => URL.createObjectURL(new Blob([photo.bytes], { type: 'image/jpeg' })), [photo]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return <img src={address} alt={label} />;
}
