import { formatBytes } from '@kianda/format';
import { cx, PanelFrame } from '@kianda/ui';
import { Button, NativeSelect } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { notify } from '../../../../../platform/notices.ts';
import detail from '../detail.module.css';
import styles from './intake.module.css';
import { intakeTexts } from './texts.pt.ts';
import { useFileDrop } from './use-file-drop.ts';
import { type Overview, type Received, useUpload } from './use-upload.ts';

const texts = intakeTexts.drop;

type Props = {
  readonly connectorId: string;
  readonly overview: Overview;
  readonly onReceived: (received: Received) => void;
};

/** Takes one file, dropped or chosen, and sends it to be checked. */
export function DropZone({ connectorId, overview, onReceived }: Props) {
  const upload = useUpload(connectorId);
  const [stream, setStream] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const take = async (files: FileList | null) => {
    const file = files?.[0];
    if (file === undefined || upload.sending !== null) return;
    if ((files?.length ?? 0) > 1) return upload.fail(texts.oneOnly);
    if (file.size === 0) return upload.fail(texts.empty(file.name));
    if (file.size > overview.maxFileBytes) return upload.fail(texts.tooLarge(file.name, formatBytes(file.size)));
    const received = await upload.send(file, stream === '' ? undefined : stream);
    if (received === null) return;
    const isNew = received.outcome === 'received';
    notify({
      tone: isNew ? 'success' : 'info',
      message: isNew ? texts.received(file.name) : texts.already(file.name),
    });
    onReceived(received);
  };
  const [target, isOver] = useFileDrop<HTMLElement>((files) => void take(files));
  return (
    <PanelFrame title={texts.title} description={texts.description}>
      <div className={detail.stack}>
        {overview.formats.length > 1 ? (
          <NativeSelect
            className={styles.short ?? ''}
            label={texts.format}
            data={[
              { value: '', label: texts.formatGuess },
              ...overview.formats.map((one) => ({ value: one.stream, label: one.label })),
            ]}
            value={stream}
            onChange={(event) => setStream(event.currentTarget.value)}
          />
        ) : null}
        <section ref={target} className={cx(styles.drop, isOver && styles.over)} aria-label={texts.file}>
          <IconFileUpload size={26} aria-hidden="true" />
          <p className={styles.dropWords}>
            {upload.sending === null ? texts.here : texts.sending(upload.sending.name)}
          </p>
          <Button
            variant="default"
            loading={upload.sending !== null}
            onClick={() => {
              input.current?.click();
            }}
          >
            {texts.choose}
          </Button>
          {/* The button above is the one the keyboard reaches: this field only opens the system's own dialog. */}
          <input
            ref={input}
            type="file"
            hidden
            aria-label={texts.file}
            accept=".csv,.txt,.tsv,.xlsx,.naf,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            onChange={(event) => {
              const { files } = event.currentTarget;
              void take(files).finally(() => {
                // The same file must be choosable again after it was corrected.
                if (input.current !== null) input.current.value = '';
              });
            }}
          />
          <p className={detail.note}>{texts.limit(formatBytes(overview.maxFileBytes))}</p>
        </section>
        {upload.failure === null ? null : (
          <p className={detail.failure} role="alert">
            {upload.failure}
          </p>
        )}
      </div>
    </PanelFrame>
  );
}
