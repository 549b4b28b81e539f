import type { Provenance } from '@kianda/contract';
import { type StacItem, stacItemSchema } from '@kianda/contract/open/catalogue/stac-schemas';
import { formatBytes, formatInstant, formatNumber } from '@kianda/format';
import { downloadBlob, PanelFrame, usePreferences } from '@kianda/ui';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useClient } from '../client/use-read.ts';
import { previewables } from './previewables.ts';
import styles from './stac.module.css';
import { propertyTexts, stacTexts as texts } from './texts.pt.ts';
import type { Preview } from './use-preview.ts';
import { webAddress } from './web-address.ts';

type Props = {
  readonly item: StacItem;
  /** Provenance of the answer that brought the item. */
  readonly provenance: Provenance | undefined;
  readonly preview: Preview;
  /** Key of the asset looked at; empty for none. */
  readonly previewKey: string;
  readonly onPreview: (key: string) => void;
  readonly onClose: () => void;
};

const instants: ReadonlySet<string> = new Set(['datetime', 'start_datetime', 'end_datetime', 'created', 'updated']);
const hidden: ReadonlySet<string> = new Set(['title', 'proj:bbox', 'proj:transform', 'processing:software']);

/** One item: when and what, its files, a look into them, and what is known of it. */
export function ItemPanel({ item, provenance, preview, previewKey, onPreview, onClose }: Props) {
  const { timeZone } = usePreferences();
  const { datetime, start_datetime: start, end_datetime: end, title } = item.properties;
  const when =
    datetime !== null
      ? formatInstant(datetime, timeZone)
      : texts.interval(formatInstant(start ?? '', timeZone), formatInstant(end ?? '', timeZone));
  const choices = previewables(item);
  const properties = Object.entries(item.properties).filter(([name]) => !instants.has(name) && !hidden.has(name));
  return (
    <PanelFrame
      title={title ?? item.id}
      description={when}
      provenance={provenance}
      actions={
        <Button size="xs" variant="default" onClick={onClose}>
          {texts.close}
        </Button>
      }
    >
      <h3 className={styles.heading}>{texts.files}</h3>
      <Files item={item} />
      {choices.length === 0 ? null : (
        <>
          <NativeSelect
            label={texts.preview}
            value={previewKey}
            onChange={(event) => onPreview(event.currentTarget.value)}
            data={[
              { value: '', label: texts.previewNone },
              ...choices.map((choice) => ({ value: choice.key, label: choice.title.replace(/, CSV$/, '') })),
            ]}
          />
          <PreviewNote preview={preview} />
        </>
      )}
      <h3 className={styles.heading}>{texts.properties}</h3>
      <dl className={styles.properties}>
        {properties.map(([name, value]) => (
          <div key={name}>
            <dt>{propertyTexts[name] ?? name}</dt>
            <dd>{propertyText(value)}</dd>
          </div>
        ))}
        <div>
          <dt>{texts.address}</dt>
          <dd className="k-mono">{item.links.find(({ rel }) => rel === 'self')?.href ?? item.id}</dd>
        </div>
      </dl>
    </PanelFrame>
  );
}

function propertyText(value: unknown): string {
  if (typeof value === 'number') return formatNumber(value, { maxDecimals: 3 });
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (value === null) return formatNumber(null);
  if (Array.isArray(value)) return value.map(propertyText).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function Files({ item }: { readonly item: StacItem }) {
  const client = useClient();
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const own = new URL(item.links.find(({ rel }) => rel === 'self')?.href ?? location.href).origin;
  const files = Object.entries(item.assets);
  if (files.length === 0) return <p className={styles.note}>{texts.noFiles}</p>;

  const save = async (key: string, href: string) => {
    setBusy(key);
    setFailure(null);
    try {
      downloadBlob(`${item.id}_${key}`, await client.file(href));
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(null);
    }
  };
  return (
    <>
      <ul className={styles.files}>
        {files.map(([key, asset]) => {
          const title = asset.title ?? key;
          const size = asset['file:size'];
          const format = key.split('.').at(-1)?.toUpperCase() ?? '';
          return (
            <li key={key}>
              <span>
                {title}
                {typeof size === 'number' ? <small> {formatBytes(size)}</small> : null}
              </span>
              <FileLink
                href={asset.href}
                own={own}
                title={title}
                format={format}
                isBusy={busy === key}
                onSave={() => void save(key, asset.href)}
              />
            </li>
          );
        })}
      </ul>
      <p role="status" className={styles.note}>
        {failure === null ? (busy === null ? '' : texts.downloading) : texts.downloadFailed(failure)}
      </p>
    </>
  );
}

function PreviewNote({ preview }: { readonly preview: Preview }) {
  if (preview.state === 'none' || preview.state === 'field') return null;
  if (preview.state === 'loading') return <p role="status">{texts.previewLoading}</p>;
  if (preview.state === 'failed') return <p role="alert">{texts.previewFailed(preview.reason)}</p>;
  const { header, rows, total } = preview.head;
  return (
    <section aria-label={texts.preview}>
      <p className={styles.note}>{texts.previewRows(formatNumber(rows.length), formatNumber(total))}</p>
      <ol className={styles.rows}>
        {rows.map(({ line, cells }) => (
          <li key={line}>
            {header.map((name, column) =>
              cells[column] === undefined || cells[column] === '' ? null : (
                <span key={name}>
                  <small>{name}</small> {cells[column]}
                </span>
              ),
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Items of an answer that are whole. */
export function wholeItems(features: readonly unknown[]): StacItem[] {
  return features.flatMap((feature) => {
    const parsed = stacItemSchema.safeParse(feature);
    return parsed.success ? [parsed.data] : [];
  });
}

type FileLinkProps = {
  readonly href: string;
  /** Origin of the catalogue. */
  readonly own: string;
  readonly title: string;
  readonly format: string;
  readonly isBusy: boolean;
  readonly onSave: () => void;
};

/** Button that saves a file of the catalogue, or link to one elsewhere; an address that no browser opens is text. */
function FileLink({ href, own, title, format, isBusy, onSave }: FileLinkProps) {
  const address = webAddress(href, own);
  if (address === null) return <span className="k-mono">{href}</span>;
  if (address.origin === own) {
    return (
      <Button size="xs" variant="default" loading={isBusy} aria-label={texts.download(title, format)} onClick={onSave}>
        {format}
      </Button>
    );
  }
  return (
    <a href={address.href} target="_blank" rel="noreferrer" aria-label={texts.outside(title, address.hostname)}>
      {address.hostname}
    </a>
  );
}
